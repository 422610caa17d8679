import { join } from "node:path";
import { sql } from "kysely";
import { isDemo } from "../api/src/content/settings.ts";
import { type Db, type Tx, withTransaction } from "../api/src/platform/db.ts";
import { changeSetting } from "../api/src/platform/settings.ts";
import { planProducts } from "./catalogue.ts";
import type { Product } from "./product.ts";
import { clearDemo, writeState } from "./clear.ts";
import { fillContent } from "./content.ts";
import { fillCustomers } from "./customers.ts";
import { mostReviews, opinionsOn, shareReviews } from "./opinions.ts";
import { collectOriginals } from "./originals.ts";
import { picturesOf } from "./packs.ts";
import { planPeople } from "./people.ts";
import { productRows } from "./product-rows.ts";
import { insertRows, nextId, resumeIds, type Row } from "./rows.ts";
import { fillReference } from "./reference.ts";
import { fillTrade } from "./trade.ts";
import { canBeBought, type World } from "./world.ts";

export type DemoProgress = { stage: "products" | "content"; done: number; total: number };

export type DemoWishes = {
  db: Db;
  /** Where originals of pictures are kept, as the media handler reads them. */
  mediaDir: string;
  products?: number;
  /** Fourteen for a product where nothing is said, fewer in very large shops. */
  reviews?: number;
  seed?: number;
  /** What everything is dated from; the start of today in UTC where nothing is said. */
  now?: Date;
  /** True writes everything in one transaction, false in batches; unsaid, the size decides. */
  whole?: boolean;
  onProgress?: (progress: DemoProgress) => void;
  signal?: AbortSignal;
};

export type DemoShop = { products: number; reviews: number; pictures: number; pictureBytes: number };

const DEFAULT_PRODUCTS = 600;
const REVIEWS_EACH = 14;
const REVIEWS_UNASKED = 200_000;
const PEOPLE = 400;
/** Of the reviews that are asked for, so many are the test customer's own. */
const OWN_REVIEWS = 4;
/** Up to here everything is written in one transaction: a half-filled shop never stays behind. */
const WHOLE_UP_TO = 2000;
const PRODUCTS_AT_ONCE = 100;
/** So many products are remembered for orders, promotions and posts. */
const SHELF = 600;

/** Tables whose ids were given by hand. */
const counted = [
  ...["customers", "addresses", "consents", "notifications", "products", "series", "manufacturers", "usages", "tags"],
  ...["reviews", "promo_codes", "presents", "gift_certificates", "gift_certificate_entries", "bonus_entries"],
  ...["order_history", "posts", "banners"],
];

/**
 * Fills the shop with a demonstration: the same for the same seed and day. A small one comes whole or not at all; a
 * large one comes in batches and is marked incomplete until it is whole, and asking again begins anew.
 * @throws ShopNotEmpty where goods are there that no demo made.
 */
export async function generateDemoShop(wishes: DemoWishes): Promise<DemoShop> {
  const products = wishes.products ?? DEFAULT_PRODUCTS;
  const reviews = wishes.reviews ?? Math.min(products * REVIEWS_EACH, REVIEWS_UNASKED);
  const asked = { ...wishes, products, reviews, seed: wishes.seed ?? 1, now: wishes.now ?? startOfToday() };
  const whole = wishes.whole ?? products <= WHOLE_UP_TO;
  if (!whole) return fill(asked, (work) => withTransaction(wishes.db, work));
  return withTransaction(wishes.db, (db) => fill(asked, (work) => work(db)));
}

function startOfToday(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

type Asked = DemoWishes & Required<Pick<DemoWishes, "products" | "reviews" | "seed" | "now">>;
type Within = <T>(work: (db: Tx) => Promise<T>) => Promise<T>;

async function fill(asked: Asked, within: Within): Promise<DemoShop> {
  const { products, reviews, seed, now, onProgress, signal } = asked;
  const originals = collectOriginals(asked.mediaDir);
  const begun = await within(async (db) => {
    await unhurried(db);
    await clearDemo(db);
    const firstCustomer = await nextId(db, "customers");
    const people = planPeople(
      seed,
      firstCustomer,
      Math.max(PEOPLE, Math.ceil(mostReviews(products, reviews) * 1.2)),
      now,
    );
    await writeState(db, {
      seed,
      products,
      reviews,
      complete: false,
      customers: { first: firstCustomer, last: firstCustomer + people.length - 1 },
    });
    await changeSetting(db, isDemo, true);
    await fillCustomers(db, people, now);
    return { people, shelves: await fillReference(db, originals, seed, now), countries: await countryNames(db) };
  });

  const [anna, ...others] = begun.people;
  if (!anna) throw new Error("no test customer");
  const plan = planProducts(seed, now);
  const ownReviews = Math.min(OWN_REVIEWS, reviews);
  const share = shareReviews(seed, products, reviews - ownReviews);
  let reviewId = 1;
  const shelf: Product[] = [];
  const brandGoods: number[] = [];
  let grownOptions: Product | undefined;
  for (let first = 1; first <= products; first += PRODUCTS_AT_ONCE) {
    signal?.throwIfAborted();
    const batch = Array.from({ length: Math.min(PRODUCTS_AT_ONCE, products - first + 1) }, (_, at) => plan(first + at));
    const rows = { reviews: [] as Row[], votes: [] as Row[], questions: [] as Row[] };
    for (const product of batch) {
      const on = opinionsOn(product, share(product.id), {
        seed,
        now,
        reviewers: others,
        nextReviewId: () => reviewId++,
      });
      rows.reviews.push(...on.reviews);
      rows.votes.push(...on.votes);
      rows.questions.push(...on.questions);
    }
    await within(async (db) => {
      await unhurried(db);
      await originals.keep(db, batch.flatMap(picturesOf));
      await insertProducts(
        db,
        batch.map((product) => productRows(seed, product, begun.shelves, originals, now)),
      );
      await insertOpinions(db, rows);
    });
    grownOptions ??= batch.find((one) => one.optionsAddedAt !== null && canBeBought(one));
    shelf.push(...batch.filter(canBeBought).slice(0, SHELF - shelf.length));
    brandGoods.push(
      ...batch
        .filter((one) => one.parts.brand.slug === "mizunora")
        .map((one) => one.id)
        .slice(0, 200 - brandGoods.length),
    );
    onProgress?.({ stage: "products", done: first + batch.length - 1, total: products });
  }

  shelf.sort((a, b) => b.popularity - a.popularity);
  const world: World = { seed, now, anna, others, shelf, countries: begun.countries };
  await within(async (db) => {
    await unhurried(db);
    await fillTrade(db, world, {
      brandGoods,
      grownOptions,
      firstReviewId: reviewId,
      ownReviews,
      countSold: products <= WHOLE_UP_TO,
    });
    onProgress?.({ stage: "content", done: 0, total: 1 });
    await fillContent(db, world, originals);
    await resumeIds(db, counted);
    const state = {
      seed,
      products,
      reviews,
      complete: true,
      customers: { first: anna.id, last: others.at(-1)?.id ?? anna.id },
    };
    await writeState(db, state);
  });
  onProgress?.({ stage: "content", done: 1, total: 1 });
  const { pictures, bytes } = originals.count();
  return { products, reviews, pictures, pictureBytes: bytes };
}

/** Filling takes longer than any page may. */
async function unhurried(db: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
}

async function countryNames(db: Tx): Promise<World["countries"]> {
  const rows = await db.selectFrom("countries").select(["code", "name_ru", "name_en"]).execute();
  return new Map(rows.map((row) => [row.code, { ru: row.name_ru, en: row.name_en }]));
}

async function insertProducts(db: Tx, rows: ReturnType<typeof productRows>[]): Promise<void> {
  await insertRows(
    db,
    "products",
    rows.map((row) => row.product),
  );
  await insertRows(
    db,
    "product_variants",
    rows.flatMap((row) => row.variants),
  );
  await insertRows(
    db,
    "product_images",
    rows.flatMap((row) => row.images),
  );
  // A trigger took today for the first day of every price; the demo's prices have a past.
  await sql`delete from price_history where product_id = any(${rows.map((row) => row.product.id)})`.execute(db);
  await insertRows(
    db,
    "price_history",
    rows.flatMap((row) => row.prices),
  );
}

async function insertOpinions(db: Tx, rows: { reviews: Row[]; votes: Row[]; questions: Row[] }): Promise<void> {
  await insertRows(db, "reviews", rows.reviews);
  await insertRows(db, "review_votes", rows.votes);
  await insertRows(db, "questions", rows.questions);
}

/** The folder of pictures inside a shop's data folder. */
export function mediaDirOf(dataDir: string): string {
  return join(dataDir, "media");
}
