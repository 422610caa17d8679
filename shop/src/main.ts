import type { CommandContext } from "../../api/src/platform/commands.ts";
import { operatorName } from "../../api/src/platform/operator.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import { openHouse, reportMediaFolder } from "../../server/src/house.ts";
import { readLine } from "./command-line.ts";
import { commands } from "./commands.ts";
import { confirm } from "./confirm.ts";
import { failureOf, failureText } from "./failure.ts";
import { withOperatorLog } from "./operator-log.ts";

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
    const progress = (message: string) =>
      void process.stderr.write(`${json ? JSON.stringify({ progress: message }) : message}\n`);
    const context: CommandContext = { house, pool, given, options, progress, signal: stopping.signal };
    const question = options["yes"] === true ? null : await command.confirmation?.(context);
    if (question) await confirm(question, { input: process.stdin, output: process.stderr }, stopping.signal);
    const operator = operatorName(context);
    const invocation = { dataDir: house.config.dataDir, command: command.name, operator, now: () => house.clock.now() };
    const answer = await withOperatorLog(invocation, () => command.run(context));
    console.log(json ? JSON.stringify(answer.data, null, 2) : answer.lines.map(printable).join("\n"));
    if (answer.amiss) process.exitCode = 1;
  } finally {
    await close();
  }
}

/** What a customer wrote sends the terminal no control characters. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, " ");
}

const line = process.argv.slice(2);
try {
  await runLine(line);
} catch (error) {
  const failure = failureOf(error);
  if (failure === null) throw error;
  console.error(failureText(failure, line.includes("--json")));
  process.exitCode = failure.exitCode;
}
