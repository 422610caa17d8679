import { sql } from "kysely";
import { z } from "zod";
import { CommandError } from "../api/src/platform/commands.ts";
import type { Db, Tx } from "../api/src/platform/db.ts";
import { setting, settingValue } from "../api/src/platform/settings.ts";

/** What a demo shop remembers of itself, so that it can be told from a real one and made again. */
const demoStateSchema = z.object({
  seed: z.int(),
  products: z.int(),
  reviews: z.int(),
  /** False while a large one is being filled, and for ever where that was interrupted. */
  complete: z.boolean(),
  customers: z.object({ first: z.int(), last: z.int() }),
});
export type DemoState = z.infer<typeof demoStateSchema>;

export const demoStateSetting = setting<DemoState | null>("demo.state", demoStateSchema.nullable(), null);

/** The shop has goods that no demo put there: they are never overwritten. */
export class ShopNotEmpty extends CommandError {
  override name = "ShopNotEmpty";
}

export async function demoState(db: Db): Promise<DemoState | null> {
  return settingValue(db, demoStateSetting);
}

/** True where nothing is on the shelves yet: the first start fills such a shop with the demo. */
export async function isEmptyShop(db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from products) or exists (select from categories) or exists (select from manufacturers) as used`.execute(
    db,
  );
  return rows[0]?.used === false;
}

/** Everything that is the catalogue's, the content's or hangs on an order. Accounts and what the law needs stay. */
const filled = [
  ...["review_votes", "review_photos", "reviews", "questions", "wishlist_items", "product_alerts"],
  ...["payment_mendings", "refunds", "payment_attempts", "payments", "gift_certificate_entries"],
  ...["order_certificates", "cart_certificates", "gift_certificates"],
  ...["bonus_entries", "bonus_accounts", "promo_uses", "order_history", "order_lines", "orders"],
  ...["cart_set_aside", "cart_presents", "cart_lines", "carts", "present_products", "presents"],
  ...["promo_code_products", "promo_code_categories", "promo_codes", "post_products", "post_tags", "posts"],
  ...[
    "product_images",
    "price_history",
    "product_variants",
    "product_terms",
    "product_ingredients",
    "gone_products",
    "products",
  ],
  ...["series", "manufacturers", "usages", "tags", "categories"],
  ...["page_versions", "pages", "quiz_results", "quizzes", "banners", "pickup_points", "search_synonyms"],
];

/**
 * Makes room for a demo shop: takes an older one away, with the orders placed in it; accounts that people opened stay.
 * @throws ShopNotEmpty where goods are there that no demo made.
 */
export async function clearDemo(db: Tx): Promise<void> {
  const state = await demoState(db);
  if (!state && !(await isEmptyShop(db)))
    throw new ShopNotEmpty(
      "The shop has goods of its own. A demo shop goes only into an empty shop or over an older demo.",
    );
  await sql`truncate ${sql.join(filled.map((name) => sql.table(name)))} restart identity`.execute(db);
  if (!state) return;
  const { first, last } = state.customers;
  await sql`delete from consents where customer_id between ${first} and ${last}`.execute(db);
  await sql`delete from customers where id between ${first} and ${last}`.execute(db);
}
