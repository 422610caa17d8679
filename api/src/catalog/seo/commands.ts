import { getArgument, type Command, CommandError } from "../../platform/commands/command.ts";
import { defaultLocale, locales } from "../../platform/i18n/locale.ts";
import { type SeoTexts, setSeoTexts } from "./seo-sql.ts";

/** Maximum lengths in characters; search engines cut off longer texts. */
const MAX_TITLE_LENGTH = 120;

const MAX_DESCRIPTION_LENGTH = 320;

/** Parses a storefront path to the table and slug of the page; null if it is not a product, category or brand page. */
function parsePagePath(path: string): { table: "products" | "categories" | "brands"; slug: string } | null {
  const [, folder, slug] = /^\/(?:(category|manufacturer)\/)?([a-z0-9_-]+)$/.exec(path) ?? [];
  if (slug === undefined) return null;
  const table = folder === "category" ? "categories" : folder === "manufacturer" ? "brands" : "products";
  return { table, slug };
}

export const seoCommands: readonly Command[] = [
  {
    name: "seo set",
    summary: "set the meta title and description of a page; without options, remove them",
    arguments: [{ name: "PATH", summary: "the path of a product, category or brand, such as /category/kremy" }],
    options: {
      locale: { type: "string", value: "LOCALE", summary: `${locales.join(" or ")}; ${defaultLocale} by default` },
      title: { type: "string", value: "TEXT", summary: `at most ${MAX_TITLE_LENGTH} characters` },
      description: { type: "string", value: "TEXT", summary: `at most ${MAX_DESCRIPTION_LENGTH} characters` },
    },
    run: async (context) => {
      const path = getArgument(context, "PATH");
      const target = parsePagePath(path);
      if (!target) throw new CommandError(`PATH is "${path}", but takes the path of a product, category or brand.`);
      const requestedLocale = context.options["locale"] ?? defaultLocale;
      const locale = locales.find((one) => one === requestedLocale);
      if (!locale) throw new CommandError(`--locale is "${requestedLocale}", but takes ${locales.join(" or ")}.`);
      const readText = (name: "title" | "description", maxLength: number) => {
        const text = String(context.options[name] ?? "")
          .replaceAll(/\s+/g, " ")
          .trim();
        if (text.length > maxLength)
          throw new CommandError(`--${name} has ${text.length} characters, but takes at most ${maxLength}.`);
        return text === "" ? {} : { [name]: text };
      };
      const texts: SeoTexts = {
        ...readText("title", MAX_TITLE_LENGTH),
        ...readText("description", MAX_DESCRIPTION_LENGTH),
      };
      const isSet = Object.keys(texts).length > 0;
      if (!(await setSeoTexts(context.app.db, target, locale, isSet ? texts : null)))
        throw new CommandError(`There is no page at ${path}.`);
      return {
        data: { path, locale, ...texts },
        lines: [`${path} (${locale}) has ${isSet ? "a custom" : "the generated"} title and description now.`],
      };
    },
  },
];
