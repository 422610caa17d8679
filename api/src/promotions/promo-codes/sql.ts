import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { PromoCode } from "./promo-code.ts";
import type { Coupon } from "../schema.ts";

/** Canceled and refunded orders count for no rule (docs/domain/promotions.md). */
const CANCELED_STATUSES = sql`('cancelled', 'refunded')`;

/** Selects promo codes, aliased as c in `where`, with their use by a customer. */
function buildPromoCodesQuery(customerId: number, where: RawBuilder<boolean>): RawBuilder<PromoCode> {
  return sql<PromoCode>`
    select c.id, c.code, c.kind, c.percent, c.amount_minor, c.gift_product_id, c.gift_option_id, c.starts_at, c.ends_at,
      c.min_sum_minor, c.max_uses, c.max_uses_customer, c.uses, c.first_order_only, c.customer_id, c.active,
      array(select product_id from promo_code_products where promo_code_id = c.id order by 1) as product_ids,
      array(select category_id from promo_code_categories where promo_code_id = c.id order by 1) as category_ids,
      (select count(*) from promo_code_uses u where u.promo_code_id = c.id and u.customer_id = ${customerId}) as used_by_customer,
      c.first_order_only and exists (
        select 1 from orders o where o.customer_id = ${customerId} and o.status not in ${CANCELED_STATUSES}) as has_ordered
    from promo_codes c where ${where}`;
}

/**
 * Finds a code with its use by a customer.
 * @param code in its stored form
 */
export async function findPromoCode(db: Db, code: string, customerId: number): Promise<PromoCode | undefined> {
  return (await buildPromoCodesQuery(customerId, sql<boolean>`c.code = ${code}`).execute(db)).rows[0];
}

/** Locks a code's row until the transaction ends. */
export async function lockPromoCode(db: Tx, code: string): Promise<void> {
  await db.selectFrom("promo_codes").select("id").where("code", "=", code).forUpdate().execute();
}

/** Records that an order uses a code; the caller must hold the code's row lock. */
export async function addPromoUse(
  db: Tx,
  use: { orderId: number; promoId: number; customerId: number },
): Promise<void> {
  await db
    .insertInto("promo_code_uses")
    .values({ order_id: use.orderId, promo_code_id: use.promoId, customer_id: use.customerId })
    .execute();
  await changeUseCount(db, use.promoId, 1);
}

/** Removes the use of a code by an order; idempotent. */
export async function removePromoUse(db: Tx, orderId: number): Promise<void> {
  const use = await db
    .deleteFrom("promo_code_uses")
    .where("order_id", "=", orderId)
    .returning("promo_code_id")
    .executeTakeFirst();
  if (use) await changeUseCount(db, use.promo_code_id, -1);
}

async function changeUseCount(db: Tx, promoId: number, delta: 1 | -1): Promise<void> {
  await db
    .updateTable("promo_codes")
    .set((row) => ({ uses: row("uses", "+", delta) }))
    .where("id", "=", promoId)
    .execute();
}

/** A promo code with what its coupon shows: names in the requested language. */
export type CouponRow = PromoCode & {
  gift: string | null;
  categories: string[];
  goods: Coupon["goods"];
  /** The customer's last order in which it was used. */
  order_id: number | null;
  used_at: Date | null;
};

const MAX_COUPONS = 100;
/** How many single products a coupon lists by name; the rest is given as a number. */
const MAX_NAMED_PRODUCTS = 3;

/** Lists the codes that a customer may see: their own, those they have used, and the public ones that are active. */
export async function listCustomerCoupons(db: Db, customerId: number, locale: Locale, now: Date): Promise<CouponRow[]> {
  const name = sql.ref(locale === "ru-RU" ? "name_ru" : "name_en");
  const { rows } = await sql<CouponRow>`
    select promo.*, used.order_id, used.placed_at as used_at,
      (select ${name} from products where id = promo.gift_product_id) as gift,
      array(select ${name} from categories where id = any(promo.category_ids) order by position) as categories,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'of', kind, 'link_rewrite', slug) order by kind, place), '[]') from (
        select ${name} as name, 'category' as kind, slug, position as place from categories where id = any(promo.category_ids)
        union all
        (select ${name}, 'product', slug, id from products where id = any(promo.product_ids) and status = 'active'
          order by id limit ${sql.lit(MAX_NAMED_PRODUCTS)})
      ) goods) as goods
    from (${buildPromoCodesQuery(customerId, sql<boolean>`true`)}) promo
    join promo_codes c on c.id = promo.id
    left join lateral (
      select u.order_id, o.placed_at from promo_code_uses u join orders o on o.id = u.order_id
      where u.promo_code_id = promo.id and u.customer_id = ${customerId} order by o.placed_at desc limit 1
    ) used on true
    where promo.customer_id = ${customerId} or used.order_id is not null
      or (promo.customer_id is null and c.listed and c.active
        and (c.starts_at is null or c.starts_at <= ${now}) and (c.ends_at is null or c.ends_at > ${now}))
    order by (promo.customer_id is not null) desc, promo.ends_at nulls last, promo.id limit ${sql.lit(MAX_COUPONS)}`.execute(
    db,
  );
  return rows;
}
