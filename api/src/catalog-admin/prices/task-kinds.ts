import { z } from "zod";
import { refuse } from "../../platform/http/errors.ts";
import { defineTaskKind } from "../../tasks/task-kind.ts";
import { changePrice } from "./admin-actions.ts";
import { adjustPricesInput, refusals } from "./admin-schema.ts";
import { priceSelection } from "./price-selection.ts";

/** What a variant was selected with: its prices and cost, its prices alone, and the price in force in kopecks. */
const base = z.object({ version: z.string(), prices: z.string(), current: z.number() });

/** Changes the prices of many variants by a rule, or to those that were entered by hand. */
export const adjustPricesTask = defineTaskKind({
  name: "prices.adjust",
  list: priceSelection,
  permission: changePrice.permission,
  input: adjustPricesInput,
  canBePlanned: true,
  check: ({ sale }, { start }) => {
    if (sale && new Date(sale.ends_at) <= start) throw refuse(refusals, "sale_period_invalid");
  },
  createCall: (record, { overrides, ...adjustment }) => {
    const price = overrides.find(({ id }) => id === record.id)?.price ?? null;
    const { version: withCost, prices, current } = base.parse(record.base);
    // The stored prices are the same after a sale has ended, but not the price that a percent or an amount is added to.
    const isRelative = !adjustment.sale && (adjustment.rule === "percent" || adjustment.rule === "amount");
    const version = adjustment.rule === "formula" ? withCost : isRelative ? `${prices}@${current}` : prices;
    return { action: changePrice, params: { id: record.id }, input: { adjustment, price, version } };
  },
});
