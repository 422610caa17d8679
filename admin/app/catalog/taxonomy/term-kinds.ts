import type { ThemeColor } from "@furoshiki/api/branding";
import type { FieldEdits } from "../../api-client/field-edits.ts";

/** What products belong to. */
export type TermKind = "category" | "brand" | "series" | "concern" | "tag";

/** A field of a term in its form. */
export type TermField = Readonly<{
  name: string;
  type: "text" | "slug" | "number" | "color" | "image" | "brand" | "parent";
  isRequired?: true;
  maxLength?: number;
  /** Whether it is chosen when the term is added, and not changed in its form later. */
  isNewOnly?: true;
  /** Whether it is about search results: these fields are shown on demand. */
  isSeo?: true;
}>;

const name = (field: string): TermField => ({ name: field, type: "text", isRequired: true, maxLength: 200 });
const names = [name("name_ru"), name("name_en")];
const slug: TermField = { name: "slug", type: "slug", maxLength: 100 };
const position: TermField = { name: "position", type: "number" };
const seo: readonly TermField[] = [
  ...(["ru", "en"] as const).flatMap((language): TermField[] => [
    { name: `seo_title_${language}`, type: "text", maxLength: 120, isSeo: true },
    { name: `seo_description_${language}`, type: "text", maxLength: 320, isSeo: true },
  ]),
];
const color: TermField = { name: "theme_color", type: "color" };

/** The kinds of terms, by the paths of their pages, which are also those of the API. */
export const termPages = {
  "/categories": {
    kind: "category",
    fields: [
      { name: "parent_id", type: "parent", isNewOnly: true },
      ...names,
      slug,
      color,
      { name: "image", type: "image" },
      ...seo,
    ],
  },
  "/brands": {
    kind: "brand",
    fields: [
      name("name"),
      name("name_ru"),
      { name: "name_ja", type: "text", maxLength: 200 },
      slug,
      { name: "tagline_ru", type: "text", maxLength: 300 },
      { name: "tagline_en", type: "text", maxLength: 300 },
      color,
      position,
      ...seo,
    ],
  },
  "/series": { kind: "series", fields: [{ name: "brand_id", type: "brand", isNewOnly: true }, name("name")] },
  "/concerns": { kind: "concern", fields: [...names, slug, position] },
  "/tags": { kind: "tag", fields: [...names, slug] },
} as const satisfies Record<string, { kind: TermKind; fields: readonly TermField[] }>;
export type TermPath = keyof typeof termPages;

/** A term as the API lists it. */
export type Term = Readonly<Record<string, unknown>> & Readonly<{ id: number; products: number }>;

/** Returns the fields that a form of a term has. */
export function listFields(path: TermPath, isNew: boolean): readonly TermField[] {
  const fields: readonly TermField[] = termPages[path].fields;
  return fields.filter(({ isNewOnly }) => isNew || !isNewOnly);
}

/** Returns the text of a field in a form. */
export function getTermText(term: Term | null, { name: field, type }: TermField): string {
  if (term) return String(term[field] ?? "");
  if (type === "number") return "0";
  return type === "color" ? themeColors[0] : "";
}

/** Returns the value that the API takes for the text of a field. */
export function parseTermText({ type }: TermField, text: string): string | number | null {
  if (type === "number" || type === "brand") return Number(text);
  if (type === "parent") return text === "" ? null : Number(text);
  return type === "image" && text === "" ? null : text;
}

/** Returns the changes of a term, from those of the texts of its form. */
export function parseTermEdits(path: TermPath, edits: FieldEdits) {
  return Object.fromEntries(
    listFields(path, false).flatMap((field) => {
      const edit = edits[field.name];
      return edit
        ? [[field.name, { from: parseTermText(field, edit.from), to: parseTermText(field, edit.to) }] as const]
        : [];
    }),
  );
}

/** The name of a term in a language: brands and series have one for all. */
export function getTermName(term: Term, locale: "ru-RU" | "en-US"): string {
  const own = locale === "ru-RU" ? term.name_ru : (term.name_en ?? term.name);
  return String(own ?? term.name ?? "");
}

/** The theme colors of the store, that of a new term first. */
export const themeColors = [
  ...(["shiro", "sakura", "fuji", "wakaba", "mizu", "asagi", "tamago", "matcha", "kaki", "tokiwa"] as const),
] as const satisfies readonly ThemeColor[];
