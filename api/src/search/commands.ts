import { columns, type Command, wholeNumber } from "../platform/commands.ts";
import { dataFileCommands } from "../platform/data-file-commands.ts";
import { askedSince, refreshVocabulary } from "./sql.ts";
import { synonymFile } from "./synonym-file.ts";

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const MOST_ROWS = 50;

export const commands: readonly Command[] = [
  ...dataFileCommands(synonymFile),
  {
    name: "search report",
    summary: "what shoppers searched for, and what they found nothing for",
    options: { days: { type: "string", value: "NUMBER", summary: "of how many days back, 30 unless told" } },
    run: async (context) => {
      const { db, clock } = context.house;
      const days = wholeNumber(context, "days", { min: 1, max: MOST_DAYS }) ?? 30;
      const asked = await askedSince(db, new Date(clock.now().getTime() - days * DAY_MS), null, 10_000);
      const nothing = asked.filter((one) => one.nothing > 0).toSorted((a, b) => b.nothing - a.nothing);
      const data = { days, asked: asked.slice(0, MOST_ROWS), nothing: nothing.slice(0, MOST_ROWS) };
      if (asked.length === 0) return { data, lines: [`Nobody searched in the last ${days} days.`] };
      return {
        data,
        lines: [
          ...columns(
            ["Searched for", "Times", "In vain"],
            data.asked.map((one) => [one.query, one.asked, one.nothing]),
          ),
          "",
          ...(nothing.length > 0
            ? columns(
                ["Found nothing for", "Times"],
                data.nothing.map((one) => [one.query, one.nothing]),
              )
            : ["Every search found something."]),
        ],
      };
    },
  },
  {
    name: "search refresh",
    summary: "learns the words of the shop's texts and synonyms anew, which otherwise happens every 20 minutes",
    run: async ({ house }) => {
      const words = await refreshVocabulary(house.db);
      return { data: { words }, lines: [`The search knows ${words} words.`] };
    },
  },
];
