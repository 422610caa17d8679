import { argument, type Command, CommandError } from "../platform/commands.ts";
import { defaultLocale, type Locale, locales } from "../platform/locale.ts";
import { type Head, setHead } from "./heads-sql.ts";

/** Search engines cut what is longer. */
const TITLE = 120;
const DESCRIPTION = 320;

export type Heads = Partial<Record<Locale, Head>>;

/** The title and description that were made by hand for a locale; null where a pattern makes them. */
export function headIn(heads: Heads, locale: Locale): { title: string | null; description: string | null } | null {
  const head = heads[locale];
  return head ? { title: head.title ?? null, description: head.description ?? null } : null;
}

/** What a path of the storefront shows: the table and the slug. */
function placeOf(path: string): { table: "products" | "categories" | "manufacturers"; slug: string } | null {
  const [, folder, slug] = /^\/(?:(category|manufacturer)\/)?([a-z0-9_-]+)$/.exec(path) ?? [];
  if (slug === undefined) return null;
  const table = folder === "category" ? "categories" : folder === "manufacturer" ? "manufacturers" : "products";
  return { table, slug };
}

export const headCommands: readonly Command[] = [
  {
    name: "titles set",
    summary: "set the title and description of a page for search engines; without either, remove them",
    arguments: [{ name: "ADDRESS", summary: "a product, category or maker, such as /category/kremy" }],
    options: {
      locale: { type: "string", value: "LOCALE", summary: `${locales.join(" or ")}; ${defaultLocale} by default` },
      title: { type: "string", value: "TEXT", summary: `at most ${TITLE} characters` },
      description: { type: "string", value: "TEXT", summary: `at most ${DESCRIPTION} characters` },
    },
    run: async (context) => {
      const address = argument(context, "ADDRESS");
      const place = placeOf(address);
      if (!place)
        throw new CommandError(`ADDRESS is "${address}", but takes a product, category or maker of the shop.`);
      const asked = context.options["locale"] ?? defaultLocale;
      const locale = locales.find((one) => one === asked);
      if (!locale) throw new CommandError(`--locale is "${asked}", but takes ${locales.join(" or ")}.`);
      const words = (name: "title" | "description", most: number) => {
        const text = String(context.options[name] ?? "")
          .replaceAll(/\s+/g, " ")
          .trim();
        if (text.length > most)
          throw new CommandError(`--${name} has ${text.length} characters, but takes at most ${most}.`);
        return text === "" ? {} : { [name]: text };
      };
      const head: Head = { ...words("title", TITLE), ...words("description", DESCRIPTION) };
      const isSet = Object.keys(head).length > 0;
      if (!(await setHead(context.house.db, place, locale, isSet ? head : null)))
        throw new CommandError(`No page is at ${address}.`);
      return {
        data: { address, locale, ...head },
        lines: [`${address} (${locale}) has ${isSet ? "words of its own" : "the words of its pattern"} from now on.`],
      };
    },
  },
];
