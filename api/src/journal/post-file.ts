import { basename } from "node:path";
import { readTextFile } from "../content/text-file.ts";
import { CommandError } from "../platform/commands.ts";
import { defaultLocale, type Locale, locales } from "../platform/locale.ts";
import { DEFAULT_THEME_COLOR, themeColors } from "../platform/theme-colors.ts";
import { kinds, type PostKind } from "./schema.ts";

/** A post as it stands in a file: what it is, then `# Title`, a paragraph that leads in, the text in Markdown. */
export type PostFile = {
  kind: PostKind;
  slug: string;
  locale: Locale;
  title: string;
  lead: string;
  body: string;
  cloth: string;
  /** From when it is out; null: the file does not say. */
  at: Date | null;
  isDraft: boolean;
  /** Read at its address, but in no list, sitemap or feed. */
  isUnlisted: boolean;
  /** The name of a picture beside the file. */
  cover: string | null;
  tags: { slug: string; name: string }[];
  /** References of the products that it speaks of. */
  products: string[];
};

const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/;
const keys = ["kind", "slug", "locale", "date", "draft", "listed", "cloth", "cover", "tags", "products"] as const;
type Key = (typeof keys)[number];

/**
 * Reads a post from a Markdown file with lines `key: value` between two `---` at its beginning.
 * @throws CommandError with everything that is wrong there.
 */
export function readPostFile(file: string, text: string): PostFile {
  const [, head, rest = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll("\r\n", "\n").trimStart()) ?? [];
  if (head === undefined)
    throw new CommandError(`${file} must begin with a line “---”, lines such as “kind: blog”, and another “---”.`);
  const complaints: string[] = [];
  const said = readHead(head, complaints);
  const wrong = (key: Key, takes: string) => complaints.push(`${key} is "${said.get(key) ?? ""}", but takes ${takes}`);

  const kind = kinds.find((one) => one === said.get("kind"));
  if (!kind) wrong("kind", kinds.join(" or "));
  const slug = said.get("slug") ?? basename(file).replace(/\..*$/, "");
  if (!SLUG.test(slug)) complaints.push(`slug is "${slug}", but takes small Latin letters, digits and hyphens`);
  const locale = locales.find((one) => one === (said.get("locale") ?? defaultLocale));
  if (!locale) wrong("locale", locales.join(" or "));
  const date = said.get("date");
  const at = date === undefined ? null : momentOf(date);
  if (date !== undefined && !at)
    wrong("date", "a day, and a time in Moscow if it matters: 2026-12-01 or 2026-12-01 09:00");
  const draft = said.get("draft") ?? "no";
  if (!/^(yes|no)$/.test(draft)) wrong("draft", "yes or no");
  const cloth = said.get("cloth") ?? DEFAULT_THEME_COLOR;
  if (!themeColors.some((color) => color === cloth)) wrong("cloth", themeColors.join(", "));
  const listed = said.get("listed") ?? "yes";
  if (!/^(yes|no)$/.test(listed)) wrong("listed", "yes or no");
  const cover = said.get("cover") ?? null;
  if (cover !== null && !/^[^/\\]+\.(svg|jpe?g|png|webp)$/i.test(cover))
    wrong("cover", "the name of a .svg, .jpg, .png or .webp beside the file");
  const tags = listOf(said.get("tags")).map((tag) => {
    const [tagSlug = "", name = ""] = tag.split("=").map((part) => part.trim());
    if (!SLUG.test(tagSlug) || name === "") complaints.push(`tags: "${tag}" is not written as slug=Name`);
    return { slug: tagSlug, name };
  });
  if (complaints.length > 0 || !kind || !locale)
    throw new CommandError([`${file} was not understood.`, ...complaints].join("\n"), { complaints });
  const { title, description: lead, body } = readTextFile(rest);
  const products = listOf(said.get("products"));
  const flags = { isDraft: draft === "yes", isUnlisted: listed === "no" };
  return { kind, slug, locale, title, lead, body, cloth, at, ...flags, cover, tags, products };
}

function readHead(head: string, complaints: string[]): Map<Key, string> {
  const said = new Map<Key, string>();
  for (const line of head.split("\n").filter((one) => one.trim() !== "")) {
    const [, name = "", value = ""] = /^([a-z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const key = keys.find((one) => one === name);
    if (!key) complaints.push(`“${line.trim()}” is none of ${keys.join(", ")}`);
    else if (said.has(key)) complaints.push(`${key} is said twice`);
    else if (value !== "") said.set(key, value);
  }
  return said;
}

const listOf = (text = "") =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** A day, or a day and a time, by the clock in Moscow; null where it is none. */
export function momentOf(text: string): Date | null {
  const [, day, hours = "00", minutes = "00"] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d):(\d\d))?$/.exec(text) ?? [];
  if (day === undefined) return null;
  const at = new Date(`${day}T${hours}:${minutes}:00+03:00`);
  const isThatDay = !Number.isNaN(at.getTime()) && new Date(at.getTime() + 3 * 3_600_000).toISOString().startsWith(day);
  return isThatDay ? at : null;
}
