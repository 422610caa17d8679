import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { argument, type Command, type CommandContext, CommandError, fileText } from "../platform/commands.ts";
import { byOption, operatorName } from "../platform/operator.ts";
import { changeSetting, problemIn, settingValue } from "../platform/settings.ts";
import { shopMenus } from "./menu-settings.ts";
import { deadMenuLinks } from "./menus.ts";
import { applyShopFile, checkShopFile, folderOf, parseShopFile, shopFileNow } from "./shop-file.ts";
import { askForShop } from "./shop-questions.ts";

const dryRun = { "dry-run": { type: "boolean", summary: "checks everything and changes nothing" } } as const;

const init: Command = {
  name: "shop init",
  summary: "says who the shop is: name, logo, contacts, legal entity; asks on a terminal, or reads a file",
  arguments: [{ name: "FILE", summary: "JSON in the form that `shop show --json` prints", optional: true }],
  options: { ...dryRun, ...byOption },
  run: async (context) => {
    const path = context.given["FILE"];
    const file = path === undefined ? await askOnTerminal(context) : parseShopFile(await fileText(path));
    const checked = await checkShopFile(file, path === undefined ? process.cwd() : folderOf(path));
    const isDry = context.options["dry-run"] === true;
    if (!isDry) await applyShopFile(context.house.db, checked, operatorName(context));
    const fields = [...checked.values.map(([field]) => field), ...checked.files.map(([kind]) => `files.${kind}`)];
    return {
      data: { fields, dry_run: isDry },
      lines: [`${isDry ? "In order" : "Set"}: ${fields.join(", ") || "nothing"}.`],
    };
  },
};

async function askOnTerminal({ signal, progress }: CommandContext): Promise<unknown> {
  if (!process.stdin.isTTY) throw new CommandError("There is no terminal to ask on: give a FILE.");
  // The answer of the command is on standard output; questions are beside it.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await askForShop((question) => terminal.question(question, { signal }), progress);
  } finally {
    terminal.close();
  }
}

const show: Command = {
  name: "shop show",
  summary: "who the shop is, in the form that `shop init FILE` reads",
  run: async ({ house }) => {
    const data = await shopFileNow(house.db);
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
};

const exportMenus: Command = {
  name: "menus export",
  summary: "writes the menus of header and footer to a file",
  arguments: [{ name: "FILE", summary: "where to, such as menus.json" }],
  run: async (context) => {
    const file = argument(context, "FILE");
    const menus = await settingValue(context.house.db, shopMenus);
    await writeFile(file, `${JSON.stringify(menus, null, 2)}\n`).catch((error: unknown) => {
      throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    });
    return { data: { file }, lines: [`The menus are written to ${file}.`] };
  },
};

const importMenus: Command = {
  name: "menus import",
  summary: "replaces the menus of header and footer, and names links without a page",
  arguments: [{ name: "FILE", summary: "JSON in the form that `menus export` writes" }],
  options: { ...dryRun, ...byOption },
  run: async (context) => {
    const { db } = context.house;
    const parsed = shopMenus.schema.safeParse(parseShopFile(await fileText(argument(context, "FILE"))));
    if (!parsed.success) throw new CommandError(`Nothing was changed: ${problemIn(parsed.error)}.`);
    const isDry = context.options["dry-run"] === true;
    if (!isDry) await changeSetting(db, shopMenus, parsed.data, operatorName(context));
    const dead = await deadMenuLinks(db, parsed.data);
    return {
      data: { dry_run: isDry, dead },
      lines: [isDry ? "The menus are in order." : "The menus are replaced.", ...linesOf(dead)],
    };
  },
};

const checkMenus: Command = {
  name: "menus check",
  summary: "names links of the menus that lead to no page, which are not shown",
  run: async ({ house: { db } }) => {
    const data = await deadMenuLinks(db, await settingValue(db, shopMenus));
    const lines = linesOf(data);
    return { data, lines: lines.length > 0 ? lines : ["Every link leads to a page."], amiss: lines.length > 0 };
  },
};

function linesOf(dead: readonly { locale: string; to: string }[]): string[] {
  return dead.map(({ locale, to }) => `${to} (${locale}) leads to no page and is not shown.`);
}

export const shopCommands: readonly Command[] = [init, show, exportMenus, importMenus, checkMenus];
