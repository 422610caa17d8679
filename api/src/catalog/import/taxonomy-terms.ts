import { transliterate } from "../../../../design-system/i18n/transliteration.ts";
import { quoteValue, InvalidFieldError } from "../../platform/data-files/field-parsers.ts";

/** A reference to a category, brand, concern or tag: a slug, a name, or the slug and names of a new one. */
type TermReference = { slug: string | null; name_ru: string; name_en: string };

/** An existing category, brand, concern or tag. */
export type TaxonomyTerm = { id: number; slug: string; name_ru: string; name_en: string };

/**
 * Parses a field: a slug, a name, `Название=Name` or `slug=Название=Name`.
 * @throws InvalidFieldError
 */
export function parseTermReference(field: string): TermReference {
  const parts = field.split("=").map((part) => part.trim());
  const [first = "", second = first, third] = parts;
  if (parts.length > 3 || parts.includes(""))
    throw new InvalidFieldError(`${quoteValue(field)} takes a slug, a name, "Название=Name" or "slug=Название=Name"`);
  if (third === undefined) return { slug: null, name_ru: first, name_en: second };
  if (!/^[a-z0-9-]{1,100}$/.test(first))
    throw new InvalidFieldError(`${quoteValue(first)} is not a slug: lowercase Latin letters, digits and hyphens`);
  return { slug: first, name_ru: second, name_en: third };
}

/** The terms of one kind. They are found by slug or by name. */
export class TaxonomyTerms<T extends TaxonomyTerm> {
  readonly #noun: string;
  readonly #terms: T[];

  constructor(noun: string, terms: readonly T[]) {
    this.#noun = noun;
    this.#terms = [...terms];
  }

  add(term: T): T {
    this.#terms.push(term);
    return term;
  }

  /**
   * Returns the term that a reference means, or undefined.
   * @param filter restricts the terms that are searched by name
   * @throws InvalidFieldError if several terms have the name, or if the names of the term differ from those of the reference
   */
  find({ slug, name_ru, name_en }: TermReference, filter: (term: T) => boolean = () => true): T | undefined {
    const bySlug = this.#terms.find((term) => term.slug === (slug ?? name_ru));
    const match = bySlug ?? (slug === null ? this.#findByName([name_ru, name_en], filter) : undefined);
    const isNamed = slug !== null || name_ru !== name_en;
    if (match && isNamed && !(equalsIgnoringCase(match.name_ru, name_ru) && equalsIgnoringCase(match.name_en, name_en)))
      throw new InvalidFieldError(
        `the ${this.#noun} "${match.slug}" has the names "${match.name_ru}" and "${match.name_en}": ` +
          `write the slug alone, or rename it`,
      );
    return match;
  }

  #findByName(names: readonly string[], filter: (term: T) => boolean): T | undefined {
    const isNamed = (term: T) =>
      names.some((name) => equalsIgnoringCase(term.name_ru, name) || equalsIgnoringCase(term.name_en, name));
    const matches = this.#terms.filter((term) => filter(term) && isNamed(term));
    if (matches.length > 1)
      throw new InvalidFieldError(
        `${quoteValue(names[0] ?? "")} is the name of ${matches.map(({ slug }) => slug).join(" and ")}: write the slug`,
      );
    return matches[0];
  }

  /**
   * Returns the slug of a new term.
   * @param prefix is prepended if the slug is taken
   * @throws InvalidFieldError if both are taken
   */
  generateSlug({ slug, name_ru }: TermReference, prefix = ""): string {
    const candidate = slug ?? slugify(transliterate(name_ru));
    const findOwner = (slugToCheck: string) => this.#terms.find((term) => term.slug === slugToCheck);
    if (candidate === "")
      throw new InvalidFieldError(`no slug can be derived from ${quoteValue(name_ru)}: write slug=Название=Name`);
    const owner = findOwner(candidate);
    if (!owner) return candidate;
    if (slug === null && prefix !== "" && !findOwner(`${prefix}-${candidate}`)) return `${prefix}-${candidate}`;
    throw new InvalidFieldError(
      `${quoteValue(name_ru)} would get the slug "${candidate}", which the ${this.#noun} "${owner.name_ru}" has: ` +
        `write slug=Название=Name`,
    );
  }
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Converts a name in Latin letters to a slug; other characters are dropped. */
export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 120);
}
