import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandResult } from "../../api/src/platform/commands/command.ts";

/** A command that is run: its name, and who runs it. */
type Invocation = { dataDir: string; command: string; operator: string; now: () => Date };

/**
 * Runs a command and appends one line of JSON to `DATA_DIR/operator.log`: time, operator, command, the customer whose
 * account was changed, and the outcome. Arguments are omitted, because they contain emails and texts for customers.
 */
export async function withOperatorLog(
  { dataDir, command, operator, now }: Invocation,
  run: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const time = now().toISOString();
  const appendLogLine = (fields: object) =>
    appendFile(
      join(dataDir, "operator.log"),
      `${JSON.stringify({ time, kind: "operator_command", operator, command, ...fields })}\n`,
      { mode: 0o600 },
      // The command has already completed or failed.
    ).catch((error: unknown) => void process.stderr.write(`The operator log cannot be written: ${String(error)}\n`));
  try {
    const result = await run();
    await appendLogLine({ outcome: "done", customer: result.customerId });
    return result;
  } catch (error) {
    await appendLogLine({ outcome: "failed" });
    throw error;
  }
}
