import type { Command } from "../platform/commands.ts";
import { checkQuizzes } from "./check.ts";

export const commands: readonly Command[] = [
  {
    name: "quizzes check",
    summary: "report what is wrong with the quizzes, such as results that no answers lead to",
    run: async ({ house }) => {
      const data = await checkQuizzes(house.db);
      const lines = data.map(({ quiz, locale, complaint }) => `Quiz ${quiz} (${locale}): ${complaint}.`);
      return { data, lines: lines.length > 0 ? lines : ["Every quiz is in order."], amiss: lines.length > 0 };
    },
  },
];
