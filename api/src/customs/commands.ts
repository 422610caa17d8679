import { formatTable, type Command, CommandError } from "../platform/commands/command.ts";
import { createDataFileCommands } from "../platform/data-files/data-file-commands.ts";
import { parseIsoDate, InvalidFieldError } from "../platform/data-files/field-parsers.ts";
import { declarationLimitFile } from "./declaration-limit-file.ts";
import { exportLimitFile } from "./export-limit-file.ts";
import { ruleFile } from "./rule-file.ts";
import { listRuleFileRows } from "./rule-sql.ts";
import { describeRule, buildTimeline } from "./timeline.ts";

export const commands: readonly Command[] = [
  ...[ruleFile, exportLimitFile, declarationLimitFile].flatMap(createDataFileCommands),
  {
    name: "customs preview",
    summary: "show the customs rule of each country on a day, and on which later days it changes",
    options: {
      country: { type: "string", value: "CODE", summary: "one country only, such as RU" },
      date: { type: "string", value: "DAY", summary: "such as 2026-01-31; today by default" },
    },
    run: async ({ app, options }) => {
      const from = parseDay(options["date"] ?? app.clock.now().toISOString().slice(0, 10));
      const rules = await listRuleFileRows(app.db);
      const onlyCountry = options["country"] === undefined ? null : String(options["country"]).toUpperCase();
      const countries = [...new Set(rules.map((rule) => rule.country))].filter(
        (code) => !onlyCountry || code === onlyCountry,
      );
      if (countries.length === 0)
        throw new CommandError(`There is no customs rule of ${onlyCountry ?? "any country"}.`);
      const periods = countries.flatMap((country) =>
        buildTimeline(rules, country, from).map((period) => ({ country, ...period })),
      );
      return {
        data: periods,
        lines: formatTable(
          ["Country", "From", "Rule"],
          periods.map((period) => [period.country, period.from, describeRule(period.rule)]),
        ),
      };
    },
  },
];

function parseDay(option: string | boolean): string {
  try {
    return parseIsoDate(String(option));
  } catch (error) {
    if (!(error instanceof InvalidFieldError)) throw error;
    throw new CommandError(`--date is "${option}", but ${error.message}.`);
  }
}
