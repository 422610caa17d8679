import type { CommandContext } from "../../api/src/platform/commands/command.ts";
import { getOperatorName } from "../../api/src/platform/commands/operator.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import { openAppContext, logMediaFolderMismatch } from "../../server/src/app-context.ts";
import { parseCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";
import { confirm } from "./confirm.ts";
import { checkDataDirOwner } from "./data-dir-owner.ts";
import { toFailure, formatFailure } from "./failure.ts";
import { withOperatorLog } from "./operator-log.ts";

// Backups and exports contain personal data: readable by this user only.
process.umask(0o077);

/**
 * Runs one command on the store's database. It connects to a running database or starts it. The database must exist
 * with the tables of this version: a command never creates or migrates one.
 */
async function runCommandLine(words: readonly string[]): Promise<void> {
  const parsed = parseCommandLine(words, commands);
  if ("help" in parsed) {
    console.log(parsed.help);
    return;
  }
  const { command, args, options, json } = parsed;
  const config = readConfig(process.env);
  await checkDataDirOwner(config.dataDir);
  const abortController = new AbortController();
  process.once("SIGINT", () => abortController.abort());
  const { app, pool, close } = await openAppContext(config, { existingOnly: true });
  try {
    await logMediaFolderMismatch(app, { existingOnly: true });
    const progress = (message: string) =>
      void process.stderr.write(`${json ? JSON.stringify({ progress: message }) : message}\n`);
    const context: CommandContext = { app, pool, args, options, progress, signal: abortController.signal };
    const question = options["yes"] === true ? null : await command.confirmation?.(context);
    if (question) await confirm(question, { input: process.stdin, output: process.stderr }, abortController.signal);
    const operator = getOperatorName(context);
    const { dataDir, s3 } = app.config;
    const invocation = {
      ...{ dataDir, isDataDirTemporary: s3 !== undefined, command: command.name, operator },
      now: () => app.clock.now(),
    };
    const result = await withOperatorLog(invocation, () => command.run(context));
    console.log(json ? JSON.stringify(result.data, null, 2) : result.lines.map(replaceControlCharacters).join("\n"));
    if (result.hasFailed) process.exitCode = 1;
  } finally {
    await close();
  }
}

/** Replaces control characters except line feeds, because texts by customers are printed to a terminal. */
function replaceControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, " ");
}

const words = process.argv.slice(2);
try {
  await runCommandLine(words);
} catch (error) {
  const failure = toFailure(error);
  if (failure === null) throw error;
  console.error(formatFailure(failure, words.includes("--json")));
  process.exitCode = failure.exitCode;
}
