import { contactsRu } from "../../content/store-profile/contact-settings.ts";
import { flatPriceMinor, freeFromMinor } from "../../delivery/settings.ts";
import type { Db } from "../../platform/db/database.ts";
import { getStoreName } from "../../platform/store-profile/store-name.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { type FeedCategory, listFeedCategories, readFeedProducts } from "./feed-sql.ts";
import { renderGoogleHeader, renderGoogleItem, googleFooter } from "./google-feed.ts";
import type { FileGeneration } from "../generated-files.ts";
import { createOffers, type FeedShop, type Rejected } from "./offers.ts";
import type { Site } from "../site.ts";
import { renderYmlHeader, renderYmlOffer, ymlFooter } from "./yml-feed.ts";

async function getFeedShop(db: Db, { publicUrl }: Site): Promise<FeedShop> {
  const contacts = await getSetting(db, contactsRu);
  const name = await getStoreName(db, "ru-RU");
  return {
    name,
    company: contacts.find(({ kind }) => kind === "company")?.value ?? name,
    url: publicUrl,
    deliveryMinor: await getSetting(db, flatPriceMinor),
    freeFromMinor: await getSetting(db, freeFromMinor),
  };
}

/** The files of the feeds; each has all offers. */
export const productFeedNames = ["yml.xml", "google.xml"] as const;

/**
 * Describes the generation of the Yandex (YML) and Google Merchant feeds: all offers in Russian with prices in rubles
 * and current availability. Both files are written in one pass over the products.
 */
export function createProductFeeds(db: Db, site: Site, now: () => Date): FileGeneration {
  return { names: productFeedNames, generateChunks: () => generateFeeds(db, site, now()) };
}

/** The indexes of the files in `productFeedNames`. */
const [YML, GOOGLE] = [0, 1];

async function* generateFeeds(db: Db, site: Site, now: Date): AsyncGenerator<readonly [number, string]> {
  const shop = await getFeedShop(db, site);
  const categories = await listFeedCategories(db);
  const categoryPaths = buildCategoryPaths(categories);
  yield [YML, renderYmlHeader(shop, categories, now)];
  yield [GOOGLE, renderGoogleHeader(shop)];
  for await (const products of readFeedProducts(db))
    for (const product of products)
      for (const offer of createOffers(site, product, now).offers) {
        yield [YML, renderYmlOffer(offer, shop)];
        yield [GOOGLE, renderGoogleItem(offer, shop, categoryPaths.get(offer.categoryId) ?? "")];
      }
  yield [YML, ymlFooter];
  yield [GOOGLE, googleFooter];
}

/** More are only counted. */
const MAX_LISTED_REJECTIONS = 10_000;

/** What the feeds contain and leave out. */
export type FeedReport = { offers: number; rejectedCount: number; rejected: Rejected[] };

/** Returns the number of offers in the feeds, and the first offers that they leave out, with the reason. */
export async function checkFeeds(db: Db, site: Site, now: Date): Promise<FeedReport> {
  const report: FeedReport = { offers: 0, rejectedCount: 0, rejected: [] };
  for await (const products of readFeedProducts(db))
    for (const product of products) {
      const { offers, rejected } = createOffers(site, product, now);
      report.offers += offers.length;
      report.rejectedCount += rejected.length;
      report.rejected.push(...rejected.slice(0, MAX_LISTED_REJECTIONS - report.rejected.length));
    }
  return report;
}

/** Maps category ids to their paths from the root, for example `Уход за лицом > Кремы`. */
function buildCategoryPaths(categories: readonly FeedCategory[]): Map<number, string> {
  const categoriesById = new Map(categories.map((category) => [category.id, category]));
  const buildPath = ({ name, parent_id }: FeedCategory): string => {
    const parent = parent_id === null ? undefined : categoriesById.get(parent_id);
    return parent ? `${buildPath(parent)} > ${name}` : name;
  };
  return new Map(categories.map((category) => [category.id, buildPath(category)]));
}
