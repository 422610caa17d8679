import { createInterface } from "node:readline/promises";
import {
  type Command,
  type CommandContext,
  CommandError,
  readInputFile,
  parseJson,
} from "../../platform/commands/command.ts";
import { operatorOption, getOperatorName } from "../../platform/commands/operator.ts";
import {
  saveStoreProfileFile,
  validateStoreProfileFile,
  getFolder,
  exportStoreProfileFile,
} from "./store-profile-file.ts";
import { promptForStoreProfile } from "./store-profile-prompts.ts";

const initCommand: Command = {
  name: "shop init",
  summary: "set the store profile: name, logo, contacts, legal entity; from a file, or interactively on a terminal",
  arguments: [{ name: "FILE", summary: "JSON in the form that `shop show --json` prints", optional: true }],
  options: {
    "dry-run": { type: "boolean", summary: "check everything and change nothing" },
    ...operatorOption,
  },
  run: async (context) => {
    const path = context.args["FILE"];
    const file = path === undefined ? await promptOnTerminal(context) : parseJson(await readInputFile(path));
    const checked = await validateStoreProfileFile(file, path === undefined ? process.cwd() : getFolder(path));
    const isDryRun = context.options["dry-run"] === true;
    if (!isDryRun) await saveStoreProfileFile(context.app.db, checked, getOperatorName(context));
    const fields = [...checked.values.map(([field]) => field), ...checked.files.map(([kind]) => `files.${kind}`)];
    return {
      data: { fields, dry_run: isDryRun },
      lines: [`${isDryRun ? "Valid" : "Set"}: ${fields.join(", ") || "nothing"}.`],
    };
  },
};

async function promptOnTerminal({ signal, progress }: CommandContext): Promise<unknown> {
  if (!process.stdin.isTTY) throw new CommandError("There is no terminal for the questions: give a FILE.");
  // The result of the command goes to standard output, so questions go to standard error.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await promptForStoreProfile((question) => terminal.question(question, { signal }), progress);
  } finally {
    terminal.close();
  }
}

const showCommand: Command = {
  name: "shop show",
  summary: "print the store profile, in the format that `shop init FILE` reads",
  run: async ({ app }) => {
    const data = await exportStoreProfileFile(app.db);
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
};

/** Commands for the store profile. */
export const commands: readonly Command[] = [initCommand, showCommand];
