import type { StagedChange } from "../catalog/import/staged-changes.ts";
import { type ExportLimit, findExceededExportLimit, findExportLimits } from "../customs/rules.ts";
import { convertToRub, type Currency } from "../money/currency.ts";
import { getCurrencyWithoutMargin } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { getSetting } from "../platform/settings/settings.ts";
import type { ImportProblem } from "./cell-values.ts";
import { countWaitingCustomers } from "./effects-sql.ts";
import { getGrowth, isCost } from "./growth.ts";
import { maxPriceGrowth } from "./settings.ts";
import type { ChangeRow } from "./sql.ts";

/** The country whose export limit the check knows: most parcels of the store go there. */
const LIMITED_COUNTRY = "RU";

/** What effects are calculated with. */
export type EffectContext = Readonly<{
  growthLimit: number;
  exportLimits: readonly ExportLimit[];
  costCurrency: Currency;
}>;

export async function loadEffectContext(db: Db, costCurrency: string, now: Date): Promise<EffectContext> {
  return {
    growthLimit: await getSetting(db, maxPriceGrowth),
    exportLimits: await findExportLimits(db, LIMITED_COUNTRY, now),
    costCurrency: await getCurrencyWithoutMargin(db, costCurrency),
  };
}

/** Effects that need the attention of a person. */
const outliers: ReadonlySet<string> = new Set([
  "price_growth",
  "sold_out",
  "not_to_russia",
  "below_cost",
  "draft_lacks",
]);

/** Adds to changes what they lead to. @param changes those of one batch of lines */
export async function addEffects(
  db: Db,
  context: EffectContext,
  changes: readonly { change: StagedChange; rows: readonly ChangeRow[] }[],
): Promise<ChangeRow[]> {
  const restocked = changes.flatMap(({ change }) => {
    const [before, after] = change.values["variant.stock"] ?? [];
    return before === 0 && Number(after) > 0 && change.product_id !== null ? [change.product_id] : [];
  });
  const waiting = await countWaitingCustomers(db, restocked);
  return changes.flatMap(({ change, rows }) =>
    rows.map((row) => {
      const effects = listEffects(change, row, { ...context, waiting: waiting.get(change.product_id ?? 0) ?? 0 });
      return { ...row, effects, is_outlier: effects.some(({ code }) => outliers.has(code)) };
    }),
  );
}

function listEffects(
  { current }: StagedChange,
  { kind, values }: ChangeRow,
  { growthLimit, exportLimits, costCurrency, waiting }: EffectContext & { waiting: number },
): ImportProblem[] {
  const effects: ImportProblem[] = [];
  const add = (code: string, params: ImportProblem["params"] = {}) => effects.push({ code, params });
  const [, price] = values["variant.price_minor"] ?? [];
  const [, cost] = values["variant.cost"] ?? [];
  const growth = Math.max(getGrowth(values["variant.price_minor"]), getGrowth(values["variant.cost"]));
  if (kind === "prices" && growth > growthLimit) add("price_growth", { percent: growth, limit: growthLimit });
  const priceAfter = typeof price === "number" ? price : (current?.price_minor ?? null);
  if (kind === "prices" && typeof price === "number" && current) {
    const limit = findExceededExportLimit(exportLimits, current.hs_code.replaceAll(".", ""), price);
    if (limit) add("not_to_russia", { limit: limit.limit, currency: limit.currency.code });
  }
  if (isCost(cost) && priceAfter !== null && convertToRub(cost.cost_minor, costCurrency) >= priceAfter)
    add("below_cost");
  const [stockBefore, stock] = values["variant.stock"] ?? [];
  if (kind === "stock" && stock === 0) add("sold_out");
  if (kind === "stock" && stockBefore === 0 && Number(stock) > 0) add("back_in_stock", { count: waiting });
  if (kind === "new") {
    const missing = ["price", "hs_code", "customs_name_en"].filter((field) =>
      field === "price" ? !values["variant.price_minor"] : !values[field]?.[1],
    );
    if (missing.length > 0) add("draft_lacks", { fields: missing.join(" ") });
  }
  return effects;
}
