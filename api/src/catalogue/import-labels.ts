import type { Tx } from "../platform/db.ts";
import { quoted, Unreadable } from "../platform/file-values.ts";
import { DEFAULT_THEME_COLOR } from "../platform/theme-colors.ts";
import { insertBrand, insertSeries } from "./brand-sql.ts";
import { insertCategory } from "./category-sql.ts";
import type { KnownLabels, KnownCategory } from "./import-known-sql.ts";
import { type Label, Labels, parseTerm } from "./import-terms.ts";
import { insertConcern, insertTag } from "./tag-sql.ts";

/** What an import creates besides products. */
export type Created = Record<"categories" | "brands" | "series" | "concerns" | "tags", string[]>;

/**
 * Finds what lines of a file name, and creates it if it is missing and the operator asks for that. A series is always
 * created.
 */
export class ImportLabels {
  readonly created: Created = { categories: [], brands: [], series: [], concerns: [], tags: [] };
  readonly #db: Tx;
  readonly #createMissing: boolean;
  readonly #categories: Labels<KnownCategory>;
  readonly #brands: Labels<Label>;
  readonly #concerns: Labels<Label>;
  readonly #tags: Labels<Label>;
  readonly #series: Map<string, number>;
  #last: { categories: number; concerns: number };

  constructor(db: Tx, known: KnownLabels, createMissing: boolean) {
    this.#db = db;
    this.#createMissing = createMissing;
    this.#categories = new Labels("category", known.categories);
    this.#brands = new Labels("brand", known.brands);
    this.#concerns = new Labels("concern", known.concerns);
    this.#tags = new Labels("tag", known.tags);
    this.#series = new Map(known.series.map((one) => [`${one.manufacturer_id} ${one.name}`, one.id]));
    this.#last = known.lastPositions;
  }

  /** The category at the end of a path. The path may begin anywhere in the tree. @throws Unreadable */
  async category(path: readonly string[]): Promise<KnownCategory> {
    const steps = path.flatMap((one) => one.split("/")).filter((one) => one.trim() !== "");
    let at: KnownCategory | undefined;
    for (const step of steps) {
      const above: KnownCategory | undefined = at;
      const isBelow = (one: KnownCategory) => (above ? one.path.at(-2) === above.id : true);
      const term = parseTerm(step);
      const found = this.#categories.find(term, isBelow);
      if (found && !isBelow(found)) throw missing("category", path.join("/"));
      at = found ?? (await this.#createCategory(term, above, path.join("/")));
    }
    if (!at) throw new Unreadable(`category is ${quoted(path.join("/"))}, but takes a path such as litso/kremy`);
    return at;
  }

  async #createCategory(
    term: ReturnType<typeof parseTerm>,
    above: KnownCategory | undefined,
    path: string,
  ): Promise<KnownCategory> {
    if (!this.#createMissing) throw missing("category", path);
    const { name_ru, name_en } = term;
    const slug = this.#categories.newSlug(term, above?.slug);
    const own = { slug, name_ru, name_en, theme_color: above?.theme_color ?? DEFAULT_THEME_COLOR };
    this.#last.categories += 1;
    const added = await insertCategory(this.#db, {
      ...own,
      parent: above?.slug ?? null,
      position: this.#last.categories,
      picture: null,
    });
    this.created.categories.push(described(own));
    return this.#categories.add({ ...own, ...added });
  }

  /** @throws Unreadable */
  async brand(field: string): Promise<Label> {
    return this.#label("brand", this.#brands, field, async (own) => {
      this.created.brands.push(described(own));
      const rest = { name_ja: "", tagline_ru: "", tagline_en: "", theme_color: DEFAULT_THEME_COLOR, position: 0 };
      return insertBrand(this.#db, { slug: own.slug, name: own.name_en, name_ru: own.name_ru, ...rest });
    });
  }

  async series(brand: Label, name: string): Promise<number> {
    const key = `${brand.id} ${name}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const id = await insertSeries(this.#db, { brand: brand.slug, name });
    this.created.series.push(`${brand.slug} ${name}`);
    this.#series.set(key, id);
    return id;
  }

  /** @throws Unreadable */
  async concerns(fields: readonly string[]): Promise<number[]> {
    return this.#ids(fields, (field) =>
      this.#label("concern", this.#concerns, field, async (own) => {
        this.created.concerns.push(described(own));
        this.#last.concerns += 1;
        return insertConcern(this.#db, { ...own, position: this.#last.concerns });
      }),
    );
  }

  /** @throws Unreadable */
  async tags(fields: readonly string[]): Promise<number[]> {
    return this.#ids(fields, (field) =>
      this.#label("tag", this.#tags, field, async (own) => {
        this.created.tags.push(described(own));
        return insertTag(this.#db, own);
      }),
    );
  }

  async #ids(fields: readonly string[], find: (field: string) => Promise<Label>): Promise<number[]> {
    const ids: number[] = [];
    for (const field of fields) ids.push((await find(field)).id);
    return ids;
  }

  async #label(
    noun: string,
    labels: Labels<Label>,
    field: string,
    create: (own: Omit<Label, "id">) => Promise<number>,
  ): Promise<Label> {
    const term = parseTerm(field);
    const found = labels.find(term);
    if (found) return found;
    if (!this.#createMissing) throw missing(noun, field);
    const own = { slug: labels.newSlug(term), name_ru: term.name_ru, name_en: term.name_en };
    return labels.add({ ...own, id: await create(own) });
  }
}

function missing(noun: string, field: string): Unreadable {
  return new Unreadable(`there is no ${noun} "${field.slice(0, 80)}" (--create-missing creates it)`);
}

function described({ slug, name_ru, name_en }: Omit<Label, "id">): string {
  return `${slug} (${name_ru === name_en ? name_ru : `${name_ru}, ${name_en}`})`;
}
