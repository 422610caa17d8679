import { sql } from "kysely";
import { applyProductChanges } from "../api/src/catalog/products/product-changes.ts";
import { isDemo } from "../api/src/content/settings.ts";
import { type Db, type Tx, withTransaction } from "../api/src/platform/db/database.ts";
import type { FileStorage } from "../api/src/platform/file-storage/file-storage.ts";
import { disableStatementTimeout } from "../api/src/platform/db/statement-timeout.ts";
import { updateSetting } from "../api/src/platform/settings/settings.ts";
import { planProducts } from "./products/plan-products.ts";
import { clearDemo, demoStateSetting } from "./clear.ts";
import { seedContent } from "./content.ts";
import { seedCustomers } from "./customers/customer-rows.ts";
import { applyDemoStoreProfile } from "./store-profile.ts";
import {
  getMaxReviews,
  type UserContent,
  planUserContent,
  distributeReviews,
} from "./reviews/reviews-and-questions.ts";
import { seedStockMovements } from "./inventory/seed-stock-movements.ts";
import { seedReturns } from "./returns/seed-returns.ts";
import { seedCustomsChecks } from "./fulfillment/seed-customs-checks.ts";
import { seedCarrierOrders } from "./fulfillment/seed-carrier-orders.ts";
import { seedDocuments } from "./fulfillment/seed-documents.ts";
import { seedColleagues } from "./staff/colleagues.ts";
import { seedShipments } from "./fulfillment/seed-shipments.ts";
import { seedStaffActivity } from "./staff/seed-staff-activity.ts";
import { createOriginals, type Originals } from "./originals.ts";
import { planPictures } from "./products/pictures.ts";
import { type Person, planPeople } from "./customers/people.ts";
import { buildProductRows, type ProductRows, type ReferenceIds } from "./products/product-rows.ts";
import type { Product } from "./products/product.ts";
import { seedReferenceData } from "./reference-data.ts";
import { insertRows, getNextId, resetIdSequences } from "./insert-rows.ts";
import { seedGatewayPayments } from "./orders/seed-gateway-payments.ts";
import { seedOrders } from "./orders/seed-orders.ts";
import { seedPendingRefunds } from "./orders/seed-pending-refunds.ts";
import { seedSearchLog } from "./search-log.ts";
import { canBeBought, type SeedContext } from "./seed-context.ts";

/** How many parts of a stage are done: products, or the content as a whole. */
export type DemoProgress = { stage: "products" | "content"; done: number; total: number };

/** What to generate, and where. */
export type GenerateOptions = {
  db: Db;
  /** The file storage of the store, for image originals and printed documents. */
  files: FileStorage;
  /** The number of products, 600 by default. */
  products?: number;
  /** Defaults to 14 per product, at most 200,000 in total. */
  reviews?: number;
  /** The seed of the random generator, 1 by default. */
  seed?: number;
  /** All dates are relative to the start of this day in UTC. Defaults to today. */
  now?: Date;
  /** True writes everything in one transaction, false in batches. The default depends on the number of products. */
  isAtomic?: boolean;
  onProgress?: (progress: DemoProgress) => void;
  signal?: AbortSignal;
};

/** The numbers of what was generated, and the size of all pictures in bytes. */
export type DemoStats = { products: number; reviews: number; pictures: number; pictureBytes: number };

const DEFAULT_PRODUCTS = 600;
const REVIEWS_PER_PRODUCT = 14;
const MAX_DEFAULT_REVIEWS = 200_000;
const MIN_CUSTOMERS = 400;
/** How many of the requested reviews the test customer wrote. */
const TEST_CUSTOMER_REVIEWS = 4;
/** Up to this number of products everything is written in one transaction, so a failure leaves no partial data. */
const MAX_ATOMIC_PRODUCTS = 2000;
const BATCH_SIZE = 100;
/** How many products are kept in memory for orders, promotions and posts. */
const MAX_AVAILABLE_PRODUCTS = 600;

/** Brand whose products the promo code MIZU20 applies to, and how many of them at most. */
const PROMO_BRAND_SLUG = "mizunora";
const MAX_PROMO_PRODUCTS = 200;

/** Slug of a discontinued product: its URL answers 410 with similar products. */
const DISCONTINUED_SLUG = "sakura-spring-hand-cream";

/** Tables whose rows are inserted with explicit ids. */
const tablesWithExplicitIds = [
  ...["customers", "addresses", "consents", "notifications", "products", "series", "brands", "concerns", "tags"],
  ...["reviews", "promo_codes", "gift_tiers", "gift_cards", "gift_card_entries", "loyalty_entries"],
  ...["order_history", "order_edits", "posts", "banners"],
];

/**
 * Fills the shop with demo data. The same seed and day give the same data. A small shop is written in one
 * transaction; a large one in batches, and is marked incomplete until the last batch. Running it again starts over.
 * @returns how many products, reviews and pictures were written, and the size of the pictures in bytes.
 * @throws ShopNotEmptyError if the shop has products that were not generated.
 */
export async function generateDemoShop(options: GenerateOptions): Promise<DemoStats> {
  const products = options.products ?? DEFAULT_PRODUCTS;
  const reviews = options.reviews ?? Math.min(products * REVIEWS_PER_PRODUCT, MAX_DEFAULT_REVIEWS);
  const resolvedOptions = {
    ...options,
    products,
    reviews,
    seed: options.seed ?? 1,
    now: getStartOfDay(options.now ?? new Date()),
  };
  const generateWith = (runInTransaction: TransactionRunner) =>
    generateShop({ ...resolvedOptions, originals: createOriginals(options.files), runInTransaction });
  const isAtomic = options.isAtomic ?? products <= MAX_ATOMIC_PRODUCTS;
  if (!isAtomic) return generateWith((work) => withTransaction(options.db, work));
  return withTransaction(options.db, (db) => generateWith((work) => work(db)));
}

function getStartOfDay(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}

/** Runs work in a transaction: in one for all of it, or in a new one each time. */
type TransactionRunner = <T>(work: (db: Tx) => Promise<T>) => Promise<T>;
/** The options with their defaults, and what all stages share. */
type GenerationRun = GenerateOptions &
  Required<Pick<GenerateOptions, "products" | "reviews" | "seed" | "now">> & {
    originals: Originals;
    runInTransaction: TransactionRunner;
  };

async function generateShop(run: GenerationRun): Promise<DemoStats> {
  const { products, reviews, originals } = run;
  const prepared = await prepareShop(run);
  const generated = await generateProducts(run, prepared);
  await completeShop(run, prepared, generated);
  const { pictures, bytes } = originals.count();
  return { products, reviews, pictures, pictureBytes: bytes };
}

type PreparedShop = { people: Person[]; referenceIds: ReferenceIds; countries: SeedContext["countries"] };

/** Clears older demo data and writes the rows that products and reviews refer to. */
async function prepareShop({
  products,
  reviews,
  seed,
  now,
  files,
  originals,
  runInTransaction,
}: GenerationRun): Promise<PreparedShop> {
  const count = Math.max(MIN_CUSTOMERS, Math.ceil(getMaxReviews(products, reviews) * 1.2));
  return runInTransaction(async (db) => {
    await disableStatementTimeout(db);
    await clearDemo(db, files);
    const first = await getNextId(db, "customers");
    const people = planPeople(seed, first, count, now);
    await updateSetting(db, demoStateSetting, {
      seed,
      products,
      reviews,
      complete: false,
      customers: { first, last: first + count - 1 },
    });
    await updateSetting(db, isDemo, true);
    await applyDemoStoreProfile(db);
    await seedCustomers(db, people, now);
    return {
      people,
      referenceIds: await seedReferenceData(db, originals, seed, now),
      countries: await getCountryNames(db),
    };
  });
}

type GeneratedProducts = {
  availableProducts: Product[];
  /** Products of the brand that has a promo code. */
  brandProductIds: number[];
  productWithAddedOptions: Product | undefined;
  nextReviewId: number;
};

/** Writes the products with their pictures, reviews and questions, in batches. */
async function generateProducts(
  run: GenerationRun,
  { people, referenceIds }: PreparedShop,
): Promise<GeneratedProducts> {
  const { products, reviews, seed, now, originals, runInTransaction, onProgress, signal } = run;
  const plan = planProducts(seed, now);
  const getReviewCount = distributeReviews(seed, products, reviews - countTestCustomerReviews(run));
  const generated: GeneratedProducts = {
    availableProducts: [],
    brandProductIds: [],
    productWithAddedOptions: undefined,
    nextReviewId: 1,
  };
  const context = { seed, now, reviewers: people.slice(1), nextReviewId: () => generated.nextReviewId++ };
  for (let first = 1; first <= products; first += BATCH_SIZE) {
    signal?.throwIfAborted();
    const last = Math.min(first + BATCH_SIZE - 1, products);
    const batch = Array.from({ length: last - first + 1 }, (_, index) => plan(first + index));
    const userContent = batch.map((product) => planUserContent(product, getReviewCount(product.id), context));
    await runInTransaction(async (db) => {
      await disableStatementTimeout(db);
      await originals.storeMissing(db, batch.flatMap(planPictures));
      const rows = batch.map((product) => buildProductRows(seed, product, referenceIds, originals, now));
      await insertProducts(db, rows);
      await insertUserContent(db, userContent, originals);
    });
    collectProducts(generated, batch);
    onProgress?.({ stage: "products", done: last, total: products });
  }
  return generated;
}

/** Keeps the products of a batch that orders, promotions and posts use. */
function collectProducts(generated: GeneratedProducts, batch: Product[]): void {
  const available = batch.filter(canBeBought);
  generated.availableProducts.push(...available.slice(0, MAX_AVAILABLE_PRODUCTS - generated.availableProducts.length));
  generated.productWithAddedOptions ??= available.find((product) => product.optionsAddedAt !== null);
  const matchingIds = batch
    .filter((product) => product.parts.brand.slug === PROMO_BRAND_SLUG)
    .map((product) => product.id);
  generated.brandProductIds.push(...matchingIds.slice(0, MAX_PROMO_PRODUCTS - generated.brandProductIds.length));
}

/** Writes orders, promotions and content, which need products, and marks the shop as complete. */
async function completeShop(
  run: GenerationRun,
  { people, countries }: PreparedShop,
  generated: GeneratedProducts,
): Promise<void> {
  const { products, reviews, seed, now, files, originals, runInTransaction, onProgress } = run;
  const [testCustomer, ...otherCustomers] = people;
  const last = people.at(-1);
  if (!testCustomer || !last) throw new Error("no test customer");
  const availableProducts = generated.availableProducts.toSorted((a, b) => b.popularity - a.popularity);
  const context: SeedContext = {
    seed,
    now,
    testCustomer,
    otherCustomers,
    availableProducts,
    countries,
    orderIds: new Set(),
  };
  onProgress?.({ stage: "content", done: 0, total: 1 });
  await runInTransaction(async (db) => {
    await disableStatementTimeout(db);
    await seedOrders(db, context, {
      brandProductIds: generated.brandProductIds,
      productWithAddedOptions: generated.productWithAddedOptions,
      firstReviewId: generated.nextReviewId,
      testCustomerReviews: countTestCustomerReviews(run),
      shouldUpdateUnitsSold: products <= MAX_ATOMIC_PRODUCTS,
    });
    await seedReturns(db, context);
    await seedPendingRefunds(db, context);
    await seedCustomsChecks(db, now);
    await seedShipments(db, now);
    await seedCarrierOrders(db, now);
    await seedColleagues(db, now);
    await seedDocuments(db, files);
    await seedStockMovements(db, now);
    await seedStaffActivity(db, now);
    await seedGatewayPayments(db);
    await seedContent(db, context, originals);
    await seedSearchLog(db, now);
    await insertDiscontinuedProduct(db, availableProducts, now);
    await resetIdSequences(db, tablesWithExplicitIds);
    // Without statistics the planner chooses slow plans until autovacuum has analyzed the tables.
    await sql`select refresh_search_vocabulary()`.execute(db);
    await sql`analyze product_terms, products, product_variants, product_images, reviews, questions, orders, order_lines, media`.execute(
      db,
    );
    await updateSetting(db, demoStateSetting, {
      seed,
      products,
      reviews,
      complete: true,
      customers: { first: testCustomer.id, last: last.id },
    });
  });
  onProgress?.({ stage: "content", done: 1, total: 1 });
}

function countTestCustomerReviews({ reviews }: GenerationRun): number {
  return Math.min(TEST_CUSTOMER_REVIEWS, reviews);
}

async function getCountryNames(db: Tx): Promise<SeedContext["countries"]> {
  const rows = await db.selectFrom("countries").select(["code", "name_ru", "name_en"]).execute();
  return new Map(rows.map((row) => [row.code, { ru: row.name_ru, en: row.name_en }]));
}

async function insertProducts(db: Tx, rows: ProductRows[]): Promise<void> {
  const products = rows.map((row) => row.product);
  await insertRows(db, "products", products);
  await applyProductChanges(
    db,
    products.map((product) => ({ ...product, previous_slug: null, previous_composition: null })),
  );
  // Price history first: a trigger on product_variants derives reference prices from it.
  const prices = rows.flatMap((row) => row.prices);
  await insertRows(db, "price_history", prices);
  const variants = rows.flatMap((row) => row.variants);
  await insertRows(db, "product_variants", variants);
  const images = rows.flatMap((row) => row.images);
  await insertRows(db, "product_images", images);
}

async function insertUserContent(db: Tx, userContent: UserContent[], originals: Originals): Promise<void> {
  const reviews = userContent.flatMap((one) => one.reviews);
  await insertRows(db, "reviews", reviews);
  const photos = userContent.flatMap((one) => one.photos);
  await originals.storeMissing(
    db,
    photos.map(({ picture }) => picture),
  );
  await insertRows(
    db,
    "review_photos",
    photos.map(({ reviewId, position, picture }) => ({
      review_id: reviewId,
      position,
      media_id: originals.get(picture).id,
    })),
  );
  const votes = userContent.flatMap((one) => one.votes);
  await insertRows(db, "review_votes", votes);
  const summaries = userContent.flatMap((one) => one.summaries);
  await insertRows(db, "review_summaries", summaries);
  const questions = userContent.flatMap((one) => one.questions);
  await insertRows(db, "questions", questions);
}

/** Inserts a product that is no longer sold, in the category of the most popular one. */
async function insertDiscontinuedProduct(db: Tx, availableProducts: readonly Product[], now: Date): Promise<void> {
  const categoryQuery = db
    .selectFrom("products")
    .select("category_id")
    .where("id", "=", availableProducts[0]?.id ?? 0);
  const { category_id: categoryId } = await categoryQuery.executeTakeFirstOrThrow();
  await db
    .insertInto("discontinued_products")
    .values({ slug: DISCONTINUED_SLUG, category_id: categoryId, discontinued_at: now })
    .execute();
}
