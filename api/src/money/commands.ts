import { argument, columns, type Command, CommandError } from "../platform/commands.ts";
import { dataFileCommands } from "../platform/data-file-commands.ts";
import { currencyFile } from "./currency-file.ts";
import { BASE_CURRENCY, setRate } from "./service.ts";
import { newestRates } from "./sql.ts";

const RATE = /^\d{1,8}(\.\d{1,8})?$/;

export const commands: readonly Command[] = [
  ...dataFileCommands(currencyFile),
  {
    name: "rates list",
    summary: "the roubles for one unit of each currency, and since when",
    run: async ({ house }) => {
      const rates = await newestRates(house.db);
      const data = rates.map((rate) => ({ code: rate.code, rate: Number(rate.rub_per_unit), since: rate.valid_from }));
      const rows = rates.map((rate) => [rate.code, trimmed(rate.rub_per_unit), rate.valid_from.toISOString()]);
      return { data, lines: columns(["Currency", "Roubles", "Since"], rows) };
    },
  },
  {
    name: "rates set",
    summary: "sets the roubles for one unit of a currency, from now on",
    arguments: [
      { name: "CODE", summary: "the currency, such as USD" },
      { name: "RATE", summary: "roubles for one unit, such as 92.5" },
    ],
    run: async (context) => {
      const { db } = context.house;
      const code = argument(context, "CODE").toUpperCase();
      const rate = argument(context, "RATE").replace(",", ".");
      if (code === BASE_CURRENCY) throw new CommandError(`${BASE_CURRENCY} is the shop's own currency: its rate is 1.`);
      if (!RATE.test(rate) || Number(rate) === 0)
        throw new CommandError(`RATE is "${rate}", but takes a number above 0 with at most 8 decimals.`);
      const known = (await newestRates(db)).map((row) => row.code);
      if (!known.includes(code)) throw new CommandError(`There is no currency ${code}: known are ${known.join(", ")}.`);
      await setRate(db, code, rate);
      return { data: { code, rate: Number(rate) }, lines: [`1 ${code} is ${trimmed(rate)} roubles from now on.`] };
    },
  },
];

function trimmed(rate: string): string {
  return rate.includes(".") ? rate.replace(/\.?0+$/, "") : rate;
}
