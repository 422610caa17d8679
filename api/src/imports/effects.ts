import type { StagedChange } from "../catalog/import/staged-changes.ts";
import { type ExportLimit, findExceededExportLimit, findExportLimits } from "../customs/rules.ts";
import { convertToRub, type Currency } from "../money/currency.ts";
import { listRatesWithoutMargin } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { getSetting } from "../platform/settings/settings.ts";
import type { ImportProblem } from "./cell-values.ts";
import type { Cost } from "./changes.ts";
import { countWaitingCustomers } from "./effects-sql.ts";
import { getGrowth, isCost } from "./growth.ts";
import { maxPriceFall, maxPriceGrowth } from "./settings.ts";
import type { ChangeRow } from "./sql.ts";

/** The country whose export limit the check knows: most parcels of the store go there. */
const LIMITED_COUNTRY = "RU";

/** What a line changes, by kinds. */
export type LineChange = Readonly<{
  change: StagedChange;
  rows: readonly ChangeRow[];
  /** What a piece costs now, as far as it is known of a line with a price or cost. */
  currentCost: Cost | null;
}>;

/** What effects are calculated with. */
type EffectContext = Readonly<{
  growthLimit: number;
  fallLimit: number;
  exportLimits: readonly ExportLimit[];
  /** Those of costs, by code. */
  currencies: ReadonlyMap<string, Pick<Currency, "minorDigits" | "rubPerUnit">>;
}>;

export async function loadEffectContext(db: Db, now: Date): Promise<EffectContext> {
  return {
    growthLimit: await getSetting(db, maxPriceGrowth),
    fallLimit: await getSetting(db, maxPriceFall),
    exportLimits: await findExportLimits(db, LIMITED_COUNTRY, now),
    currencies: new Map((await listRatesWithoutMargin(db)).map((currency) => [currency.code, currency])),
  };
}

/** Effects that need the attention of a person. */
const outliers: ReadonlySet<string> = new Set([
  "price_growth",
  "price_fall",
  "sold_out",
  "not_to_russia",
  "below_cost",
  "draft_lacks",
]);

/** Adds to changes what they lead to. @param changes those of one batch of lines */
export async function addEffects(db: Db, context: EffectContext, changes: readonly LineChange[]): Promise<ChangeRow[]> {
  const restocked = changes.flatMap(({ change }) => {
    const [before, after] = change.values["variant.stock"] ?? [];
    return before === 0 && Number(after) > 0 && change.product_id !== null ? [change.product_id] : [];
  });
  const waiting = await countWaitingCustomers(db, restocked);
  return changes.flatMap((line) =>
    line.rows.map((row) => {
      const effects = listEffects(line, row, { ...context, waiting: waiting.get(row.product_id ?? 0) ?? 0 });
      return { ...row, effects, is_outlier: effects.some(({ code }) => outliers.has(code)) };
    }),
  );
}

function listEffects(line: LineChange, row: ChangeRow, context: EffectContext & { waiting: number }): ImportProblem[] {
  const { kind, values } = row;
  const effects = kind === "prices" || kind === "new" ? listPriceEffects(line, row, context) : [];
  const add = (code: string, params: ImportProblem["params"] = {}) => effects.push({ code, params });
  const [stockBefore, stock] = values["variant.stock"] ?? [];
  if (kind === "stock" && stock === 0) add("sold_out");
  if (kind === "stock" && stockBefore === 0 && Number(stock) > 0) add("back_in_stock", { count: context.waiting });
  if (kind === "new") {
    const missing = ["price", "hs_code", "customs_name_en"].filter((field) =>
      field === "price" ? !values["variant.price_minor"] : !values[field]?.[1],
    );
    if (missing.length > 0) add("draft_lacks", { fields: missing.join(" ") });
  }
  return effects;
}

function listPriceEffects(
  { change: { current }, currentCost }: LineChange,
  { kind, values }: ChangeRow,
  { growthLimit, fallLimit, exportLimits, currencies }: EffectContext,
): ImportProblem[] {
  const effects: ImportProblem[] = [];
  const add = (code: string, params: ImportProblem["params"] = {}) => effects.push({ code, params });
  const [, price] = values["variant.price_minor"] ?? [];
  const [, newCost] = values["variant.cost"] ?? [];
  for (const [field, pair] of [
    ["price", values["variant.price_minor"]] as const,
    ["cost", values["variant.cost"]] as const,
  ]) {
    const growth = getGrowth(pair);
    if (growth > growthLimit) add("price_growth", { field, percent: growth, limit: growthLimit });
    if (-growth > fallLimit) add("price_fall", { field, percent: -growth, limit: fallLimit });
  }
  if (kind === "prices" && typeof price === "number" && current) {
    const limit = findExceededExportLimit(exportLimits, current.hs_code.replaceAll(".", ""), price);
    if (limit) add("not_to_russia", { limit: limit.limit, currency: limit.currency.code });
  }
  const priceAfter = typeof price === "number" ? price : (current?.price_minor ?? null);
  const cost = isCost(newCost) ? newCost : typeof price === "number" ? currentCost : null;
  const currency = cost && currencies.get(cost.currency);
  if (currency && priceAfter !== null && convertToRub(cost.cost_minor, currency) >= priceAfter) add("below_cost");
  return effects;
}
