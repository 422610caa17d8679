import { deadPaths } from "../content/addresses.ts";
import { examineMarkdown } from "../content/markdown.ts";
import { readTextFile, type TextFile } from "../content/text-file.ts";
import { argument, columns, type Command, type CommandContext, CommandError, fileText } from "../platform/commands.ts";
import type { Db } from "../platform/db.ts";
import { defaultLocale, type Locale, locales } from "../platform/locale.ts";
import { facts, factsIn } from "./facts.ts";
import { allPages, upsertPage } from "./sql.ts";

export const commands: readonly Command[] = [
  {
    name: "pages list",
    summary: "list the pages under /info with their versions",
    run: async ({ house }) => {
      const pages = await allPages(house.db);
      const data = pages.map(({ slug, locale, title, version, updated_at }) => ({
        slug,
        locale,
        title,
        version,
        updated_at,
      }));
      const rows = data.map((one) => [one.slug, one.locale, one.version, one.updated_at, one.title]);
      if (data.length === 0) return { data, lines: ["There are no texts yet."] };
      return { data, lines: columns(["Page", "Language", "Edition", "Since", "Title"], rows) };
    },
  },
  {
    name: "pages set",
    summary: "publish a page under /info from a Markdown file; earlier versions stay readable",
    arguments: [
      { name: "SLUG", summary: "the page, such as delivery" },
      {
        name: "FILE",
        summary: "“# Title”, a paragraph that sums it up, the text; {{delivery.flat}} names a number of the shop",
      },
    ],
    options: {
      locale: { type: "string", value: "LOCALE", summary: `${locales.join(" or ")}; ${defaultLocale} by default` },
      edition: { type: "string", value: "NAME", summary: "the name of this version; today's date by default" },
    },
    run: async (context) => {
      const { db, clock } = context.house;
      const slug = argument(context, "SLUG");
      if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(slug))
        throw new CommandError(`SLUG is "${slug}", but takes small Latin letters, digits and hyphens.`);
      const locale = localeOf(context);
      const now = clock.now();
      const version = String(context.options["edition"] ?? now.toISOString().slice(0, 10)).trim();
      if (!/^[\w.-]{1,40}$/.test(version))
        throw new CommandError(`--edition is "${version}", but takes up to 40 letters, digits, dots and hyphens.`);
      const text = readTextFile(await fileText(argument(context, "FILE")));
      const complaints = await complaintsOf(db, text, `/info/${slug}`);
      if (complaints.length > 0)
        throw new CommandError(["The text was not taken over.", ...complaints].join("\n"), { complaints });
      await upsertPage(db, slug, locale, { ...text, version, updated_at: now });
      return {
        data: { slug, locale, version },
        lines: [`/info/${slug} (${locale}) is edition ${version} from now on.`],
      };
    },
  },
  {
    name: "pages check",
    summary: "report what is wrong in the pages: dead links, unknown variables, HTML",
    run: async ({ house: { db } }) => {
      const data: { slug: string; locale: string; complaint: string }[] = [];
      for (const page of await allPages(db))
        for (const complaint of await complaintsOf(db, page, `/info/${page.slug}`))
          data.push({ slug: page.slug, locale: page.locale, complaint });
      const lines = data.map((one) => `/info/${one.slug} (${one.locale}): ${one.complaint}`);
      return { data, lines: lines.length > 0 ? lines : ["Every text is in order."], amiss: lines.length > 0 };
    },
  },
];

/** What is wrong with a text, in words. @param own the address that it is going to have. */
async function complaintsOf(db: Db, { description, body }: TextFile, own: string): Promise<string[]> {
  const { complaints, paths } = examineMarkdown(body);
  const unknown = factsIn(`${description} ${body}`).filter((name) => !(name in facts));
  const dead = (await deadPaths(db, paths)).filter((path) => path !== own);
  return [
    ...complaints,
    ...unknown.map((name) => `the shop knows no {{${name}}}; it knows ${Object.keys(facts).join(", ")}`),
    ...dead.map((path) => `no page is at ${path}`),
  ];
}

function localeOf({ options }: CommandContext): Locale {
  const asked = options["locale"] ?? defaultLocale;
  const locale = locales.find((one) => one === asked);
  if (!locale) throw new CommandError(`--locale is "${asked}", but takes ${locales.join(" or ")}.`);
  return locale;
}
