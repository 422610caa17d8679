import type { StagedChange } from "../catalog/import/staged-changes.ts";
import type { ImportRow as EngineRow } from "../catalog/import/import-rows.ts";
import type { VariantCost } from "../purchasing/variant-costs.ts";
import type { ChangeKind } from "./schema.ts";
import type { ChangeRow } from "./sql.ts";

type Values = Record<string, Readonly<[unknown, unknown]>>;

const withdrawnStatuses: ReadonlySet<unknown> = new Set(["hidden", "discontinued"]);
const priceColumns: ReadonlySet<string> = new Set(["price_minor", "old_price_minor", "sale_ends_at", "cost"]);

/** Returns the kind of a change of a column. @param column that of a variant without `variant.` */
function getKind(column: string, value: unknown): ChangeKind {
  if (column === "stock") return "stock";
  if (priceColumns.has(column)) return "prices";
  return column === "status" && withdrawnStatuses.has(value) ? "withdrawn" : "details";
}

/** What a piece costs the store, in minor units. */
export type Cost = Pick<VariantCost, "cost_minor" | "currency">;

/**
 * Returns a row without the columns whose changes are left out; null if it is of a new product or option that is.
 * @param excluded the kinds of the changes of its line that are left out
 */
export function leaveOut(row: EngineRow, excluded: ReadonlySet<ChangeKind>): EngineRow | null {
  const isExcluded = (kind: ChangeKind) => excluded.has(kind);
  if (excluded.has("unreadable") || excluded.has("new")) return null;
  if (row.is_new) return row;
  const keep = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([column, value]) => !isExcluded(getKind(column, value))));
  return {
    ...row,
    product: keep(row.product),
    variant: keep(row.variant),
    images: isExcluded("details") ? null : row.images,
  };
}

/**
 * Splits what a staged line changes by kinds. Effects are added by the check.
 * @param cost what the line says about it
 */
export function toChangeRows(change: StagedChange, cost: Cost | undefined, currentCost: Cost | null): ChangeRow[] {
  const { line, product_id, option_id, reference, is_new, is_new_variant, current } = change;
  const values: Values = { ...change.values, ...getCostChange(change, cost, currentCost) };
  if (Object.keys(values).length === 0) return [];
  const byKind = new Map<ChangeKind, Values>();
  for (const [name, pair] of Object.entries(values)) {
    const kind = is_new ? "new" : is_new_variant ? "details" : getKind(name.replace("variant.", ""), pair[1]);
    byKind.set(kind, { ...byKind.get(kind), [name]: pair });
  }
  const getName = (column: string) => {
    const [, text] = values[column] ?? [];
    return typeof text === "string" ? text : "";
  };
  const name = is_new ? getName("name_ru") || getName("name_en") : (current?.name_ru ?? "");
  return [...byKind].map(([kind, kindValues]) => ({
    ...{ line, kind, product_id, option_id, reference, name, values: kindValues },
    ...{ effects: [], is_outlier: false, problem: null, is_included: true },
  }));
}

function getCostChange({ is_new, values }: StagedChange, cost: Cost | undefined, current: Cost | null): Values {
  // Without a price a draft has no variant, which the cost would belong to.
  if (!cost || (is_new && !values["variant.price_minor"])) return {};
  if (current?.cost_minor === cost.cost_minor && current.currency === cost.currency) return {};
  const from = current && { cost_minor: current.cost_minor, currency: current.currency };
  return { "variant.cost": [from, { cost_minor: cost.cost_minor, currency: cost.currency }] };
}
