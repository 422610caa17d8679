import type { Command } from "../platform/commands/command.ts";
import { checkQuizzes } from "./check-quizzes.ts";

export const commands: readonly Command[] = [
  {
    name: "quizzes check",
    summary: "report what is wrong with the quizzes, such as results that no answers lead to",
    run: async ({ app }) => {
      const data = await checkQuizzes(app.db);
      const lines = data.map(({ quiz, locale, complaint }) => `Quiz ${quiz} (${locale}): ${complaint}.`);
      return { data, lines: lines.length > 0 ? lines : ["Every quiz is in order."], hasFailed: lines.length > 0 };
    },
  },
];
