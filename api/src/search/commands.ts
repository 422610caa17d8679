import { formatTable, type Command, getIntegerOption } from "../platform/commands/command.ts";
import { createDataFileCommands } from "../platform/data-files/data-file-commands.ts";
import { listQueriesSince, refreshVocabulary } from "./sql.ts";
import { synonymFile } from "./synonyms/synonym-file.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const MAX_QUERIES = 10_000;
const MAX_ROWS = 50;

export const commands: readonly Command[] = [
  ...createDataFileCommands(synonymFile),
  {
    name: "search report",
    summary: "report the search queries of shoppers and those without results",
    options: { days: { type: "string", value: "NUMBER", summary: "number of days to look back, 30 by default" } },
    run: async (context) => {
      const { db, clock } = context.app;
      const days = getIntegerOption(context, "days", { min: 1, max: MAX_DAYS }) ?? 30;
      const rows = await listQueriesSince(db, new Date(clock.now().getTime() - days * DAY_MS), null, MAX_QUERIES);
      const queries = rows.map((row) => ({
        query: row.query,
        searches: row.search_count,
        without_results: row.empty_result_count,
      }));
      const failedQueries = queries
        .filter((one) => one.without_results > 0)
        .toSorted((a, b) => b.without_results - a.without_results);
      const data = { days, queries: queries.slice(0, MAX_ROWS), without_results: failedQueries.slice(0, MAX_ROWS) };
      if (queries.length === 0) return { data, lines: [`No searches in the last ${days} days.`] };
      return {
        data,
        lines: [
          ...formatTable(
            ["Query", "Searches", "Without results"],
            data.queries.map((one) => [one.query, one.searches, one.without_results]),
          ),
          "",
          ...(failedQueries.length > 0
            ? formatTable(
                ["Without results", "Searches"],
                data.without_results.map((one) => [one.query, one.without_results]),
              )
            : ["Every search had results."]),
        ],
      };
    },
  },
  {
    name: "search refresh",
    summary: "rebuild the search vocabulary now; a job does so every 20 minutes",
    run: async ({ app }) => {
      const words = await refreshVocabulary(app.db);
      return { data: { words }, lines: [`The vocabulary has ${words} words.`] };
    },
  },
];
