import { createInterface } from "node:readline/promises";
import { CommandError } from "../../api/src/platform/commands/command.ts";

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream };

/**
 * Asks the operator on a terminal for confirmation.
 * @param signal aborts the question, such as on Ctrl+C
 * @throws CommandError if the answer is not yes, or without a terminal: `--yes` is required there.
 */
export async function confirm(question: string, { input, output }: Terminal, signal: AbortSignal): Promise<void> {
  if (!input.isTTY) throw new CommandError(`${question} Add --yes to confirm.`, { code: "confirmation_required" });
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${question} Type yes to continue: `, { signal });
    if (answer.trim().toLowerCase() !== "yes")
      throw new CommandError("Not confirmed: nothing was changed.", { code: "not_confirmed" });
  } finally {
    terminal.close();
  }
}
