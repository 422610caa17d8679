import { getArgument, formatTable, type Command, CommandError } from "../platform/commands/command.ts";
import { createDataFileCommands } from "../platform/data-files/data-file-commands.ts";
import { currencyFile } from "./currency-file.ts";
import { parseRate, trimTrailingZeros } from "./rate.ts";
import { BASE_CURRENCY, setRate } from "./service.ts";
import { listLatestRates } from "./sql.ts";

export const commands: readonly Command[] = [
  ...createDataFileCommands(currencyFile),
  {
    name: "rates list",
    summary: "list the exchange rates in rubles with their dates",
    run: async ({ app }) => {
      const rates = await listLatestRates(app.db);
      const data = rates.map((rate) => ({ code: rate.code, rate: Number(rate.rub_per_unit), since: rate.valid_from }));
      const rows = rates.map((rate) => [rate.code, trimTrailingZeros(rate.rub_per_unit), rate.valid_from]);
      return { data, lines: formatTable(["Currency", "Rubles", "Since"], rows) };
    },
  },
  {
    name: "rates set",
    summary: "set the exchange rate of a currency from now on",
    arguments: [
      { name: "CODE", summary: "the currency, such as USD" },
      { name: "RATE", summary: "rubles for one unit, such as 92.5" },
    ],
    run: async (context) => {
      const { db } = context.app;
      const code = getArgument(context, "CODE").toUpperCase();
      const input = getArgument(context, "RATE");
      const rate = parseRate(input);
      if (code === BASE_CURRENCY) throw new CommandError(`${BASE_CURRENCY} is the shop's own currency: its rate is 1.`);
      if (rate === null)
        throw new CommandError(`RATE is "${input}", but takes a number above 0 with at most 8 decimals.`);
      const knownCodes = (await listLatestRates(db)).map((row) => row.code);
      if (!knownCodes.includes(code))
        throw new CommandError(`There is no currency ${code}: the currencies are ${knownCodes.join(", ")}.`);
      await setRate(db, code, rate);
      return {
        data: { code, rate: Number(rate) },
        lines: [`1 ${code} is ${rate} rubles from now on.`],
      };
    },
  },
];
