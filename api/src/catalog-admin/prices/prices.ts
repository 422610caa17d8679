import { productFeedNames } from "../../seo-feeds/product-feeds/feeds.ts";
import type { VariantKey } from "../../catalog/products/variant-prices.ts";
import { serializeThumbnail } from "../../content/images.ts";
import { listRatesWithoutMargin } from "../../money/service.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { Permission } from "../../staff/permissions.ts";
import { measureRecords, parseFilter } from "../../tasks/select-records.ts";
import {
  changeLimits,
  type PriceAdjustment,
  type PriceExportQuery,
  type PriceHistory,
  type PriceListQuery,
  type PricePage,
  type PricePreview,
  type PricePreviewRequest,
  type PriceRow,
  type SaleList,
  type VariantFilter,
  variantParams,
} from "./admin-schema.ts";
import { priceSelection } from "./price-selection.ts";
import { listSales } from "./sales-sql.ts";
import {
  listIdsOutside,
  type Calculation,
  countVariants,
  listPriceHistory,
  listPrices,
  type PriceListRow,
  summarizePrices,
} from "./sql.ts";

const MAX_HISTORY = 200;
const COST_CURRENCY = "JPY";

const toRubles = (minor: number) => Math.round(minor) / 100;
const toNullableRubles = (minor: number | null) => (minor === null ? null : toRubles(minor));

/** Returns the ids that the id of a variant consists of. */
export function parseVariantId(id: string): VariantKey {
  return variantParams.parse({ id }).id;
}

/**
 * Prepares the calculation of new prices: costs are converted with the rates of today without the margin of the store,
 * those in yen with the rate of the rule.
 */
export async function prepareCalculation(
  db: Db,
  adjustment: Calculation["adjustment"] & Pick<PriceAdjustment, "rate">,
  { overrides = [], now }: Partial<Pick<Calculation, "overrides">> & { now: Date },
): Promise<Calculation> {
  const currencies = await listRatesWithoutMargin(db);
  const rates = new Map(currencies.map(({ code, rubPerUnit }) => [code, Number(rubPerUnit)]));
  if (adjustment.rate !== undefined) rates.set(COST_CURRENCY, adjustment.rate);
  const digits = new Map(currencies.map(({ code, minorDigits }) => [code, minorDigits]));
  return { adjustment, overrides, rates, digits, now };
}

/** Returns a page of variants with the prices that a rule gives them. */
export async function getPricePage(
  db: Db,
  query: PriceListQuery,
  { locale, now }: { locale: Locale; now: Date },
): Promise<PricePage> {
  const { after, limit, ...shown } = query;
  const { filter, calculation, check, limits } = await prepareList(db, shown, now);
  const options = { check, limits, limit, locale };
  const [rows, total] = await Promise.all([
    listPrices(db, filter, calculation, { ...options, after: after === undefined ? undefined : parseVariantId(after) }),
    countVariants(db, filter, now),
  ]);
  const items = rows.slice(0, limit).map((row) => serializeRow(row, calculation));
  const next = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { items, next, total, rate: calculation.rates.get(COST_CURRENCY) ?? 0 };
}

/** Prepares what a list of prices is read with, from its query. */
export async function prepareList(db: Db, query: PriceExportQuery, now: Date) {
  const { rule, value, rate, delivery, rounding, growth, margin, check, sale_ends_at, ...filter } = query;
  const sale = sale_ends_at === undefined ? null : { ends_at: sale_ends_at };
  const calculation = await prepareCalculation(
    db,
    { rule, value, ...(rate === undefined ? {} : { rate }), delivery, rounding, sale },
    { now },
  );
  return { filter, calculation, check, limits: { growth, margin } };
}

function serializeRow(row: PriceListRow, { digits }: Calculation): PriceRow {
  const { id, product_id, option_id, name, option_name, reference, status, cost_minor, cost_currency, refusal } = row;
  return {
    ...{ id, product_id, option_id, name, option_name, reference, status, refusal },
    image: row.image && serializeThumbnail(row.image, name),
    cost: toNullableRubles(row.cost),
    supplier_cost:
      cost_minor === null || cost_currency === null
        ? null
        : { amount: cost_minor / 10 ** (digits.get(cost_currency) ?? 2), currency: cost_currency },
    price: toRubles(row.current),
    old_price: toNullableRubles(row.running_old),
    sale_ends_at: row.sale_ends_at?.toISOString() ?? null,
    new_price: toNullableRubles(row.new_minor),
    new_old_price: toNullableRubles(row.new_old_minor),
    lowest_price: toRubles(row.lowest_minor),
  };
}

/**
 * Returns what a task would change, with the fingerprint of the variants and their prices: a task that is started with it
 * changes these prices or nothing.
 * @throws Refusal `validation_failed`
 */
export async function previewPrices(
  db: Db,
  { filter, ids, adjustment, growth, margin }: PricePreviewRequest,
  { staffId, permissions, now }: { staffId: number; permissions: ReadonlySet<Permission>; now: Date },
): Promise<PricePreview> {
  // Before the summary: if a price changes between both, starting the task is refused.
  const reader = { staffId, permissions, now };
  const selection = await measureRecords(db, priceSelection, ids ? { ids } : { filter }, reader);
  const { overrides, ...rule } = adjustment;
  const enteredIds = ids ? [] : overrides.map(({ id }) => id);
  const outside_ids =
    enteredIds.length === 0
      ? []
      : await listIdsOutside(
          db,
          priceSelection.select({ filter: parseFilter(priceSelection, filter) }, reader),
          enteredIds,
        );
  const calculation = await prepareCalculation(db, rule, { overrides, now });
  const selected = ids ? ids.map(parseVariantId) : (parseFilter(priceSelection, filter) as VariantFilter);
  const row = await summarizePrices(db, selected, calculation, { growth, margin });
  const { price_not_positive, price_too_high, sale_price_not_lower, cost_unknown, offers, hidden_example, ...summary } =
    row;
  return {
    ...summary,
    ...{ selection, outside_ids },
    refused: { price_not_positive, price_too_high, sale_price_not_lower, cost_unknown },
    distribution: [0, ...changeLimits].map((_, index) => row.distribution?.[index] ?? 0),
    hidden_example: hidden_example && {
      reference: hidden_example.reference,
      old_price: toRubles(hidden_example.old_minor),
      lowest_price: toRubles(hidden_example.lowest_minor),
    },
    feed_offers: offers * productFeedNames.length,
  };
}

/** Returns the prices that a variant had, as far back as they are kept. */
export async function getPriceHistory(db: Db, key: VariantKey): Promise<PriceHistory> {
  const rows = await listPriceHistory(db, key, MAX_HISTORY);
  return {
    items: rows.map(({ valid_from: since, price_minor }) => ({
      since: since.toISOString(),
      price: toRubles(price_minor),
    })),
  };
}

/** Returns the sales that are running. */
export async function getSaleList(db: Db, now: Date): Promise<SaleList> {
  const rows = await listSales(db, now);
  return { items: rows.map(({ ends_at, ...row }) => ({ ...row, ends_at: ends_at?.toISOString() ?? null })) };
}

export { listSalesWithin, type SaleEndRow } from "./sales-sql.ts";
