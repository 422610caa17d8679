import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Sides } from "../delivery/box.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { CartGiftCard } from "./gift-cards/sql.ts";
import { isOffered } from "../catalog/products/stock.ts";

/** What a shopper has selected for their cart. */
type CartSelection = {
  address_id: number | null;
  shipping_method_id: number | null;
  pickup_point: string | null;
  /** Country and city for which the pickup point was selected. */
  pickup_area: string | null;
  payment_method: string | null;
  promo_code: string | null;
  /** The gift card that pays. */
  gift_card_id: number | null;
  /** Whether to pay with loyalty points. */
  use_loyalty_points: boolean;
};

/** A stored cart without its lines. */
export type CartRow = CartSelection & {
  /** Products chosen as gifts. */
  chosen_gift_ids: number[];
  /** Gift cards being bought. */
  certificates: CartGiftCard[];
  /** Whether any lines are saved for the next order. */
  has_saved_items: boolean;
};

/** A cart line with the current state of its product; prices in kopecks, weights in grams, sizes in millimeters. */
export type LineRow = {
  product_id: number;
  option_id: number;
  qty: number;
  name: string;
  slug: string;
  reference: string;
  product_status: string;
  has_options: boolean;
  own_qty_limit: number | null;
  brand: string;
  category_path: number[];
  hazard: string;
  hs_code: string;
  weight_g: number;
  size_mm: Sides | null;
  media: MediaRow;
  /** Null if the option was withdrawn, or if the product has options and none is chosen. */
  variant: {
    name: string;
    price_minor: number;
    old_price_minor: number | null;
    reference_price_minor: number | null;
    sale_ends_at: string | null;
    stock: number;
    weight_g: number | null;
    size_mm: Sides | null;
  } | null;
  /** Price of the product card, shown on a line whose option must be chosen again. */
  card_price_minor: number;
  /** What the customer saw last, prices in kopecks; null if nothing was recorded. */
  seen_qty: number | null;
  seen_price_minor: number | null;
  seen_on_sale: boolean | null;
  seen_available: boolean | null;
};

/** A cart line to store: its quantity and what the customer has seen of it. */
export type CartLineInput = {
  productId: number;
  optionId: number;
  qty: number;
  /** Null values keep what is already recorded for an existing line. */
  seen: { qty: number; priceMinor: number | null; onSale: boolean | null; available: boolean | null };
};

const hasSavedItems = sql<boolean>`exists (select from cart_saved_items a where a.customer_id = carts.customer_id)`;

/** Finds a customer's cart; undefined if they never had one. */
export async function findCart(db: Db, customerId: number): Promise<CartRow | undefined> {
  return db
    .selectFrom("carts")
    .select(["address_id", "shipping_method_id", "pickup_point", "pickup_area", "payment_method"])
    .select(["promo_code", "gift_card_id", "use_loyalty_points"])
    .select(
      sql<number[]>`array(select product_id from cart_gifts p where p.customer_id = carts.customer_id order by 1)`.as(
        "chosen_gift_ids",
      ),
    )
    .select(hasSavedItems.as("has_saved_items"))
    .select(
      sql<CartGiftCard[]>`(
        select coalesce(jsonb_agg(to_jsonb(c) - 'customer_id' order by c.id), '[]')
        from cart_gift_cards c where c.customer_id = carts.customer_id)`.as("certificates"),
    )
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/**
 * Creates the cart if it does not exist, sets when it was changed and locks its row, so that changes of one cart are
 * serialized.
 */
export async function lockCart(db: Tx, customerId: number, now: Date): Promise<void> {
  await db
    .insertInto("carts")
    .values({ customer_id: customerId, updated_at: now })
    .onConflict((on) => on.column("customer_id").doUpdateSet({ updated_at: now }))
    .execute();
}

const emptySeenColumns = sql`null::integer as seen_qty, null::bigint as seen_price_minor, null::boolean as seen_on_sale, null::boolean as seen_available`;

/** Lists the lines of a cart in the order in which they were added, with the current state of their products. */
export async function listCartLines(db: Db, customerId: number, locale: Locale): Promise<LineRow[]> {
  return queryLines(db, sql`(select * from cart_lines where customer_id = ${customerId})`, locale);
}

/** Lists the lines saved for the next order, with the current state of their products. */
export async function listSavedForLaterLines(db: Db, customerId: number, locale: Locale): Promise<LineRow[]> {
  const savedLines = sql`(
    select product_id, option_id, qty, now() as added_at, ${emptySeenColumns} from cart_saved_items where customer_id = ${customerId})`;
  return queryLines(db, savedLines, locale);
}

/** Returns the same rows for lines that are in no stored cart. Products that are no longer sold are left out. */
export async function listUnstoredLines(
  db: Db,
  lines: readonly { productId: number; optionId: number; qty: number }[],
  locale: Locale,
): Promise<LineRow[]> {
  const listValues = (name: "productId" | "optionId" | "qty") => lines.map((line) => line[name]);
  const requestedLines = sql`(
    select w.product_id, w.option_id, w.qty, w.at as added_at, ${emptySeenColumns}
    from unnest(${listValues("productId")}::integer[], ${listValues("optionId")}::integer[], ${listValues("qty")}::integer[])
      with ordinality as w(product_id, option_id, qty, at)
    join products on products.id = w.product_id and products.status = 'active')`;
  return queryLines(db, requestedLines, locale);
}

/** Whether the product (p) has options of which one can be chosen. */
const hasOfferedOptions = sql`p.has_options and exists (
  select from product_variants o where o.product_id = p.id and o.option_id > 0 and ${isOffered("o")})`;

/** Lists the lines that `source` selects, with the current state of their products. */
async function queryLines(db: Db, source: RawBuilder<unknown>, locale: Locale): Promise<LineRow[]> {
  const nameColumn = locale === "ru-RU" ? "name_ru" : "name_en";
  const { rows } = await sql<LineRow>`
    select l.product_id, l.option_id, l.qty, ${sql.ref(`p.${nameColumn}`)} as name, p.slug, p.reference,
      p.status as product_status, ${hasOfferedOptions} as has_options, p.own_qty_limit, brands.name as brand, p.category_path, p.hazard::text as hazard, p.hs_code, p.weight_g, p.size_mm,
      media.media, p.price_minor as card_price_minor, l.seen_qty, l.seen_price_minor, l.seen_on_sale, l.seen_available,
      case when v.product_id is null or (p.has_options and l.option_id = 0) then null else jsonb_build_object(
        'name', ${sql.ref(`v.${nameColumn}`)}, 'price_minor', v.price_minor, 'old_price_minor', v.old_price_minor, 'reference_price_minor', v.reference_price_minor,
        'sale_ends_at', v.sale_ends_at, 'stock', v.stock, 'weight_g', v.weight_g, 'size_mm', v.size_mm) end as variant
    from ${source} l
    join products p on p.id = l.product_id
    join brands on brands.id = p.brand_id
    left join product_variants v on v.product_id = l.product_id and v.option_id = l.option_id and ${isOffered("v")}
    join lateral (
      select jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height) as media
      from product_images i join media on media.id = i.media_id
      where i.product_id = l.product_id order by (i.option_id = l.option_id) desc nulls last, i.position limit 1
    ) media on true
    order by l.added_at, l.product_id, l.option_id`.execute(db);
  return rows;
}

/** Returns the quantities in the cart, keyed by `{product}_{option}`. */
export async function getCartQuantities(db: Db, customerId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("cart_lines")
    .select(["product_id", "option_id", "qty"])
    .where("customer_id", "=", customerId)
    .execute();
  return new Map(rows.map((row) => [`${row.product_id}_${row.option_id}`, row.qty]));
}

/** The current state of a variant, and its quantity in the cart. */
export type VariantState = {
  /** 0 if it is not in the cart. */
  cartQty: number;
  /** Null if there is no such product. */
  product: { status: string; has_options: boolean; own_qty_limit: number | null } | null;
  /** Null if the product is not sold with this option. */
  variant: {
    price_minor: number;
    old_price_minor: number | null;
    reference_price_minor: number | null;
    sale_ends_at: Date | null;
    stock: number;
  } | null;
};

/** Loads the state of the given variants and of those in the cart, keyed by `{product}_{option}`. */
export async function loadVariantStates(
  db: Tx,
  customerId: number,
  keys: readonly Pick<CartLineInput, "productId" | "optionId">[],
): Promise<Map<string, VariantState>> {
  type Variant = Omit<NonNullable<VariantState["variant"]>, "sale_ends_at"> & { sale_ends_at: string | null };
  const { rows } = await sql<{ id: string; variant: Variant | null } & Omit<VariantState, "variant">>`
    select one.product_id || '_' || one.option_id as id, one.qty as "cartQty",
      case when p.id is null then null else jsonb_build_object(
        'status', p.status, 'has_options', p.has_options, 'own_qty_limit', p.own_qty_limit) end as product,
      case when v.product_id is null then null else jsonb_build_object(
        'price_minor', v.price_minor, 'old_price_minor', v.old_price_minor, 'reference_price_minor', v.reference_price_minor,
        'sale_ends_at', v.sale_ends_at, 'stock', v.stock) end as variant
    from (
      select product_id, option_id, max(qty) as qty from (
        select product_id, option_id, 0 as qty
        from unnest(${keys.map((one) => one.productId)}::integer[], ${keys.map((one) => one.optionId)}::integer[])
          as w(product_id, option_id)
        union all
        select product_id, option_id, qty from cart_lines where customer_id = ${customerId}
      ) every group by product_id, option_id
    ) one
    left join products p on p.id = one.product_id
    left join product_variants v on v.product_id = one.product_id and v.option_id = one.option_id
      and ${isOffered("v")}`.execute(db);
  return new Map(
    rows.map(({ id, variant, ...state }) => [
      id,
      {
        ...state,
        variant: variant && {
          ...variant,
          sale_ends_at: variant.sale_ends_at === null ? null : new Date(variant.sale_ends_at),
        },
      },
    ]),
  );
}

/**
 * Inserts or updates lines; new ones come after existing ones, in the given order. Each line may be given only once.
 */
export async function upsertLines(db: Tx, customerId: number, lines: readonly CartLineInput[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into cart_lines
      (customer_id, product_id, option_id, qty, seen_qty, seen_price_minor, seen_on_sale, seen_available, added_at)
    select ${customerId}, one.product_id, one.option_id, one.qty, one.seen_qty, one.seen_price, one.seen_on_sale,
      one.seen_available, clock_timestamp() + one.place * interval '1 microsecond'
    from unnest(
      ${lines.map((line) => line.productId)}::integer[], ${lines.map((line) => line.optionId)}::integer[],
      ${lines.map((line) => line.qty)}::integer[], ${lines.map((line) => line.seen.qty)}::integer[],
      ${lines.map((line) => line.seen.priceMinor)}::bigint[], ${lines.map((line) => line.seen.onSale)}::boolean[],
      ${lines.map((line) => line.seen.available)}::boolean[]
    ) with ordinality one(product_id, option_id, qty, seen_qty, seen_price, seen_on_sale, seen_available, place)
    on conflict (customer_id, product_id, option_id) do update set
      qty = excluded.qty, seen_qty = excluded.seen_qty,
      seen_price_minor = coalesce(excluded.seen_price_minor, cart_lines.seen_price_minor),
      seen_on_sale = coalesce(excluded.seen_on_sale, cart_lines.seen_on_sale),
      seen_available = coalesce(excluded.seen_available, cart_lines.seen_available)`.execute(db);
}

/** Deletes lines of a cart; lines that are not in the cart are ignored. */
export async function deleteLines(
  db: Tx,
  customerId: number,
  lines: readonly Pick<CartLineInput, "productId" | "optionId">[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    delete from cart_lines where customer_id = ${customerId} and (product_id, option_id) in (
      select * from unnest(${lines.map((line) => line.productId)}::integer[], ${lines.map((line) => line.optionId)}::integer[])
    )`.execute(db);
  await resetReminder(db, customerId);
}

/**
 * Removes everything that an order has used: lines, gifts, gift cards and the codes and points that paid. What is added
 * next counts as a new cart, for which a reminder may be sent.
 * @returns whether any lines are saved for the next order
 */
export async function emptyCart(db: Tx, customerId: number): Promise<{ has_saved_items: boolean }> {
  return db
    .with("lines", (cart) => cart.deleteFrom("cart_lines").where("customer_id", "=", customerId))
    .with("certificates", (cart) => cart.deleteFrom("cart_gift_cards").where("customer_id", "=", customerId))
    .with("gifts", (cart) => cart.deleteFrom("cart_gifts").where("customer_id", "=", customerId))
    .updateTable("carts")
    .set({ promo_code: null, gift_card_id: null, use_loyalty_points: false, reminded_at: null })
    .where("customer_id", "=", customerId)
    .returning(hasSavedItems.as("has_saved_items"))
    .executeTakeFirstOrThrow();
}

/**
 * Builds a query of (product, option) pairs that an order of the cart may take from stock: its lines, the chosen gifts
 * and the gift of its promo code. Some of them may turn out to be unavailable.
 */
export function buildOrderStockQuery(customerId: number): RawBuilder<unknown> {
  return sql`
    select product_id, option_id from cart_lines where customer_id = ${customerId}
    union select g.product_id, g.option_id from cart_gifts c join gift_tier_products g on g.product_id = c.product_id
      where c.customer_id = ${customerId}
    union select p.gift_product_id, coalesce(p.gift_option_id, 0) from carts c join promo_codes p on p.code = c.promo_code
      where c.customer_id = ${customerId} and p.gift_product_id is not null`;
}

/**
 * Clears the reminder mark of an empty cart: what is added next counts as a new cart, for which a reminder may be sent.
 */
export async function resetReminder(db: Tx, customerId: number): Promise<void> {
  await sql`
    update carts set reminded_at = null
    where customer_id = ${customerId} and reminded_at is not null
      and not exists (select from cart_lines l where l.customer_id = ${customerId})`.execute(db);
}

/** Replaces the products chosen as gifts. */
export async function setChosenGifts(db: Tx, customerId: number, productIds: readonly number[]): Promise<void> {
  await db.deleteFrom("cart_gifts").where("customer_id", "=", customerId).execute();
  if (productIds.length === 0) return;
  await db
    .insertInto("cart_gifts")
    .values(productIds.map((product_id) => ({ customer_id: customerId, product_id })))
    .execute();
}

/** Updates selections of a cart. */
export async function updateCart(db: Tx, customerId: number, selection: Partial<CartSelection>): Promise<void> {
  await db.updateTable("carts").set(selection).where("customer_id", "=", customerId).execute();
}
