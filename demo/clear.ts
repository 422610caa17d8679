import { sql } from "kysely";
import { z } from "zod";
import { CommandError } from "../api/src/platform/commands/command.ts";
import { deleteDocumentFiles } from "../api/src/fulfillment/documents/document-files.ts";
import { afterCommit, type Db, type Tx } from "../api/src/platform/db/database.ts";
import type { FileStorage } from "../api/src/platform/file-storage/file-storage.ts";
import { setting, getSetting } from "../api/src/platform/settings/settings.ts";

/** State of the demo data, which tells a demo shop from a real one. */
const demoStateSchema = z.object({
  /** The seed and the numbers that the shop was generated with. */
  seed: z.int(),
  products: z.int(),
  reviews: z.int(),
  /** False while a large demo is being generated, and after an interrupted generation. */
  complete: z.boolean(),
  /** The ids of the first and the last generated customer. */
  customers: z.object({ first: z.int(), last: z.int() }),
});
export type DemoState = z.infer<typeof demoStateSchema>;

export const demoStateSetting = setting<DemoState | null>("demo.state", demoStateSchema.nullable(), null);

/** The shop has products that were not generated; they are never overwritten. */
export class ShopNotEmptyError extends CommandError {
  override name = "ShopNotEmptyError";
}

/** Returns the state of the demo data; null if the shop has none. */
export async function getDemoState(db: Db): Promise<DemoState | null> {
  return getSetting(db, demoStateSetting);
}

/**
 * Returns whether the shop has no products, categories, brands and imports. The first start fills such a shop with demo data.
 */
export async function isEmptyShop(db: Db): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`
    select exists (select from products) or exists (select from categories) or exists (select from brands)
      or exists (select from imports) or exists (select from import_profiles) as filled`.execute(db);
  return rows[0]?.filled === false;
}

/** Tables of the catalog, the content and orders, which are truncated. Accounts and legal records stay. */
const clearedTables = [
  ...["review_words", "review_word_updates", "review_summaries"],
  ...[
    "review_votes",
    "review_photos",
    "reviews",
    "questions",
    "reply_templates",
    "wishlist_gifts",
    "wishlist_items",
    "product_alerts",
  ],
  ...["payment_corrections", "refund_lines", "refunds", "payment_attempts", "payments", "gift_card_entries"],
  ...["sandbox_gateway.refunds", "sandbox_gateway.payments"],
  ...["order_gift_cards", "cart_gift_cards", "gift_cards"],
  ...["loyalty_entries", "loyalty_accounts", "promo_code_uses"],
  ...["return_photos", "return_refunds", "return_lines", "returns"],
  ...["carrier_orders", "shipment_events", "shipment_scans", "shipment_items", "shipments"],
  ...["documents", "document_numbers", "staff_notifications"],
  ...[
    "customs_checks",
    "order_assignments",
    "recipient_identities",
    "order_message_photos",
    "order_notes",
    "order_history",
    "order_lines",
    "order_edits",
    "joined_orders",
    "orders",
    "on_time_rates",
  ],
  ...["cart_saved_items", "cart_gifts", "cart_lines", "carts", "gift_tier_products", "gift_tiers"],
  ...["promo_code_products", "promo_code_categories", "promo_codes", "post_products", "post_tags", "posts"],
  ...[
    "product_previews",
    "product_images",
    "price_history",
    "product_variants",
    "variant_costs",
    "stock_movements",
    "stock_count_lines",
    "stock_count_scans",
    "stock_counts",
    "purchase_order_lines",
    "purchase_orders",
    "outdated_translations",
    "product_terms",
    "product_ingredients",
    "composition_names",
    "composition_name_updates",
    "discontinued_products",
    "products",
  ],
  ...["series", "brands", "concerns", "tags", "categories"],
  ...["page_versions", "pages", "quiz_results", "quizzes", "banners", "pickup_points", "search_synonyms"],
  ...["search_queries", "search_query_visitors"],
];

/**
 * Deletes older demo data, including orders that were placed in it and their printed documents. Accounts
 * that people registered stay.
 * @throws ShopNotEmptyError if the shop has products that were not generated.
 */
export async function clearDemo(db: Tx, files: FileStorage): Promise<void> {
  const state = await getDemoState(db);
  if (!state && !(await isEmptyShop(db)))
    throw new ShopNotEmptyError(
      "The shop has products of its own. Demo data can only be generated in an empty shop or over older demo data.",
    );
  const documents = await db.selectFrom("documents").select("file_key").where("file_key", "is not", null).execute();
  const fileKeys = documents.flatMap(({ file_key: fileKey }) => fileKey ?? []);
  afterCommit(db, () => deleteDocumentFiles(files, fileKeys));
  await sql`truncate ${sql.join(clearedTables.map((name) => sql.table(name)))} restart identity`.execute(db);
  // The audit log refers to requests, tasks and imports by their ids, which are not used again.
  await sql`delete from approvals`.execute(db);
  await sql`delete from task_items`.execute(db);
  await sql`delete from tasks`.execute(db);
  await sql`delete from imports`.execute(db);
  await sql`delete from import_profiles`.execute(db);
  await sql`delete from suppliers`.execute(db);
  await sql`select setval(pg_get_serial_sequence('suppliers', 'id'), 1, false)`.execute(db);
  if (!state) return;
  const { first, last } = state.customers;
  await sql`delete from consents where customer_id between ${first} and ${last}`.execute(db);
  await sql`delete from customers where id between ${first} and ${last}`.execute(db);
}
