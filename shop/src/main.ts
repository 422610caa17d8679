import { CommandError } from "../../api/src/platform/commands.ts";
import { readConfig, StartError } from "../../api/src/platform/config.ts";
import { Refusal } from "../../api/src/platform/errors.ts";
import { text } from "../../api/src/platform/texts.ts";
import { openHouse, reportMediaFolder } from "../../server/src/house.ts";
import { readLine, UsageError } from "./command-line.ts";
import { commands } from "./commands.ts";
import { operatorName, withOperatorLog } from "./operator-log.ts";

// Backups and exports hold personal data: for this user alone.
process.umask(0o077);

/**
 * Runs one command on the shop's database, which it joins when the shop is open, or opens for itself. The database has
 * to exist, with the tables of this version: a command never makes or migrates one.
 */
async function runLine(line: readonly string[]): Promise<void> {
  const asked = readLine(line, commands);
  if ("help" in asked) {
    console.log(asked.help);
    return;
  }
  const { command, given, options, json } = asked;
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort());
  const { house, pool, close } = await openHouse(readConfig(process.env), {
    existingOnly: true,
  });
  try {
    await reportMediaFolder(house, { existingOnly: true });
    const progress = (message: string) => void process.stderr.write(`${message}\n`);
    const operator = operatorName(process.env);
    const invocation = { dataDir: house.config.dataDir, command: command.name, operator, now: () => house.clock.now() };
    const answer = await withOperatorLog(invocation, () =>
      command.run({ house, pool, given, options, progress, signal: stopping.signal }),
    );
    console.log(json ? JSON.stringify(answer.data, null, 2) : answer.lines.join("\n"));
    if (answer.amiss) process.exitCode = 1;
  } finally {
    await close();
  }
}

try {
  await runLine(process.argv.slice(2));
} catch (error) {
  const complaint = complaintOf(error);
  if (complaint === null) throw error;
  console.error(complaint);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** What was wrong with the line, in the operator's words; null for a bug. */
function complaintOf(error: unknown): string | null {
  if (error instanceof Refusal) return text("en-US", error.code, error.params);
  const isExpected = error instanceof CommandError || error instanceof UsageError || error instanceof StartError;
  return isExpected ? error.message : null;
}
