import { writeFile } from "node:fs/promises";
import { getArgument, type Command, CommandError, parseJson, readInputFile } from "../../platform/commands/command.ts";
import { operatorOption, getOperatorName } from "../../platform/commands/operator.ts";
import { updateSetting, formatSchemaErrors, getSetting } from "../../platform/settings/settings.ts";
import { shopMenus } from "./menu-settings.ts";
import { findBrokenMenuLinks } from "./menus.ts";

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
  options: {
    "dry-run": { type: "boolean", summary: "check everything and change nothing" },
    ...operatorOption,
  },
  run: async (context) => {
    const { db } = context.app;
    const parsed = shopMenus.schema.safeParse(parseJson(await readInputFile(getArgument(context, "FILE"))));
    if (!parsed.success) throw new CommandError(`Nothing was changed: ${formatSchemaErrors(parsed.error)}.`);
    const isDryRun = context.options["dry-run"] === true;
    if (!isDryRun) await updateSetting(db, shopMenus, parsed.data, getOperatorName(context));
    const brokenLinks = await findBrokenMenuLinks(db, parsed.data);
    return {
      data: { dry_run: isDryRun, broken_links: brokenLinks },
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

/** Commands for the menus of header and footer. */
export const commands: readonly Command[] = [exportMenusCommand, importMenusCommand, checkMenusCommand];
