import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { PromoCode } from "./promo.ts";
import type { Coupon } from "./schema.ts";

/** Orders that came to nothing count for no rule. */
const CAME_TO_NOTHING = sql`('cancelled', 'refunded')`;

function promoCodes(customerId: number, where: RawBuilder<boolean>): RawBuilder<PromoCode> {
  return sql<PromoCode>`
    select c.id, c.code, c.kind, c.percent, c.amount_minor, c.gift_product_id, c.gift_option_id, c.starts_at, c.ends_at,
      c.min_sum_minor, c.max_uses, c.max_uses_customer, c.uses, c.first_order_only, c.customer_id, c.active,
      array(select product_id from promo_code_products where promo_code_id = c.id order by 1) as product_ids,
      array(select category_id from promo_code_categories where promo_code_id = c.id order by 1) as category_ids,
      (select count(*) from promo_uses u where u.promo_code_id = c.id and u.customer_id = ${customerId}) as used_by_customer,
      c.first_order_only and exists (
        select 1 from orders o where o.customer_id = ${customerId} and o.status not in ${CAME_TO_NOTHING}) as has_ordered
    from promo_codes c where ${where}`;
}

/** A code as it stands to a customer. @param code in its stored form. */
export async function findPromo(db: Db, code: string, customerId: number): Promise<PromoCode | undefined> {
  return (await promoCodes(customerId, sql<boolean>`c.code = ${code}`).execute(db)).rows[0];
}

/** Holds a code's row until the transaction ends. */
export async function lockPromo(db: Tx, code: string): Promise<void> {
  await db.selectFrom("promo_codes").select("id").where("code", "=", code).forUpdate().execute();
}

export async function addPromoUse(
  db: Tx,
  use: { orderId: number; promoId: number; customerId: number },
): Promise<void> {
  await db
    .insertInto("promo_uses")
    .values({ order_id: use.orderId, promo_code_id: use.promoId, customer_id: use.customerId })
    .execute();
  await countUse(db, use.promoId, 1);
}

/** Takes back the use of a code by an order, once however often it is asked. */
export async function dropPromoUse(db: Tx, orderId: number): Promise<void> {
  const use = await db
    .deleteFrom("promo_uses")
    .where("order_id", "=", orderId)
    .returning("promo_code_id")
    .executeTakeFirst();
  if (use) await countUse(db, use.promo_code_id, -1);
}

async function countUse(db: Tx, promoId: number, by: 1 | -1): Promise<void> {
  await db
    .updateTable("promo_codes")
    .set((row) => ({ uses: row("uses", "+", by) }))
    .where("id", "=", promoId)
    .execute();
}

export type CouponRow = PromoCode & {
  gift: string | null;
  categories: string[];
  goods: Coupon["goods"];
  /** The customer's last order with it. */
  order_id: number | null;
  used_at: Date | null;
};

const MOST_COUPONS = 100;
/** Single products that a coupon names; how many more there are it tells as a number. */
const GOODS_NAMED = 3;

/** The codes a customer may know of: his own, those he used, and those that the shop shows to everybody and that run. */
export async function couponsOf(db: Db, customerId: number, locale: Locale, now: Date): Promise<CouponRow[]> {
  const name = sql.ref(locale === "ru-RU" ? "name_ru" : "name_en");
  const { rows } = await sql<CouponRow>`
    select promo.*, used.order_id, used.placed_at as used_at,
      (select ${name} from products where id = promo.gift_product_id) as gift,
      array(select ${name} from categories where id = any(promo.category_ids) order by position) as categories,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'of', kind, 'link_rewrite', slug) order by kind, place), '[]') from (
        select ${name} as name, 'category' as kind, slug, position as place from categories where id = any(promo.category_ids)
        union all
        (select ${name}, 'product', slug, id from products where id = any(promo.product_ids) and status = 'active'
          order by id limit ${sql.lit(GOODS_NAMED)})
      ) goods) as goods
    from (${promoCodes(customerId, sql<boolean>`true`)}) promo
    join promo_codes c on c.id = promo.id
    left join lateral (
      select u.order_id, o.placed_at from promo_uses u join orders o on o.id = u.order_id
      where u.promo_code_id = promo.id and u.customer_id = ${customerId} order by o.placed_at desc limit 1
    ) used on true
    where promo.customer_id = ${customerId} or used.order_id is not null
      or (promo.customer_id is null and c.listed and c.active
        and (c.starts_at is null or c.starts_at <= ${now}) and (c.ends_at is null or c.ends_at > ${now}))
    order by (promo.customer_id is not null) desc, promo.ends_at nulls last, promo.id limit ${sql.lit(MOST_COUPONS)}`.execute(
    db,
  );
  return rows;
}
