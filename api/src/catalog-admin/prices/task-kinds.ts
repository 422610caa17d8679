import { z } from "zod";
import { refuse } from "../../platform/http/errors.ts";
import { defineTaskKind } from "../../tasks/task-kind.ts";
import { changePrice } from "./admin-actions.ts";
import { adjustPricesInput, refusals } from "./admin-schema.ts";
import { priceSelection } from "./price-selection.ts";

/** What a variant was selected with: its prices and cost, and its prices alone. */
const base = z.object({ version: z.string(), prices: z.string() });

/** Changes the prices of many variants by a rule, or to those that were entered by hand. */
export const adjustPricesTask = defineTaskKind({
  name: "prices.adjust",
  list: priceSelection,
  permission: changePrice.permission,
  input: adjustPricesInput,
  canBePlanned: true,
  check: ({ sale }, start) => {
    if (sale && new Date(sale.ends_at) <= start) throw refuse(refusals, "sale_period_invalid");
  },
  createCall: (record, { overrides, ...adjustment }) => {
    const price = overrides.find(({ id }) => id === record.id)?.price ?? null;
    const { version: withCost, prices } = base.parse(record.base);
    const version = adjustment.rule === "formula" ? withCost : prices;
    return { action: changePrice, params: { id: record.id }, input: { adjustment, price, version } };
  },
});
