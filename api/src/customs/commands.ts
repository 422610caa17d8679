import { columns, type Command, CommandError } from "../platform/commands.ts";
import { dataFileCommands } from "../platform/data-file-commands.ts";
import { day, Unreadable } from "../platform/file-values.ts";
import { exportLimitFile } from "./export-limit-file.ts";
import { ruleFile } from "./rule-file.ts";
import { allRuleRows } from "./rule-sql.ts";
import { describeRule, timelineOf } from "./timeline.ts";

export const commands: readonly Command[] = [
  ...[ruleFile, exportLimitFile].flatMap(dataFileCommands),
  {
    name: "customs preview",
    summary: "show the customs rule of each country on a day, and on which later days it changes",
    options: {
      country: { type: "string", value: "CODE", summary: "one country only, such as RU" },
      date: { type: "string", value: "DAY", summary: "such as 2026-01-31; today by default" },
    },
    run: async ({ house, options }) => {
      const from = dayOf(options["date"] ?? house.clock.now().toISOString().slice(0, 10));
      const rules = await allRuleRows(house.db);
      const only = options["country"] === undefined ? null : String(options["country"]).toUpperCase();
      const countries = [...new Set(rules.map((rule) => rule.country))].filter((code) => !only || code === only);
      if (countries.length === 0) throw new CommandError(`There is no customs rule of ${only ?? "any country"}.`);
      const periods = countries.flatMap((country) =>
        timelineOf(rules, country, from).map((period) => ({ country, ...period })),
      );
      return {
        data: periods,
        lines: columns(
          ["Country", "From", "Rule"],
          periods.map((period) => [period.country, period.from, describeRule(period.rule)]),
        ),
      };
    },
  },
];

function dayOf(option: string | boolean): string {
  try {
    return day(String(option));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new CommandError(`--date is "${option}", but ${error.message}.`);
  }
}
