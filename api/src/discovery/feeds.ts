import { contactsRu } from "../content/settings.ts";
import { flatMinor, freeFromMinor } from "../delivery/settings.ts";
import type { Db } from "../platform/db.ts";
import { shopNameIn } from "../platform/identity.ts";
import { settingValue } from "../platform/settings.ts";
import { type FeedCategory, feedCategories, feedProducts } from "./feed-sql.ts";
import { googleHead, googleItem, googleTail } from "./google.ts";
import type { Making } from "./kept-files.ts";
import { offersOf, type Rejected } from "./offers.ts";
import type { Site } from "./site.ts";
import { type FeedShop, ymlHead, ymlOffer, ymlTail } from "./yml.ts";

async function feedShop(db: Db, { publicUrl }: Site): Promise<FeedShop> {
  const contacts = await settingValue(db, contactsRu);
  const name = await shopNameIn(db, "ru-RU");
  return {
    name,
    company: contacts.find(({ kind }) => kind === "company")?.value ?? name,
    url: publicUrl,
    deliveryMinor: await settingValue(db, flatMinor),
    freeFromMinor: await settingValue(db, freeFromMinor),
  };
}

/**
 * Everything that Yandex (YML) and Google Merchant may show, in roubles and Russian, with what the shop has to sell at the
 * moment. Both are written in one going through the products.
 */
export function bothFeeds(db: Db, site: Site, now: () => Date): Making {
  return { names: ["yml.xml", "google.xml"], pieces: () => feedPieces(db, site, now()) };
}

const [YML, GOOGLE] = [0, 1];

async function* feedPieces(db: Db, site: Site, now: Date): AsyncGenerator<readonly [number, string]> {
  const shop = await feedShop(db, site);
  const categories = await feedCategories(db);
  const shelves = shelvesOf(categories);
  yield [YML, ymlHead(shop, categories, now)];
  yield [GOOGLE, googleHead(shop)];
  for await (const products of feedProducts(db))
    for (const product of products)
      for (const offer of offersOf(site, product, now).offers) {
        yield [YML, ymlOffer(offer, shop)];
        yield [GOOGLE, googleItem(offer, shop, shelves.get(offer.categoryId) ?? "")];
      }
  yield [YML, ymlTail];
  yield [GOOGLE, googleTail];
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
