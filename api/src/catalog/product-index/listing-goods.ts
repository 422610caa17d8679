import { type RawBuilder, sql } from "kysely";
import { cachedUntilInvalidated } from "../../platform/cache/cache.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ShippableGoods, ShippingTerms } from "../../platform/shipping-terms.ts";
import { isOneOf, priceAt, type SqlCondition } from "./listing-conditions.ts";

/** What products have in common that are shipped alike; the id is that of `product_goods`. */
export type ListedGoods = Readonly<{ lastId: number; byId: ReadonlyMap<number, ShippableGoods> }>;

const NEVER = -1;

const goodsCache = cachedUntilInvalidated(loadGoods);

/** Selects the id of the newest goods, to find out whether those that are known are complete. */
export const lastGoodsId: RawBuilder<number> = sql`(select coalesce(max(id), 0) from product_goods)`;

/** Returns the goods of all products. They are never changed, only added: see `lastGoodsId`. */
export function getGoods(db: Db): Promise<ListedGoods> {
  return goodsCache.get(db);
}

/** Lets the next call of `getGoods` read those that were added. */
export function invalidateGoods(db: Db): void {
  goodsCache.invalidate(db);
}

async function loadGoods(db: Db): Promise<ListedGoods> {
  const rows = await db
    .selectFrom("product_goods")
    .select(["id", "hazard", "hs_code", "weight_g", "size_mm"])
    .orderBy("id")
    .execute();
  return {
    lastId: rows.at(-1)?.id ?? 0,
    byId: new Map(rows.map(({ id, ...goods }) => [id, goods as ShippableGoods])),
  };
}

/**
 * Builds the condition for rows of `product_listing` whose products cannot be sent. The rules of delivery are not
 * repeated in SQL: they are asked for each kind of goods, which are few.
 */
export function buildUnshippableCondition(goods: ListedGoods, terms: ShippingTerms, now: Date): SqlCondition {
  const idsByPrice = new Map<number, number[]>();
  for (const [id, one] of goods.byId) {
    const maxPrice = terms.getMaxPriceRubMinor(one) ?? NEVER;
    const ids = idsByPrice.get(maxPrice);
    if (ids) ids.push(id);
    else idsByPrice.set(maxPrice, [id]);
  }
  const [most, ...others] = [...idsByPrice].toSorted(([, a], [, b]) => b.length - a.length);
  if (!most) return sql`false`;
  const cases = others.map(
    ([maxPrice, ids]) => sql`when ${isOneOf(sql`l.goods_id`, ids)} then ${exceeds(maxPrice, now)}`,
  );
  const [mostPrice] = most;
  return cases.length === 0
    ? exceeds(mostPrice, now)
    : sql`(case ${sql.join(cases, sql` `)} else ${exceeds(mostPrice, now)} end)`;
}

function exceeds(maxPriceRubMinor: number, now: Date): SqlCondition {
  if (maxPriceRubMinor === NEVER) return sql`true`;
  return Number.isFinite(maxPriceRubMinor) ? sql`${priceAt(now)} > ${maxPriceRubMinor}::bigint` : sql`false`;
}
