import { formatTable, type Command, getIntegerOption } from "../platform/commands/command.ts";
import { createDataFileCommands } from "../platform/data-files/data-file-commands.ts";
import { listQueriesSince, refreshVocabulary } from "./sql.ts";
import { synonymFile } from "./synonyms/synonym-file.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const MAX_ROWS = 50;

export const commands: readonly Command[] = [
  ...createDataFileCommands(synonymFile),
  {
    name: "search report",
    summary: "report what shoppers searched for, and what returned nothing",
    options: { days: { type: "string", value: "NUMBER", summary: "of how many days back, 30 by default" } },
    run: async (context) => {
      const { db, clock } = context.app;
      const days = getIntegerOption(context, "days", { min: 1, max: MAX_DAYS }) ?? 30;
      const queries = await listQueriesSince(db, new Date(clock.now().getTime() - days * DAY_MS), null, 10_000);
      const nothing = queries
        .filter((one) => one.empty_result_count > 0)
        .toSorted((a, b) => b.empty_result_count - a.empty_result_count);
      const data = { days, asked: queries.slice(0, MAX_ROWS), nothing: nothing.slice(0, MAX_ROWS) };
      if (queries.length === 0) return { data, lines: [`Nobody searched in the last ${days} days.`] };
      return {
        data,
        lines: [
          ...formatTable(
            ["Searched for", "Times", "In vain"],
            data.asked.map((one) => [one.query, one.search_count, one.empty_result_count]),
          ),
          "",
          ...(nothing.length > 0
            ? formatTable(
                ["Found nothing for", "Times"],
                data.nothing.map((one) => [one.query, one.empty_result_count]),
              )
            : ["Every search found something."]),
        ],
      };
    },
  },
  {
    name: "search refresh",
    summary: "rebuild the search vocabulary now; a job does it every 20 minutes",
    run: async ({ app }) => {
      const words = await refreshVocabulary(app.db);
      return { data: { words }, lines: [`The search knows ${words} words.`] };
    },
  },
];
