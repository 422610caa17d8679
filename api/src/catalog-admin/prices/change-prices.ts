import { lockStock } from "../../catalog/products/stock.ts";
import {
  listStoredPrices,
  type StoredPriceRow,
  updatePrices,
  type VariantKey,
} from "../../catalog/products/variant-prices.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { ActionContext, BatchOutcome } from "../../staff/admin-action.ts";
import { getVariantFieldName } from "../editor/admin-schema.ts";
import {
  type ChangePriceRequest,
  type PriceOverride,
  refusals,
  type RestorePriceRequest,
  type StoredPrice,
} from "./admin-schema.ts";
import { prepareCalculation } from "./prices.ts";
import { type CalculatedRow, calculatePrices } from "./sql.ts";

/** The prices of a variant before and after a change. */
export type ChangedPrice = Readonly<{ from: StoredPrice; to: StoredPrice }>;

type Call<Input> = Readonly<{ params: Readonly<{ id: VariantKey }>; input: Input }>;
type Outcome = BatchOutcome<ChangedPrice | null>;

const getId = ({ productId, optionId }: VariantKey) => `${productId}-${optionId}`;

/**
 * Gives variants the prices that a rule or a person gives them, with one calculation and one update for all.
 * @returns for each call what has changed, or the refusal `not_found`, `price_changed` if price or cost are others than
 * they were selected, `cost_unknown`, `price_not_positive`, `price_too_high`, `sale_price_not_lower`, `sale_period_invalid`
 */
export async function changePrices(
  tx: Tx,
  calls: readonly Call<ChangePriceRequest>[],
  { now }: Pick<ActionContext, "now">,
): Promise<Outcome[]> {
  await lockStock(
    tx,
    calls.map(({ params }) => params.id),
  );
  const outcomes = new Map<Call<ChangePriceRequest>, Outcome>();
  const prices: StoredPriceRow[] = [];
  const byRule = Map.groupBy(calls, ({ input }) => JSON.stringify(input.adjustment));
  for (const group of byRule.values()) {
    const { adjustment } = group[0]?.input ?? {};
    if (!adjustment) continue;
    const overrides = group.flatMap(({ params, input: { price } }): PriceOverride[] =>
      price === null ? [] : [{ id: getId(params.id), price }],
    );
    const calculation = await prepareCalculation(tx, adjustment, { overrides, now });
    const rows = await calculatePrices(
      tx,
      group.map(({ params }) => params.id),
      calculation,
    );
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    for (const call of group) {
      const row = rowsById.get(getId(call.params.id));
      const price = row ? toNewPrice(row) : null;
      const outcome = checkRow(row, price, call.input, now);
      outcomes.set(call, outcome);
      if (price && "changes" in outcome && outcome.changes !== null) prices.push(price);
    }
  }
  await updatePrices(tx, prices);
  return calls.map((call) => getOutcome(outcomes, call));
}

function checkRow(
  row: CalculatedRow | undefined,
  price: StoredPriceRow | null,
  { version, adjustment: { sale } }: ChangePriceRequest,
  now: Date,
): Outcome {
  if (!row) return { refusal: refuse(commonRefusals, "not_found") };
  const stored = version.includes("@") ? `${row.version}@${row.current}` : row.version;
  if (stored !== version) return { refusal: refuse(refusals, "price_changed") };
  if (sale && new Date(sale.ends_at) <= now) return { refusal: refuse(refusals, "sale_period_invalid") };
  if (row.refusal !== null) return { refusal: refuse(refusals, row.refusal) };
  if (!price) return { result: null, changes: null };
  return toOutcome(row, price);
}

/** Returns the prices that a variant gets; null if they stay. */
function toNewPrice({ product_id, option_id, is_changed, new_minor, ...row }: CalculatedRow): StoredPriceRow | null {
  if (!is_changed || new_minor === null) return null;
  const { new_old_minor: old_price_minor, new_ends_at: sale_ends_at } = row;
  return { product_id, option_id, price_minor: new_minor, old_price_minor, sale_ends_at };
}

/**
 * Takes back changes of prices. The crossed-out price follows from the price history, also then (docs/domain/catalog.md).
 * @returns for each call what has changed, or the refusal `not_found` or `state_changed`
 */
export async function restorePrices(tx: Tx, calls: readonly Call<RestorePriceRequest>[]): Promise<Outcome[]> {
  const keys = calls.map(({ params }) => params.id);
  await lockStock(tx, keys);
  const rows = await listStoredPrices(tx, keys);
  const rowsById = new Map(rows.map((row) => [getId({ productId: row.product_id, optionId: row.option_id }), row]));
  const prices: StoredPriceRow[] = [];
  const outcomes = calls.map(({ params, input: { from, to } }): Outcome => {
    const row = rowsById.get(getId(params.id));
    if (!row) return { refusal: refuse(commonRefusals, "not_found") };
    if (JSON.stringify(toStoredPrice(row)) !== JSON.stringify(from))
      return { refusal: refuse(refusals, "state_changed") };
    const price = toRow(row, to);
    prices.push(price);
    return toOutcome(row, price);
  });
  await updatePrices(tx, prices);
  return outcomes;
}

function toOutcome(row: StoredPriceRow, price: StoredPriceRow): Outcome {
  const [from, to] = [toStoredPrice(row), toStoredPrice(price)];
  const changes = (["price", "old_price"] as const).map((field): FieldChange => ({
    field: getVariantFieldName(row.option_id, field),
    ...{ from: from[field], to: to[field] },
  }));
  const saleEnd = { field: `option_${row.option_id}_sale_ends_at`, from: from.sale_ends_at, to: to.sale_ends_at };
  return { result: { from, to }, changes: [...changes, saleEnd].filter((change) => change.from !== change.to) };
}

function toStoredPrice({ price_minor, old_price_minor, sale_ends_at }: StoredPriceRow): StoredPrice {
  return {
    price: price_minor / 100,
    old_price: old_price_minor === null ? null : old_price_minor / 100,
    sale_ends_at: sale_ends_at?.toISOString() ?? null,
  };
}

function toRow(
  { product_id, option_id }: StoredPriceRow,
  { price, old_price, sale_ends_at }: StoredPrice,
): StoredPriceRow {
  return {
    ...{ product_id, option_id },
    price_minor: Math.round(price * 100),
    old_price_minor: old_price === null ? null : Math.round(old_price * 100),
    sale_ends_at: sale_ends_at === null ? null : new Date(sale_ends_at),
  };
}

function getOutcome<K>(outcomes: ReadonlyMap<K, Outcome>, call: K): Outcome {
  const outcome = outcomes.get(call);
  if (!outcome) throw new Error("a change of a price has no outcome");
  return outcome;
}
