import {
  getArgument,
  type Command,
  type CommandContext,
  CommandError,
  getIntegerOption,
} from "../../platform/commands/command.ts";
import { parseRubles } from "../../platform/commands/command-values.ts";
import { getOperatorName } from "../../platform/commands/operator.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { setStockMovement } from "./stock.ts";
import { updateVariant, type VariantSummaryRow, findVariantsByReference } from "./variant-sql.ts";

const MAX_STOCK = 1_000_000;
const MAX_OPTION_ID = 2_147_483_647;

const reference = { name: "REFERENCE", summary: "the reference of the product" };
const option = { type: "string", value: "ID", summary: "the option, if the product has options" } as const;

export const variantCommands: readonly Command[] = [
  {
    name: "stock set",
    summary: "set the stock; pieces in unpaid orders are not counted",
    arguments: [reference, { name: "QTY", summary: "pieces" }],
    options: { option },
    run: async (context) => {
      const { product_id, option_id, stock: previousStock } = await getSelectedVariant(context);
      const requestedQty = getArgument(context, "QTY");
      if (!/^\d{1,7}$/.test(requestedQty) || Number(requestedQty) > MAX_STOCK)
        throw new CommandError(`QTY is "${requestedQty}", but takes a whole number from 0 to ${MAX_STOCK}.`);
      const stock = Number(requestedQty);
      await withTransaction(context.app.db, async (tx) => {
        const actor = { kind: "command", id: null, label: getOperatorName(context) } as const;
        await setStockMovement(tx, { kind: "correction", actor });
        await updateVariant(tx, { product_id, option_id }, { stock });
      });
      const name = getArgument(context, "REFERENCE");
      return {
        data: { reference: name, option_id, was: previousStock, stock },
        lines: [`${name}: ${stock} pieces, ${previousStock} before.`],
      };
    },
  },
  {
    name: "price set",
    summary: "set a price in rubles from now on; a running sale ends",
    arguments: [reference, { name: "PRICE", summary: "rubles, such as 1290 or 1290.50" }],
    options: {
      old: { type: "string", value: "PRICE", summary: "the previous price, which must be higher" },
      option,
    },
    run: async (context) => {
      const { product_id, option_id, price_minor: previousPriceMinor } = await getSelectedVariant(context);
      const price_minor = parseRubles("PRICE", getArgument(context, "PRICE"));
      const old = context.options["old"];
      const old_price_minor = typeof old === "string" ? parseRubles("--old", old) : null;
      if (old_price_minor !== null && old_price_minor <= price_minor)
        throw new CommandError("--old must be higher than PRICE.");
      await updateVariant(
        context.app.db,
        { product_id, option_id },
        { price_minor, old_price_minor, sale_ends_at: null },
      );
      const name = getArgument(context, "REFERENCE");
      const data = { reference: name, option_id, was: previousPriceMinor / 100, price: price_minor / 100 };
      return { data, lines: [`${name}: ${data.price} rubles, ${data.was} before.`] };
    },
  },
];

/**
 * Returns the variant that the arguments select.
 * @throws CommandError if there is none or more than one
 */
async function getSelectedVariant(context: CommandContext): Promise<VariantSummaryRow> {
  const name = getArgument(context, "REFERENCE");
  const variants = await findVariantsByReference(context.app.db, name);
  if (variants.length === 0) throw new CommandError(`There is no product ${name}.`);
  const optionId = getIntegerOption(context, "option", { min: 1, max: MAX_OPTION_ID }) ?? 0;
  const match = variants.find((variant) => variant.option_id === optionId);
  if (match) return match;
  const options = variants
    .filter(({ option_id }) => option_id > 0)
    .map((variant) => `${variant.option_id} (${variant.name_en})`);
  throw new CommandError(
    options.length > 0
      ? `${name} is sold in options: give --option with one of ${options.join(", ")}.`
      : `${name} has no options.`,
  );
}
