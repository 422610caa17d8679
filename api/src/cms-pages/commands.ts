import { findPathsWithoutPage } from "../content/storefront-paths.ts";
import { validateMarkdown } from "../content/texts/markdown.ts";
import { parseTextFile, type TextFile } from "../content/texts/text-file.ts";
import {
  getArgument,
  formatTable,
  type Command,
  type CommandContext,
  CommandError,
  readInputFile,
} from "../platform/commands/command.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { defaultLocale, type Locale, locales } from "../platform/i18n/locale.ts";
import { templateVariables, findVariableNames } from "./template-variables.ts";
import { listAllPages, upsertPage } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "pages list",
    summary: "list the pages under /info with their versions",
    run: async ({ app }) => {
      const pages = await listAllPages(app.db);
      const data = pages.map(({ slug, locale, title, version, updated_at }) => ({
        slug,
        locale,
        title,
        version,
        updated_at,
      }));
      const rows = data.map((page) => [page.slug, page.locale, page.version, page.updated_at, page.title]);
      if (data.length === 0) return { data, lines: ["There are no pages yet."] };
      return { data, lines: formatTable(["Page", "Language", "Version", "Updated", "Title"], rows) };
    },
  },
  {
    name: "pages set",
    summary: "publish a page under /info from a Markdown file; earlier versions stay readable",
    arguments: [
      { name: "SLUG", summary: "the page, such as delivery" },
      {
        name: "FILE",
        summary: "“# Title”, a summary paragraph, the text; {{delivery.flat_price}} inserts a value of the shop",
      },
    ],
    options: {
      locale: { type: "string", value: "LOCALE", summary: `${locales.join(" or ")}; ${defaultLocale} by default` },
      version: { type: "string", value: "NAME", summary: "the name of this version; today's date by default" },
    },
    run: async (context) => {
      const { db, clock } = context.app;
      const slug = getArgument(context, "SLUG");
      if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(slug))
        throw new CommandError(`SLUG is "${slug}", but takes lowercase Latin letters, digits and hyphens.`);
      const locale = getLocale(context);
      const now = clock.now();
      const version = String(context.options["version"] ?? now.toISOString().slice(0, 10)).trim();
      if (!/^[\w.-]{1,40}$/.test(version))
        throw new CommandError(`--version is "${version}", but takes up to 40 letters, digits, dots and hyphens.`);
      const text = parseTextFile(await readInputFile(getArgument(context, "FILE")));
      const errors = await findErrors(db, text, `/info/${slug}`);
      if (errors.length > 0) throw new CommandError(["The text was not imported.", ...errors].join("\n"), { errors });
      await withTransaction(db, (tx) => upsertPage(tx, slug, locale, { ...text, version, updated_at: now }));
      return {
        data: { slug, locale, version },
        lines: [`/info/${slug} (${locale}) is now version ${version}.`],
      };
    },
  },
  {
    name: "pages check",
    summary: "report problems of the pages: broken links, unknown variables, HTML",
    run: async ({ app: { db } }) => {
      const data: { slug: string; locale: string; problem: string }[] = [];
      for (const page of await listAllPages(db))
        for (const problem of await findErrors(db, page, `/info/${page.slug}`))
          data.push({ slug: page.slug, locale: page.locale, problem });
      const lines = data.map((one) => `/info/${one.slug} (${one.locale}): ${one.problem}`);
      return { data, lines: lines.length > 0 ? lines : ["No problems found."], hasFailed: lines.length > 0 };
    },
  },
];

/**
 * Returns the errors of a text: HTML, unknown variables, broken links.
 * @param ownPath the path that the page will have
 */
async function findErrors(db: Db, { description, body }: TextFile, ownPath: string): Promise<string[]> {
  const { errors, paths } = validateMarkdown(body);
  const unknownVariables = findVariableNames(`${description} ${body}`).filter((name) => !(name in templateVariables));
  const brokenLinks = (await findPathsWithoutPage(db, paths)).filter((path) => path !== ownPath);
  return [
    ...errors,
    ...unknownVariables.map(
      (name) => `{{${name}}} is not a variable; the variables are ${Object.keys(templateVariables).join(", ")}`,
    ),
    ...brokenLinks.map((path) => `there is no page at ${path}`),
  ];
}

function getLocale({ options }: CommandContext): Locale {
  const requestedLocale = options["locale"] ?? defaultLocale;
  const locale = locales.find((candidate) => candidate === requestedLocale);
  if (!locale) throw new CommandError(`--locale is "${requestedLocale}", but takes ${locales.join(" or ")}.`);
  return locale;
}
