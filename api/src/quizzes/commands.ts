import type { Command } from "../platform/commands/command.ts";
import { checkQuizzes } from "./check-quizzes.ts";

export const commands: readonly Command[] = [
  {
    name: "quizzes check",
    summary: "report problems of the quizzes, such as results that no answers lead to",
    run: async ({ app }) => {
      const data = await checkQuizzes(app.db);
      const lines = data.map(({ quiz, locale, problem }) => `Quiz ${quiz} (${locale}): ${problem}.`);
      return { data, lines: lines.length > 0 ? lines : ["No problems found."], hasFailed: lines.length > 0 };
    },
  },
];
