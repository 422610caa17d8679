import { contactsRu } from "../content/settings.ts";
import { flatMinor, freeFromMinor } from "../delivery/settings.ts";
import type { Db } from "../platform/db.ts";
import { settingValue } from "../platform/settings.ts";
import { type FeedCategory, feedCategories, feedProducts } from "./feed-sql.ts";
import { googleHead, googleItem, googleTail } from "./google.ts";
import { offersOf, type Rejected } from "./offers.ts";
import type { Site } from "./site.ts";
import { type FeedShop, ymlHead, ymlOffer, ymlTail } from "./yml.ts";

const NAME = "Furoshiki";

async function feedShop(db: Db, { publicUrl }: Site): Promise<FeedShop> {
  const contacts = await settingValue(db, contactsRu);
  return {
    name: NAME,
    company: contacts.find(({ kind }) => kind === "company")?.value ?? NAME,
    url: publicUrl,
    deliveryMinor: await settingValue(db, flatMinor),
    freeFromMinor: await settingValue(db, freeFromMinor),
  };
}

/** Everything that Yandex may show, in roubles and Russian, with what the shop has to sell at the moment. */
export async function* ymlFeed(db: Db, site: Site, now: Date): AsyncGenerator<string> {
  const shop = await feedShop(db, site);
  yield ymlHead(shop, await feedCategories(db), now);
  for await (const products of feedProducts(db))
    yield products
      .flatMap((product) => offersOf(site, product, now).offers.map((offer) => ymlOffer(offer, shop)))
      .join("");
  yield ymlTail;
}

/** The same for Google Merchant. */
export async function* googleFeed(db: Db, site: Site, now: Date): AsyncGenerator<string> {
  const shop = await feedShop(db, site);
  const shelves = shelvesOf(await feedCategories(db));
  yield googleHead(shop);
  for await (const products of feedProducts(db))
    yield products
      .flatMap((product) =>
        offersOf(site, product, now).offers.map((offer) =>
          googleItem(offer, shop, shelves.get(offer.categoryId) ?? ""),
        ),
      )
      .join("");
  yield googleTail;
}

/** What feeds leave out and why, with the number of offers that they take. */
export async function checkFeeds(db: Db, site: Site, now: Date): Promise<{ offers: number; rejected: Rejected[] }> {
  const told = { offers: 0, rejected: [] as Rejected[] };
  for await (const products of feedProducts(db))
    for (const product of products) {
      const { offers, rejected } = offersOf(site, product, now);
      told.offers += offers.length;
      told.rejected.push(...rejected);
    }
  return told;
}

/** The way from the root to each category, in words. */
function shelvesOf(categories: readonly FeedCategory[]): Map<number, string> {
  const byId = new Map(categories.map((one) => [one.id, one]));
  const wayTo = (one: FeedCategory): string => {
    const parent = one.parent_id === null ? undefined : byId.get(one.parent_id);
    return parent ? `${wayTo(parent)} > ${one.name}` : one.name;
  };
  return new Map(categories.map((one) => [one.id, wayTo(one)]));
}
