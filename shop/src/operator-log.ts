import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandAnswer } from "../../api/src/platform/commands.ts";

type Invocation = { dataDir: string; command: string; operator: string; now: () => Date };

/**
 * Runs a command and appends one line of JSON about it to `DATA_DIR/operator.log`: when, who, which command, whose
 * account it changed and how it ended. Arguments are left out, since they hold emails and texts for customers.
 */
export async function withOperatorLog(
  { dataDir, command, operator, now }: Invocation,
  run: () => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const time = now().toISOString();
  const append = (more: object) =>
    appendFile(
      join(dataDir, "operator.log"),
      `${JSON.stringify({ time, kind: "operator_command", operator, command, ...more })}\n`,
      { mode: 0o600 },
      // The command has happened, or has failed for a reason of its own.
    ).catch((error: unknown) => void process.stderr.write(`The operator log cannot be written: ${String(error)}\n`));
  try {
    const answer = await run();
    await append({ outcome: "done", customer: answer.customerId });
    return answer;
  } catch (error) {
    await append({ outcome: "failed" });
    throw error;
  }
}
