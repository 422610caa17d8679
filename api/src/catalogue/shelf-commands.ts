import { argument, type Command, type CommandContext, CommandError, wholeNumber } from "../platform/commands.ts";
import { changeVariant, type ShelfVariant, variantsByReference } from "./shelf-sql.ts";

const PRICE = /^\d{1,8}([.,]\d{1,2})?$/;
const MOST_STOCK = 1_000_000;
const MOST_OPTION = 2_147_483_647;

const reference = { name: "REFERENCE", summary: "the reference of the product" };
const option = { type: "string", value: "ID", summary: "the option, when the product has options" } as const;

export const shelfCommands: readonly Command[] = [
  {
    name: "stock set",
    summary: "set the stock; pieces in unpaid orders are not counted",
    arguments: [reference, { name: "QTY", summary: "pieces" }],
    options: { option },
    run: async (context) => {
      const { product_id, option_id, stock: was } = await theVariant(context);
      const asked = argument(context, "QTY");
      if (!/^\d{1,7}$/.test(asked) || Number(asked) > MOST_STOCK)
        throw new CommandError(`QTY is "${asked}", but takes a whole number from 0 to ${MOST_STOCK}.`);
      const stock = Number(asked);
      await changeVariant(context.house.db, { product_id, option_id }, { stock });
      const name = argument(context, "REFERENCE");
      return { data: { reference: name, option_id, was, stock }, lines: [`${name}: ${stock} pieces, ${was} before.`] };
    },
  },
  {
    name: "price set",
    summary: "set a price in roubles from now on; a running sale ends",
    arguments: [reference, { name: "PRICE", summary: "roubles, such as 1290 or 1290.50" }],
    options: {
      old: { type: "string", value: "PRICE", summary: "the former price, which must be higher" },
      option,
    },
    run: async (context) => {
      const { product_id, option_id, price_minor: was } = await theVariant(context);
      const price_minor = roubles(argument(context, "PRICE"), "PRICE");
      const old = context.options["old"];
      const old_price_minor = typeof old === "string" ? roubles(old, "--old") : null;
      if (old_price_minor !== null && old_price_minor <= price_minor)
        throw new CommandError("--old must be higher than PRICE.");
      await changeVariant(
        context.house.db,
        { product_id, option_id },
        { price_minor, old_price_minor, sale_ends_at: null },
      );
      const name = argument(context, "REFERENCE");
      const data = { reference: name, option_id, was: was / 100, price: price_minor / 100 };
      return { data, lines: [`${name}: ${data.price} roubles, ${data.was} before.`] };
    },
  },
];

/** The one variant that is meant. @throws CommandError where there is none, or more than one. */
async function theVariant(context: CommandContext): Promise<ShelfVariant> {
  const name = argument(context, "REFERENCE");
  const variants = await variantsByReference(context.house.db, name);
  if (variants.length === 0) throw new CommandError(`There is no product ${name}.`);
  const wanted = wholeNumber(context, "option", { min: 1, max: MOST_OPTION }) ?? 0;
  const found = variants.find((one) => one.option_id === wanted);
  if (found) return found;
  const options = variants.filter((one) => one.option_id > 0).map((one) => `${one.option_id} (${one.name_en})`);
  throw new CommandError(
    options.length > 0
      ? `${name} is sold in options: give --option with one of ${options.join(", ")}.`
      : `${name} has no options.`,
  );
}

function roubles(text: string, what: string): number {
  const minor = Math.round(Number(text.replace(",", ".")) * 100);
  if (!PRICE.test(text) || minor === 0)
    throw new CommandError(`${what} is "${text}", but takes roubles above 0 with at most two decimals.`);
  return minor;
}
