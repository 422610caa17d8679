import { basename } from "node:path";
import { parseTextFile } from "../content/texts/text-file.ts";
import { CommandError } from "../platform/commands/command.ts";
import { parseStoreTime } from "../platform/i18n/store-dates.ts";
import { defaultLocale, type Locale, locales } from "../platform/i18n/locale.ts";
import { DEFAULT_THEME_COLOR, themeColors } from "../branding/schema.ts";
import { kinds, type PostKind } from "./schema.ts";

/** A post as read from a Markdown file: front matter, `# Title`, a lead paragraph and the body. */
export type PostFile = {
  kind: PostKind;
  slug: string;
  locale: Locale;
  title: string;
  lead: string;
  body: string;
  themeColor: string;
  /** The publication time; null if the file has none. */
  publishedAt: Date | null;
  isDraft: boolean;
  /** Whether it can be read at its URL, but is omitted from lists, sitemaps and feeds. */
  isUnlisted: boolean;
  /** The file name of an image in the same folder. */
  cover: string | null;
  tags: { slug: string; name: string }[];
  /** The references (article numbers) of the products that it is about. */
  products: string[];
};

const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/;
const fieldNames = [
  "kind",
  "slug",
  "locale",
  "date",
  "draft",
  "listed",
  "theme_color",
  "cover",
  "tags",
  "products",
] as const;
type FieldName = (typeof fieldNames)[number];

/**
 * Parses a post from a Markdown file with front matter: lines `key: value` between two `---`.
 * @throws CommandError with all errors of the file
 */
export function readPostFile(file: string, text: string): PostFile {
  const [, frontMatter, content = ""] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll("\r\n", "\n").trimStart()) ?? [];
  if (frontMatter === undefined)
    throw new CommandError(`${file} must begin with a line “---”, lines such as “kind: blog”, and another “---”.`);
  const errors: string[] = [];
  const fields = readFrontMatter(frontMatter, errors);
  const addError = (fieldName: FieldName, accepted: string) =>
    errors.push(`${fieldName} is "${fields.get(fieldName) ?? ""}", but takes ${accepted}`);

  const kind = kinds.find((candidate) => candidate === fields.get("kind"));
  if (!kind) addError("kind", kinds.join(" or "));
  const slug = fields.get("slug") ?? basename(file).replace(/\..*$/, "");
  if (!SLUG.test(slug)) errors.push(`slug is "${slug}", but takes lowercase Latin letters, digits and hyphens`);
  const locale = locales.find((candidate) => candidate === (fields.get("locale") ?? defaultLocale));
  if (!locale) addError("locale", locales.join(" or "));
  const date = fields.get("date");
  const publishedAt = date === undefined ? null : (parseStoreTime(date)?.time ?? null);
  if (date !== undefined && !publishedAt)
    addError("date", "a day, and a time in Moscow if it matters: 2026-12-01 or 2026-12-01 09:00");
  const draftField = fields.get("draft") ?? "no";
  if (!/^(yes|no)$/.test(draftField)) addError("draft", "yes or no");
  const themeColor = fields.get("theme_color") ?? DEFAULT_THEME_COLOR;
  if (!themeColors.some((color) => color === themeColor)) addError("theme_color", themeColors.join(", "));
  const listedField = fields.get("listed") ?? "yes";
  if (!/^(yes|no)$/.test(listedField)) addError("listed", "yes or no");
  const cover = fields.get("cover") ?? null;
  if (cover !== null && !/^[^/\\]+\.(svg|jpe?g|png|webp)$/i.test(cover))
    addError("cover", "the name of a .svg, .jpg, .png or .webp file in the same folder");
  const tags = splitList(fields.get("tags")).map((tag) => {
    const [tagSlug = "", name = ""] = tag.split("=").map((part) => part.trim());
    if (!SLUG.test(tagSlug) || name === "") errors.push(`tags: "${tag}" is not written as slug=Name`);
    return { slug: tagSlug, name };
  });
  if (errors.length > 0 || !kind || !locale)
    throw new CommandError([`${file} is invalid.`, ...errors].join("\n"), { errors });
  const { title, description: lead, body } = parseTextFile(content);
  const products = splitList(fields.get("products"));
  const isDraft = draftField === "yes";
  const isUnlisted = listedField === "no";
  return { kind, slug, locale, title, lead, body, themeColor, publishedAt, isDraft, isUnlisted, cover, tags, products };
}

/** Parses front matter. Adds a message to `errors` for each invalid line. */
function readFrontMatter(frontMatter: string, errors: string[]): Map<FieldName, string> {
  const fields = new Map<FieldName, string>();
  for (const line of frontMatter.split("\n").filter((one) => one.trim() !== "")) {
    const [, name = "", value = ""] = /^([a-z_]+):\s*(.*?)\s*$/.exec(line) ?? [];
    const fieldName = fieldNames.find((one) => one === name);
    if (!fieldName) errors.push(`“${line.trim()}” is not one of the fields ${fieldNames.join(", ")}`);
    else if (fields.has(fieldName)) errors.push(`${fieldName} is repeated`);
    else if (value !== "") fields.set(fieldName, value);
  }
  return fields;
}

const splitList = (text = "") =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
