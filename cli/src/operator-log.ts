import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandResult } from "../../api/src/platform/commands/command.ts";

/** A command that is run: its name, and who runs it. */
type Invocation = {
  dataDir: string;
  /** Whether `dataDir` may be lost, as that of a container: the line is then written to standard error, too. */
  isDataDirTemporary: boolean;
  command: string;
  operator: string;
  now: () => Date;
};

/**
 * Runs a command and appends one line of JSON to `DATA_DIR/operator.log`: time, operator, command, the customer whose
 * account was changed, and the outcome. Arguments are omitted, because they contain emails and texts for customers.
 */
export async function withOperatorLog(
  { dataDir, isDataDirTemporary, command, operator, now }: Invocation,
  run: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const time = now().toISOString();
  const appendLogLine = async (fields: object) => {
    const line = `${JSON.stringify({ time, kind: "operator_command", operator, command, ...fields })}\n`;
    if (isDataDirTemporary) process.stderr.write(line);
    // The command has already completed or failed.
    await appendFile(join(dataDir, "operator.log"), line, { mode: 0o600 }).catch((error: unknown) => {
      process.stderr.write(`The operator log cannot be written: ${String(error)}\n`);
    });
  };
  try {
    const result = await run();
    await appendLogLine({ outcome: "done", customer: result.customerId });
    return result;
  } catch (error) {
    await appendLogLine({ outcome: "failed" });
    throw error;
  }
}
