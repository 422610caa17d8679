import { join } from "node:path";
import { sql } from "kysely";
import { isDemo } from "../api/src/content/settings.ts";
import { type Db, type Tx, unhurried, withTransaction } from "../api/src/platform/db.ts";
import { changeSetting } from "../api/src/platform/settings.ts";
import { planProducts } from "./catalogue.ts";
import { clearDemo, demoStateSetting } from "./clear.ts";
import { fillContent } from "./content.ts";
import { fillCustomers } from "./customers.ts";
import { fillIdentity } from "./identity.ts";
import { mostReviews, type Opinions, opinionsOn, shareReviews } from "./opinions.ts";
import { collectOriginals, type Originals } from "./originals.ts";
import { picturesOf } from "./packs.ts";
import { type Person, planPeople } from "./people.ts";
import { productRows, type ProductRows, type Shelves } from "./product-rows.ts";
import type { Product } from "./product.ts";
import { fillReference } from "./reference.ts";
import { insertRows, nextId, resumeIds } from "./rows.ts";
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
  /** What everything is dated from: the start of this day in UTC; today where nothing is said. */
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

/** The goods of a promo code for one brand. */
const PROMO_BRAND = "mizunora";
const PROMO_GOODS = 200;

/** A product of last spring that is not sold any more: its address says so, and shows what is like it. */
const GONE = "sakura-spring-hand-cream";

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
  const asked = { ...wishes, products, reviews, seed: wishes.seed ?? 1, now: startOfDay(wishes.now ?? new Date()) };
  const run = (within: Within) => fill({ ...asked, originals: collectOriginals(wishes.mediaDir), within });
  const whole = wishes.whole ?? products <= WHOLE_UP_TO;
  if (!whole) return run((work) => withTransaction(wishes.db, work));
  return withTransaction(wishes.db, (db) => run((work) => work(db)));
}

function startOfDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}

type Within = <T>(work: (db: Tx) => Promise<T>) => Promise<T>;
type Run = DemoWishes &
  Required<Pick<DemoWishes, "products" | "reviews" | "seed" | "now">> & { originals: Originals; within: Within };

async function fill(run: Run): Promise<DemoShop> {
  const { products, reviews, originals } = run;
  const begun = await begin(run);
  const stocked = await stock(run, begun);
  await finish(run, begun, stocked);
  const { pictures, bytes } = originals.count();
  return { products, reviews, pictures, pictureBytes: bytes };
}

type Begun = { people: Person[]; shelves: Shelves; countries: World["countries"] };

/** Makes room, and puts up what products and reviews point to. */
async function begin({ products, reviews, seed, now, originals, within }: Run): Promise<Begun> {
  const count = Math.max(PEOPLE, Math.ceil(mostReviews(products, reviews) * 1.2));
  return within(async (db) => {
    await unhurried(db);
    await clearDemo(db);
    const first = await nextId(db, "customers");
    const people = planPeople(seed, first, count, now);
    await changeSetting(db, demoStateSetting, {
      seed,
      products,
      reviews,
      complete: false,
      customers: { first, last: first + count - 1 },
    });
    await changeSetting(db, isDemo, true);
    await fillIdentity(db);
    await fillCustomers(db, people, now);
    return { people, shelves: await fillReference(db, originals, seed, now), countries: await countryNames(db) };
  });
}

type Stocked = {
  shelf: Product[];
  /** Of the brand that a promo code is for. */
  brandGoods: number[];
  grownOptions: Product | undefined;
  nextReviewId: number;
};

/** Writes the products with their pictures and what people say of them, some at a time. */
async function stock(run: Run, { people, shelves }: Begun): Promise<Stocked> {
  const { products, reviews, seed, now, originals, within, onProgress, signal } = run;
  const plan = planProducts(seed, now);
  const share = shareReviews(seed, products, reviews - ownReviewsOf(run));
  const stocked: Stocked = { shelf: [], brandGoods: [], grownOptions: undefined, nextReviewId: 1 };
  const world = { seed, now, reviewers: people.slice(1), nextReviewId: () => stocked.nextReviewId++ };
  for (let first = 1; first <= products; first += PRODUCTS_AT_ONCE) {
    signal?.throwIfAborted();
    const last = Math.min(first + PRODUCTS_AT_ONCE - 1, products);
    const batch = Array.from({ length: last - first + 1 }, (_, at) => plan(first + at));
    const opinions = batch.map((product) => opinionsOn(product, share(product.id), world));
    await within(async (db) => {
      await unhurried(db);
      await originals.keep(db, batch.flatMap(picturesOf));
      const rows = batch.map((product) => productRows(seed, product, shelves, originals, now));
      await insertProducts(db, rows);
      await insertOpinions(db, opinions);
    });
    remember(stocked, batch);
    onProgress?.({ stage: "products", done: last, total: products });
  }
  return stocked;
}

function remember(stocked: Stocked, batch: Product[]): void {
  const sold = batch.filter(canBeBought);
  stocked.shelf.push(...sold.slice(0, SHELF - stocked.shelf.length));
  stocked.grownOptions ??= sold.find((product) => product.optionsAddedAt !== null);
  const ofBrand = batch.filter((product) => product.parts.brand.slug === PROMO_BRAND).map((product) => product.id);
  stocked.brandGoods.push(...ofBrand.slice(0, PROMO_GOODS - stocked.brandGoods.length));
}

/** Trade and content stand on what is on the shelves; then the shop is complete. */
async function finish(run: Run, { people, countries }: Begun, stocked: Stocked): Promise<void> {
  const { products, reviews, seed, now, originals, within, onProgress } = run;
  const [anna, ...others] = people;
  const last = people.at(-1);
  if (!anna || !last) throw new Error("no test customer");
  const shelf = stocked.shelf.toSorted((a, b) => b.popularity - a.popularity);
  const world: World = { seed, now, anna, others, shelf, countries, orderIds: new Set() };
  onProgress?.({ stage: "content", done: 0, total: 1 });
  await within(async (db) => {
    await unhurried(db);
    await fillTrade(db, world, {
      brandGoods: stocked.brandGoods,
      grownOptions: stocked.grownOptions,
      firstReviewId: stocked.nextReviewId,
      ownReviews: ownReviewsOf(run),
      countSold: products <= WHOLE_UP_TO,
    });
    await fillContent(db, world, originals);
    await insertGone(db, shelf, now);
    await resumeIds(db, counted);
    // The planner would guess until the autovacuum comes by, and the first pages of a large shop would wait for it.
    await sql`select refresh_search_vocabulary()`.execute(db);
    await sql`analyze product_terms, products, product_variants, product_images, reviews, questions, orders, order_lines, media`.execute(
      db,
    );
    await changeSetting(db, demoStateSetting, {
      seed,
      products,
      reviews,
      complete: true,
      customers: { first: anna.id, last: last.id },
    });
  });
  onProgress?.({ stage: "content", done: 1, total: 1 });
}

function ownReviewsOf({ reviews }: Run): number {
  return Math.min(OWN_REVIEWS, reviews);
}

async function countryNames(db: Tx): Promise<World["countries"]> {
  const rows = await db.selectFrom("countries").select(["code", "name_ru", "name_en"]).execute();
  return new Map(rows.map((row) => [row.code, { ru: row.name_ru, en: row.name_en }]));
}

async function insertProducts(db: Tx, rows: ProductRows[]): Promise<void> {
  const products = rows.map((row) => row.product);
  await insertRows(db, "products", products);
  // The demo's prices have a past, which a trigger measures their drops against.
  const prices = rows.flatMap((row) => row.prices);
  await insertRows(db, "price_history", prices);
  const variants = rows.flatMap((row) => row.variants);
  await insertRows(db, "product_variants", variants);
  const images = rows.flatMap((row) => row.images);
  await insertRows(db, "product_images", images);
}

async function insertOpinions(db: Tx, opinions: Opinions[]): Promise<void> {
  const reviews = opinions.flatMap((one) => one.reviews);
  await insertRows(db, "reviews", reviews);
  const votes = opinions.flatMap((one) => one.votes);
  await insertRows(db, "review_votes", votes);
  const questions = opinions.flatMap((one) => one.questions);
  await insertRows(db, "questions", questions);
}

async function insertGone(db: Tx, shelf: readonly Product[], now: Date): Promise<void> {
  const like = db
    .selectFrom("products")
    .select("category_id")
    .where("id", "=", shelf[0]?.id ?? 0);
  const { category_id: categoryId } = await like.executeTakeFirstOrThrow();
  await db.insertInto("gone_products").values({ slug: GONE, category_id: categoryId, gone_at: now }).execute();
}

/** The folder of pictures inside a shop's data folder. */
export function mediaDirOf(dataDir: string): string {
  return join(dataDir, "media");
}
