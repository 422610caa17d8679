import type { Tx } from "../../platform/db/database.ts";
import { quoteValue, InvalidFieldError } from "../../platform/data-files/field-parsers.ts";
import { DEFAULT_THEME_COLOR } from "../../branding/schema.ts";
import { insertBrand, insertSeries } from "../brands/brand-sql.ts";
import { insertCategory } from "../categories/category-sql.ts";
import type { ExistingTerms, CategoryTerm } from "./existing-records.ts";
import { type TaxonomyTerm, TaxonomyTerms, parseTermReference } from "./taxonomy-terms.ts";
import { insertConcern, insertTag } from "../tags/tag-sql.ts";

/** The records that an import created besides products, as descriptions for the operator. */
export type CreatedTerms = Record<"categories" | "brands" | "series" | "concerns" | "tags", string[]>;

/**
 * Resolves categories, brands, concerns, tags and series that lines of a file refer to. Missing ones are created if the
 * operator requested it; a missing series is created unless `createsSeries` is false.
 */
export class ImportTaxonomy {
  readonly created: CreatedTerms = { categories: [], brands: [], series: [], concerns: [], tags: [] };
  readonly #db: Tx;
  readonly #createMissing: boolean;
  readonly #createsSeries: boolean;
  readonly #categories: TaxonomyTerms<CategoryTerm>;
  readonly #brands: TaxonomyTerms<TaxonomyTerm>;
  readonly #concerns: TaxonomyTerms<TaxonomyTerm>;
  readonly #tags: TaxonomyTerms<TaxonomyTerm>;
  readonly #series: Map<string, number>;
  #lastPositions: { categories: number; concerns: number };

  constructor(db: Tx, existing: ExistingTerms, createMissing: boolean, { createsSeries = true } = {}) {
    this.#db = db;
    this.#createsSeries = createsSeries;
    this.#createMissing = createMissing;
    this.#categories = new TaxonomyTerms("category", existing.categories);
    this.#brands = new TaxonomyTerms("brand", existing.brands);
    this.#concerns = new TaxonomyTerms("concern", existing.concerns);
    this.#tags = new TaxonomyTerms("tag", existing.tags);
    this.#series = new Map(existing.series.map(({ id, brand_id, name }) => [`${brand_id} ${name}`, id]));
    this.#lastPositions = existing.maxPositions;
  }

  /**
   * Resolves a category path, which may begin at any level of the tree.
   * @throws InvalidFieldError
   */
  async resolveCategory(path: readonly string[]): Promise<CategoryTerm> {
    const segments = path.flatMap((part) => part.split("/")).filter((segment) => segment.trim() !== "");
    let current: CategoryTerm | undefined;
    for (const segment of segments) {
      const parent: CategoryTerm | undefined = current;
      const isBelow = (category: CategoryTerm) => (parent ? category.path.at(-2) === parent.id : true);
      const term = parseTermReference(segment);
      const match = this.#categories.find(term, isBelow);
      if (match && !isBelow(match)) throw createMissingTermError("category", path.join("/"));
      current = match ?? (await this.#createCategory(term, parent, path.join("/")));
    }
    if (!current)
      throw new InvalidFieldError(`category is ${quoteValue(path.join("/"))}, but takes a path such as litso/kremy`);
    return current;
  }

  async #createCategory(
    term: ReturnType<typeof parseTermReference>,
    parent: CategoryTerm | undefined,
    path: string,
  ): Promise<CategoryTerm> {
    if (!this.#createMissing) throw createMissingTermError("category", path);
    const { name_ru, name_en } = term;
    const slug = this.#categories.generateSlug(term, parent?.slug);
    const newTerm = { slug, name_ru, name_en, theme_color: parent?.theme_color ?? DEFAULT_THEME_COLOR };
    this.#lastPositions.categories += 1;
    const added = await insertCategory(this.#db, {
      ...newTerm,
      parent: parent?.slug ?? null,
      position: this.#lastPositions.categories,
      image: null,
    });
    this.created.categories.push(describeTerm(newTerm));
    return this.#categories.add({ ...newTerm, ...added });
  }

  /**
   * Resolves a brand.
   * @throws InvalidFieldError
   */
  async resolveBrand(field: string): Promise<TaxonomyTerm> {
    return this.#resolveTerm("brand", this.#brands, field, async (newTerm) => {
      this.created.brands.push(describeTerm(newTerm));
      const defaults = { name_ja: "", tagline_ru: "", tagline_en: "", theme_color: DEFAULT_THEME_COLOR, position: 0 };
      return insertBrand(this.#db, {
        slug: newTerm.slug,
        name: newTerm.name_en,
        name_ru: newTerm.name_ru,
        ...defaults,
      });
    });
  }

  /**
   * Returns the id of a series of a brand.
   * @throws InvalidFieldError if it is missing and must not be created
   */
  async resolveSeries(brand: TaxonomyTerm, name: string): Promise<number> {
    const key = `${brand.id} ${name}`;
    const existingId = this.#series.get(key);
    if (existingId !== undefined) return existingId;
    if (!this.#createsSeries) throw new InvalidFieldError(`there is no series ${quoteValue(name)} of the brand`);
    const id = await insertSeries(this.#db, { brand: brand.slug, name });
    this.created.series.push(`${brand.slug} ${name}`);
    this.#series.set(key, id);
    return id;
  }

  /**
   * Returns the ids of concerns.
   * @throws InvalidFieldError
   */
  async resolveConcerns(fields: readonly string[]): Promise<number[]> {
    return this.#resolveAll(fields, (field) =>
      this.#resolveTerm("concern", this.#concerns, field, async (newTerm) => {
        this.created.concerns.push(describeTerm(newTerm));
        this.#lastPositions.concerns += 1;
        return insertConcern(this.#db, { ...newTerm, position: this.#lastPositions.concerns });
      }),
    );
  }

  /**
   * Returns the ids of tags.
   * @throws InvalidFieldError
   */
  async resolveTags(fields: readonly string[]): Promise<number[]> {
    return this.#resolveAll(fields, (field) =>
      this.#resolveTerm("tag", this.#tags, field, async (newTerm) => {
        this.created.tags.push(describeTerm(newTerm));
        return insertTag(this.#db, newTerm);
      }),
    );
  }

  async #resolveAll(fields: readonly string[], resolve: (field: string) => Promise<TaxonomyTerm>): Promise<number[]> {
    const ids: number[] = [];
    for (const field of fields) ids.push((await resolve(field)).id);
    return ids;
  }

  async #resolveTerm(
    noun: string,
    terms: TaxonomyTerms<TaxonomyTerm>,
    field: string,
    create: (newTerm: Omit<TaxonomyTerm, "id">) => Promise<number>,
  ): Promise<TaxonomyTerm> {
    const term = parseTermReference(field);
    const match = terms.find(term);
    if (match) return match;
    if (!this.#createMissing) throw createMissingTermError(noun, field);
    const newTerm = { slug: terms.generateSlug(term), name_ru: term.name_ru, name_en: term.name_en };
    return terms.add({ ...newTerm, id: await create(newTerm) });
  }
}

function createMissingTermError(noun: string, field: string): InvalidFieldError {
  return new InvalidFieldError(`there is no ${noun} "${field.slice(0, 80)}" (--create-missing creates it)`);
}

function describeTerm({ slug, name_ru, name_en }: Omit<TaxonomyTerm, "id">): string {
  return `${slug} (${name_ru === name_en ? name_ru : `${name_ru}, ${name_en}`})`;
}
