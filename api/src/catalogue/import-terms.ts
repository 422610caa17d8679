import { cityInLatin } from "../delivery/city-latin.ts";
import { quoted, Unreadable } from "../platform/file-values.ts";

/** What a field says of a category, brand, concern or tag: a slug, a name, or what a new one is to be called. */
type Term = { slug: string | null; name_ru: string; name_en: string };

/** A category, brand, concern or tag that the shop has. */
export type Label = { id: number; slug: string; name_ru: string; name_en: string };

/** @throws Unreadable */
export function parseTerm(field: string): Term {
  const parts = field.split("=").map((part) => part.trim());
  const [first = "", second = first, third] = parts;
  if (parts.length > 3 || parts.includes(""))
    throw new Unreadable(`${quoted(field)} takes a slug, a name, "Название=Name" or "slug=Название=Name"`);
  if (third === undefined) return { slug: null, name_ru: first, name_en: second };
  if (!/^[a-z0-9-]{1,100}$/.test(first))
    throw new Unreadable(`${quoted(first)} is no slug: small Latin letters, digits and hyphens`);
  return { slug: first, name_ru: second, name_en: third };
}

/** The labels of one kind, found by slug or by name. */
export class Labels<L extends Label> {
  readonly #noun: string;
  readonly #labels: L[];

  constructor(noun: string, labels: readonly L[]) {
    this.#noun = noun;
    this.#labels = [...labels];
  }

  add(label: L): L {
    this.#labels.push(label);
    return label;
  }

  /**
   * The label that a term means, or undefined.
   * @param among leaves only those out of which a name is looked for
   * @throws Unreadable if several have the name, or if the label has other names than the term gives it
   */
  find({ slug, name_ru, name_en }: Term, among: (label: L) => boolean = () => true): L | undefined {
    const bySlug = this.#labels.find((label) => label.slug === (slug ?? name_ru));
    const found = bySlug ?? (slug === null ? this.#named([name_ru, name_en], among) : undefined);
    const isNamed = slug !== null || name_ru !== name_en;
    if (found && isNamed && !(isSame(found.name_ru, name_ru) && isSame(found.name_en, name_en)))
      throw new Unreadable(
        `the ${this.#noun} "${found.slug}" has the names "${found.name_ru}" and "${found.name_en}": ` +
          `write the slug alone, or rename it`,
      );
    return found;
  }

  #named(names: readonly string[], among: (label: L) => boolean): L | undefined {
    const isNamed = (label: L) => names.some((name) => isSame(label.name_ru, name) || isSame(label.name_en, name));
    const found = this.#labels.filter((label) => among(label) && isNamed(label));
    if (found.length > 1)
      throw new Unreadable(
        `${quoted(names[0] ?? "")} is the name of ${found.map(({ slug }) => slug).join(" and ")}: write the slug`,
      );
    return found[0];
  }

  /** The slug of a new label. @param prefix is put before a slug that is taken @throws Unreadable if it is taken */
  newSlug({ slug, name_ru }: Term, prefix = ""): string {
    const own = slug ?? slugify(cityInLatin(name_ru));
    const taken = (wanted: string) => this.#labels.find((label) => label.slug === wanted);
    if (own === "") throw new Unreadable(`no slug can be made of ${quoted(name_ru)}: write slug=Название=Name`);
    const owner = taken(own);
    if (!owner) return own;
    if (slug === null && prefix !== "" && !taken(`${prefix}-${own}`)) return `${prefix}-${own}`;
    throw new Unreadable(
      `${quoted(name_ru)} would get the slug "${own}", which the ${this.#noun} "${owner.name_ru}" has: ` +
        `write slug=Название=Name`,
    );
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 120);
}
