import { type RawBuilder, sql } from "kysely";
import type { ProductStatus } from "../../catalog/admin-schema.ts";
import type { StoredPriceRow, VariantKey } from "../../catalog/products/variant-prices.ts";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { parseStaffSearch, selectStaffMatches } from "../../search/staff-search.ts";
import { buildProductConditions } from "../admin-sql.ts";
import {
  type AdjustPricesInput,
  changeLimits,
  MAX_PRICE,
  type PriceAdjustment,
  type PriceCheck,
  type PriceOverride,
  type PriceRow,
  type PriceRounding,
  type VariantFilter,
} from "./admin-schema.ts";

/** A search finds at most this many products. */
const MAX_MATCHES = 100_000;

/** Variants as v, their products as p and their costs as c. */
const variantTables = sql`product_variants v join products p on p.id = v.product_id
  left join variant_costs c on (c.product_id, c.option_id) = (v.product_id, v.option_id)`;

/** The id of a variant in the API. */
const variantIdColumn = sql`v.product_id || '-' || v.option_id`;

/** Stands for the prices of a variant. */
const pricesVersion = sql`concat_ws('/', v.price_minor, coalesce(v.old_price_minor::text, '-'),
  coalesce(extract(epoch from v.sale_ends_at)::text, '-'))`;
/** Stands for the prices and the cost of a variant. */
const version = sql`concat_ws('/', ${pricesVersion}, c.cost_minor, c.currency)`;

function buildConditions(
  { q, category, brand, status, products, view = "all", stock, sale, ends_at: endsAt }: VariantFilter,
  now: Date,
): RawBuilder<unknown> {
  const conditions = [...buildProductConditions({ view, stock })];
  if (products !== undefined) conditions.push(sql`p.id = any(${products.split(",").map(Number)}::integer[])`);
  if (brand !== undefined) conditions.push(sql`p.brand_id = ${brand}`);
  if (category !== undefined)
    conditions.push(sql`p.category_id in (select k.id from categories k where k.path @> array[${category}::integer])`);
  if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (sale !== undefined)
    conditions.push(
      sql`v.old_price_minor is not null and (v.sale_ends_at is null or ${sale === "running"} and v.sale_ends_at > ${now})`,
    );
  if (endsAt !== undefined)
    conditions.push(sql`v.old_price_minor is not null and v.sale_ends_at = ${new Date(endsAt)}`);
  if (q !== undefined)
    conditions.push(
      sql`p.id = any(array(select found.id from ${selectStaffMatches(parseStaffSearch(q), MAX_MATCHES)} found))`,
    );
  return sql.join(conditions, sql` and `);
}

/** The condition that a variant is one of some. */
function isOneOf(keys: readonly VariantKey[]): RawBuilder<unknown> {
  return sql`(v.product_id, v.option_id) in (select * from unnest(
    ${keys.map(({ productId }) => productId)}::integer[], ${keys.map(({ optionId }) => optionId)}::integer[]))`;
}

/** Selects the variants of a filter, or some of them, with the version of their prices. */
export function selectVariants(selection: VariantFilter | readonly VariantKey[], now: Date): RawBuilder<unknown> {
  const condition = Array.isArray(selection)
    ? isOneOf(selection as readonly VariantKey[])
    : buildConditions(selection as VariantFilter, now);
  return sql`select ${variantIdColumn} as id, jsonb_build_object('version', ${version}, 'prices', ${pricesVersion},
      'current', price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, ${now})) as base
    from ${variantTables} where ${condition}`;
}

/** What new prices are calculated with: the rule, the sale, the prices entered by hand and the rates of today. */
export type Calculation = Readonly<{
  adjustment: Omit<PriceAdjustment, "rate"> & Partial<Pick<AdjustPricesInput, "sale">>;
  overrides: readonly PriceOverride[];
  /** Rubles for one unit, by currency; the yen with the rate of the rule. */
  rates: ReadonlyMap<string, number>;
  /** The digits after the decimal point, by currency. */
  digits: ReadonlyMap<string, number>;
  now: Date;
}>;

const roundings: Record<PriceRounding, (price: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  none: (price) => sql`round(${price})`,
  nearest_10: (price) => sql`round(${price} / 1000) * 1000`,
  up_10: (price) => sql`ceil(${price} / 1000) * 1000`,
  up_90: (price) => sql`ceil((${price} - 9000) / 10000) * 10000 + 9000`,
  up_100: (price) => sql`ceil(${price} / 10000) * 10000`,
};

/** The cost of a piece with its delivery, in kopecks; null if it or the rate of its currency is not known. */
function buildCost({ adjustment, rates, digits }: Calculation): RawBuilder<unknown> {
  const factors = Object.fromEntries(
    [...rates].map(([code, rate]) => [code, (rate * 100) / 10 ** (digits.get(code) ?? 2)]),
  );
  return sql`c.cost_minor * (${JSON.stringify(factors)}::jsonb ->> c.currency)::numeric * ${adjustment.delivery}::numeric`;
}

/** The price by the rule in kopecks, before rounding; null if the rule leaves the price or the cost is not known. */
function buildRule({ rule, value }: Calculation["adjustment"]): RawBuilder<unknown> {
  if (rule === "formula") return sql`cost * ${value}::numeric`;
  if (rule === "percent") return sql`base * (100 + ${value}::numeric) / 100`;
  if (rule === "amount") return sql`base + ${value}::numeric * 100`;
  return rule === "regular" ? sql`case when running_old is not null then regular end` : sql`null::numeric`;
}

/**
 * Selects variants with their prices now and the ones that a rule gives them, all in kopecks (docs/domain/prices.md). The
 * price that a rule changes is the one in force; for a sale it is the one without a sale. The one place where new prices
 * are calculated: lists, previews and tasks use it.
 * @param condition of v, p and c
 */
function selectCalculated(calculation: Calculation, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const { adjustment, overrides, now } = calculation;
  const { rule, rounding, sale = null } = adjustment;
  const ends = sale === null ? null : new Date(sale.ends_at);
  const manual = JSON.stringify(Object.fromEntries(overrides.map(({ id, price }) => [id, Math.round(price * 100)])));
  return sql`
    select priced.*,
      case
        when new_minor is null then ${rule === "formula" ? sql`case when cost is null then 'cost_unknown' end` : sql`null`}
        when new_minor <= 0 then 'price_not_positive'
        when new_minor > ${sql.lit(MAX_PRICE * 100)} then 'price_too_high'
        ${sale === null ? sql`` : sql`when new_minor >= regular then 'sale_price_not_lower'`}
      end as refusal,
      ${sale === null ? sql`case when running_old > new_minor then running_old end` : sql`regular`} as new_old_minor,
      ${sale === null ? sql`case when running_old > new_minor then sale_ends_at end` : sql`${ends}::timestamptz`} as new_ends_at
    from (
      select based.*, coalesce(manual_minor, ${roundings[rule === "regular" ? "none" : rounding](sql`(${buildRule(adjustment)})`)})::bigint as new_minor
      from (
        select v.product_id, v.option_id, ${variantIdColumn} as id, v.price_minor, v.old_price_minor, v.sale_ends_at, v.stock,
          ${rule === "formula" ? version : pricesVersion} as version, current.minor as current, current.regular, current.running_old,
          ${sale === null ? sql`current.minor` : sql`current.regular`} as base, ${buildCost(calculation)} as cost,
          (${manual}::jsonb ->> (${variantIdColumn}))::bigint as manual_minor,
          c.cost_minor, c.currency as cost_currency, p.status, p.reference, p.description_ru
        from ${variantTables}
        cross join lateral (
          select price_in_force(v.price_minor, v.old_price_minor, v.sale_ends_at, ${now}) as minor,
            coalesce(v.old_price_minor, v.price_minor) as regular,
            case when v.sale_ends_at <= ${now} then null else v.old_price_minor end as running_old
        ) current
        where ${condition}
      ) based
    ) priced`;
}

/** The lowest price of the last 30 days, as the database compares it with a new one. */
const lowest = sql`coalesce(lowest_price_before(product_id, option_id, now()), current)`;

/** Whether the price changes. Only the end of a sale may differ too. */
const changes = sql`(refusal is null and new_minor is not null
  and (new_minor, new_old_minor, new_ends_at) is distinct from (current, running_old, case when running_old is null then null else sale_ends_at end))`;
const risePercent = sql`((new_minor - current) * 100.0 / current)`;
const marginPercent = sql`((1 - cost / nullif(coalesce(new_minor, current), 0)) * 100)`;
const isDiscountHidden = sql`(${changes} and new_old_minor is not null and ${lowest} <= new_minor)`;

export type Limits = Readonly<{ growth: number; margin: number }>;

function buildCheck(check: PriceCheck, { growth, margin }: Limits): RawBuilder<unknown> {
  if (check === "growth") return sql`${changes} and ${risePercent} > ${growth}::numeric`;
  if (check === "margin") return sql`${marginPercent} < ${margin}::numeric`;
  if (check === "discount") return isDiscountHidden;
  return check === "refused" ? sql`refusal is not null` : sql`cost is null`;
}

/** Lists those of some variants that are not among others. @param records selects the `id` of the others */
export async function listIdsOutside(db: Db, records: RawBuilder<unknown>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select entered.id from unnest(${[...ids]}::text[]) entered (id)
    where not exists (select from (${records}) selected where selected.id = entered.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** A row of the list; amounts in kopecks. */
export type PriceListRow = {
  id: string;
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  reference: string;
  status: ProductStatus;
  image: MediaRow | null;
  cost: number | null;
  cost_minor: number | null;
  cost_currency: string | null;
  current: number;
  running_old: number | null;
  sale_ends_at: Date | null;
  new_minor: number | null;
  new_old_minor: number | null;
  refusal: PriceRow["refusal"];
  lowest_minor: number;
  /** The prices as they are stored, whether or not a sale has ended. */
  price_minor: number;
  old_price_minor: number | null;
  stored_ends_at: Date | null;
};

type ListOptions = Readonly<{
  check: PriceCheck | undefined;
  limits: Limits;
  after: VariantKey | undefined;
  limit: number;
  locale: Locale;
}>;

/**
 * Lists variants with their new prices, in order of their ids.
 * @returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function listPrices(
  db: Db,
  filter: VariantFilter,
  calculation: Calculation,
  { check, limits, after, limit, locale }: ListOptions,
): Promise<PriceListRow[]> {
  const { now } = calculation;
  const name = locale === "ru-RU" ? sql`name_ru` : sql`name_en`;
  const position = after ? sql`(v.product_id, v.option_id) > (${after.productId}, ${after.optionId})` : sql`true`;
  const { rows } = await sql<PriceListRow>`
    select r.id, r.product_id, r.option_id, p.${name} as name, v.${name} as option_name, r.reference, r.status,
      r.cost::double precision as cost, r.cost_minor, r.cost_currency, r.current, r.running_old,
      r.price_minor, r.old_price_minor, r.sale_ends_at as stored_ends_at,
      case when r.running_old is not null then r.sale_ends_at end as sale_ends_at,
      r.new_minor, case when r.new_minor is null then r.running_old else r.new_old_minor end as new_old_minor, r.refusal,
      coalesce(lowest_price_before(r.product_id, r.option_id, now()), r.current) as lowest_minor,
      (select jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height)
        from product_images i join media d on d.id = i.media_id where i.product_id = r.product_id order by i.position limit 1)
        as image
    from (
      select * from (${selectCalculated(calculation, sql`${buildConditions(filter, now)} and ${position}`)}) calculated
      where ${check === undefined ? sql`true` : buildCheck(check, limits)}
      order by product_id, option_id limit ${limit + 1}
    ) r
    join products p on p.id = r.product_id
    join product_variants v on (v.product_id, v.option_id) = (r.product_id, r.option_id)
    order by r.product_id, r.option_id`.execute(db);
  return rows;
}

/** Whether a condition of a filter needs the products; without them, an index counts the variants. */
function hasProductCondition({ q, category, brand, status, products, view, stock }: VariantFilter): boolean {
  return [q, category, brand, status, products, view, stock].some((value) => value !== undefined);
}

export async function countVariants(db: Db, filter: VariantFilter, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from product_variants v
    ${hasProductCondition(filter) ? sql`join products p on p.id = v.product_id` : sql``}
    where ${buildConditions(filter, now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the variants of a filter with one of the checks of their new prices. */
export async function countCheckedPrices(
  db: Db,
  filter: VariantFilter,
  calculation: Calculation,
  { check, limits }: { check: PriceCheck; limits: Limits },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (${selectCalculated(calculation, buildConditions(filter, calculation.now))}) calculated
    where ${buildCheck(check, limits)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type PriceSummaryRow = {
  changed: number;
  rises: number;
  falls: number;
  unchanged: number;
  price_not_positive: number;
  price_too_high: number;
  sale_price_not_lower: number;
  cost_unknown: number;
  median_change: number | null;
  average_margin: number | null;
  distribution: Record<string, number> | null;
  outliers: number;
  low_margins: number;
  hidden_discounts: number;
  /** In kopecks. */
  hidden_example: { reference: string; old_minor: number; lowest_minor: number } | null;
  emails: number;
  offers: number;
};

/** Summarizes what a rule changes, with one statement for any number of variants. */
export async function summarizePrices(
  db: Db,
  selection: VariantFilter | readonly VariantKey[],
  calculation: Calculation,
  { growth, margin }: Limits,
): Promise<PriceSummaryRow> {
  const { now } = calculation;
  const condition = Array.isArray(selection)
    ? isOneOf(selection as readonly VariantKey[])
    : buildConditions(selection as VariantFilter, now);
  const refused = (code: NonNullable<PriceRow["refusal"]>) => sql`count(*) filter (where refusal = ${sql.lit(code)})`;
  const { rows } = await sql<PriceSummaryRow>`
    with calculated as materialized (${selectCalculated(calculation, condition)}),
    changed as materialized (
      select *, ${risePercent} as rise, new_minor - current as difference from calculated where ${changes}
    ),
    reduced as materialized (
      select product_id, option_id, reference, new_old_minor, new_minor from changed where new_old_minor is not null
    ),
    -- As lowest_price_before(), for all of them at once: the prices that applied within the last 30 days.
    lowest as materialized (
      select product_id, option_id, min(price_minor) as lowest_minor
      from (
        select h.product_id, h.option_id, h.price_minor,
          lead(h.valid_from) over (partition by h.product_id, h.option_id order by h.valid_from) as valid_until
        from price_history h where (h.product_id, h.option_id) in (select product_id, option_id from reduced)
      ) prices
      where valid_until is null or valid_until > now() - interval '30 days' group by product_id, option_id
    ),
    hidden as materialized (
      select r.reference, r.new_old_minor, l.lowest_minor
      from reduced r join lowest l using (product_id, option_id) where l.lowest_minor <= r.new_minor
    )
    select (select count(*) from changed) as changed,
      (select count(*) filter (where difference > 0) from changed) as rises,
      (select count(*) filter (where difference < 0) from changed) as falls,
      count(*) filter (where refusal is null and not coalesce(${changes}, false)) as unchanged,
      ${refused("price_not_positive")} as price_not_positive, ${refused("price_too_high")} as price_too_high,
      ${refused("sale_price_not_lower")} as sale_price_not_lower, ${refused("cost_unknown")} as cost_unknown,
      (select percentile_cont(0.5) within group (order by rise)::double precision from changed where difference <> 0)
        as median_change,
      avg(${marginPercent}) filter (where refusal is null)::double precision as average_margin,
      (select jsonb_object_agg(bucket, count) from (
        select width_bucket(rise, ${sql.lit(`{${changeLimits.join(",")}}`)}::numeric[]) as bucket, count(*) as count
        from changed where difference <> 0 group by bucket) buckets) as distribution,
      (select count(*) from changed where rise > ${growth}::numeric) as outliers,
      count(*) filter (where refusal is null and ${marginPercent} < ${margin}::numeric) as low_margins,
      (select count(*) from hidden) as hidden_discounts,
      (select jsonb_build_object('reference', reference, 'old_minor', new_old_minor, 'lowest_minor', lowest_minor)
        from hidden order by reference limit 1) as hidden_example,
      (select count(*) from product_alerts a join changed n using (product_id, option_id)
        where a.kind = 'price_drop' and a.sent_at is null and n.status = 'active' and n.stock > 0 and n.new_minor < a.price_minor
          and n.current >= a.price_minor) as emails,
      (select count(*) from changed n where n.status = 'active' and n.description_ru <> ''
        and exists (select from product_images i where i.product_id = n.product_id)) as offers
    from calculated`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("an aggregate returned no row");
  return row;
}

/**
 * Prices of a variant in kopecks: as they are stored, and as they become. `version` stands for what they are calculated
 * from: the prices, and for a formula the cost.
 */
export type CalculatedRow = StoredPriceRow & {
  id: string;
  version: string;
  /** The price in force, in kopecks. */
  current: number;
  refusal: PriceRow["refusal"];
  new_minor: number | null;
  new_old_minor: number | null;
  new_ends_at: Date | null;
  is_changed: boolean;
};

/** Calculates the new prices of variants, which are locked. */
export async function calculatePrices(
  db: Db,
  keys: readonly VariantKey[],
  calculation: Calculation,
): Promise<CalculatedRow[]> {
  const { rows } = await sql<CalculatedRow>`
    select product_id, option_id, id, version, current, price_minor, old_price_minor, sale_ends_at, refusal, new_minor, new_old_minor,
      new_ends_at, coalesce(${changes}, false) as is_changed
    from (${selectCalculated(calculation, isOneOf(keys))}) calculated`.execute(db);
  return rows;
}

/** Lists the prices of a variant with the times from which they applied, newest first. */
export async function listPriceHistory(
  db: Db,
  { productId, optionId }: VariantKey,
  limit: number,
): Promise<{ valid_from: Date; price_minor: number }[]> {
  return db
    .selectFrom("price_history")
    .select(["valid_from", "price_minor"])
    .where("product_id", "=", productId)
    .where("option_id", "=", optionId)
    .orderBy("valid_from", "desc")
    .limit(limit)
    .execute();
}
