import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import {
  getArgument,
  type Command,
  type CommandContext,
  CommandError,
  readInputFile,
} from "../../platform/commands/command.ts";
import { operatorOption, getOperatorName } from "../../platform/commands/operator.ts";
import { updateSetting, formatSchemaErrors, getSetting } from "../../platform/settings/settings.ts";
import { shopMenus } from "../menus/menu-settings.ts";
import { findBrokenMenuLinks } from "../menus/menus.ts";
import { saveShopFile, validateShopFile, getFolder, parseJson, exportShopFile } from "./shop-file.ts";
import { promptForShop } from "./shop-prompts.ts";

const dryRunOption = { "dry-run": { type: "boolean", summary: "check everything and change nothing" } } as const;

const initCommand: Command = {
  name: "shop init",
  summary: "set the shop's identity: name, logo, contacts, legal entity; from a file, or interactively on a terminal",
  arguments: [{ name: "FILE", summary: "JSON in the form that `shop show --json` prints", optional: true }],
  options: { ...dryRunOption, ...operatorOption },
  run: async (context) => {
    const path = context.args["FILE"];
    const file = path === undefined ? await promptOnTerminal(context) : parseJson(await readInputFile(path));
    const checked = await validateShopFile(file, path === undefined ? process.cwd() : getFolder(path));
    const isDryRun = context.options["dry-run"] === true;
    if (!isDryRun) await saveShopFile(context.app.db, checked, getOperatorName(context));
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
    return await promptForShop((question) => terminal.question(question, { signal }), progress);
  } finally {
    terminal.close();
  }
}

const showCommand: Command = {
  name: "shop show",
  summary: "print the shop's identity, in the format that `shop init FILE` reads",
  run: async ({ app }) => {
    const data = await exportShopFile(app.db);
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
};

const exportMenusCommand: Command = {
  name: "menus export",
  summary: "write the menus of header and footer to a file",
  arguments: [{ name: "FILE", summary: "the output file, such as menus.json" }],
  run: async (context) => {
    const file = getArgument(context, "FILE");
    const menus = await getSetting(context.app.db, shopMenus);
    await writeFile(file, `${JSON.stringify(menus, null, 2)}\n`).catch((error: unknown) => {
      throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    });
    return { data: { file }, lines: [`The menus are written to ${file}.`] };
  },
};

const importMenusCommand: Command = {
  name: "menus import",
  summary: "replace the menus of header and footer, and report links without a page",
  arguments: [{ name: "FILE", summary: "JSON in the form that `menus export` writes" }],
  options: { ...dryRunOption, ...operatorOption },
  run: async (context) => {
    const { db } = context.app;
    const parsed = shopMenus.schema.safeParse(parseJson(await readInputFile(getArgument(context, "FILE"))));
    if (!parsed.success) throw new CommandError(`Nothing was changed: ${formatSchemaErrors(parsed.error)}.`);
    const isDryRun = context.options["dry-run"] === true;
    if (!isDryRun) await updateSetting(db, shopMenus, parsed.data, getOperatorName(context));
    const brokenLinks = await findBrokenMenuLinks(db, parsed.data);
    return {
      data: { dry_run: isDryRun, dead: brokenLinks },
      lines: [isDryRun ? "The menus are valid." : "The menus are replaced.", ...formatBrokenLinks(brokenLinks)],
    };
  },
};

const checkMenusCommand: Command = {
  name: "menus check",
  summary: "report menu links that lead to no page; they are not shown",
  run: async ({ app: { db } }) => {
    const data = await findBrokenMenuLinks(db, await getSetting(db, shopMenus));
    const lines = formatBrokenLinks(data);
    return { data, lines: lines.length > 0 ? lines : ["Every link leads to a page."], hasFailed: lines.length > 0 };
  },
};

function formatBrokenLinks(brokenLinks: readonly { locale: string; to: string }[]): string[] {
  return brokenLinks.map(({ locale, to }) => `${to} (${locale}) leads to no page and is not shown.`);
}

export const shopCommands: readonly Command[] = [
  initCommand,
  showCommand,
  exportMenusCommand,
  importMenusCommand,
  checkMenusCommand,
];
