import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { TaxonomyTerm } from "./taxonomy-terms.ts";

export type CategoryTerm = TaxonomyTerm & {
  /** Ids from the root to the category itself. */
  path: number[];
  theme_color: string;
};

/** The categories, brands, concerns, tags and series that a file may refer to. */
export type ExistingTerms = {
  categories: CategoryTerm[];
  brands: TaxonomyTerm[];
  concerns: TaxonomyTerm[];
  tags: TaxonomyTerm[];
  series: { id: number; brand_id: number; name: string }[];
  maxPositions: { categories: number; concerns: number };
};

/** What the store has of the references and slugs of some lines. */
export type ExistingProducts = {
  references: ReadonlySet<string>;
  /** The columns for customs that a product, by its reference, does not have yet: a file may leave them empty. */
  emptyColumns: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a slug belongs to another product or redirects to another page. */
  isTaken(slug: string, reference: string): boolean;
};

/**
 * Loads the products with certain references, and whose or what certain slugs are. A file is read in batches of lines,
 * so that memory depends neither on the size of the catalog nor on that of the file.
 */
export async function loadExistingProducts(
  db: Tx,
  { references, slugs }: { references: readonly string[]; slugs: readonly string[] },
): Promise<ExistingProducts> {
  const { rows: products } = await sql<{ reference: string; slug: string; empty: string[] }>`
    select reference, slug, array_remove(array[case when hs_code = '' then 'hs_code' end,
      case when customs_name_en = '' then 'customs_name_en' end], null) as empty
    from products
    where reference = any(${[...references]}::text[]) or slug = any(${[...slugs]}::text[])`.execute(db);
  const redirectRows = await db
    .selectFrom("redirects")
    .select(["from_path", "to_path"])
    .where("from_path", "=", sql<string>`any(${slugs.map((slug) => `/${slug}`)}::text[])`)
    .execute();
  const owners = new Map(products.map(({ slug, reference }) => [slug, reference]));
  const slugsByReference = new Map(products.map(({ slug, reference }) => [reference, slug]));
  const redirects = new Map(redirectRows.map(({ from_path, to_path }) => [from_path, to_path]));
  return {
    references: new Set(slugsByReference.keys()),
    emptyColumns: new Map(products.map(({ reference, empty }) => [reference, new Set(empty)])),
    isTaken: (slug, reference) =>
      (owners.has(slug) && owners.get(slug) !== reference) ||
      (redirects.has(`/${slug}`) && redirects.get(`/${slug}`) !== `/${slugsByReference.get(reference)}`),
  };
}

export async function loadExistingTerms(db: Tx): Promise<ExistingTerms> {
  const categories = await db
    .selectFrom("categories")
    .select(["id", "slug", "name_ru", "name_en", "path", "theme_color", "position"])
    .execute();
  const concerns = await db.selectFrom("concerns").select(["id", "slug", "name_ru", "name_en", "position"]).execute();
  const maxPosition = (rows: { position: number }[]) => rows.reduce((max, { position }) => Math.max(max, position), 0);
  return {
    categories,
    brands: await db.selectFrom("brands").select(["id", "slug", "name_ru", "name as name_en"]).execute(),
    concerns,
    tags: await db.selectFrom("tags").select(["id", "slug", "name_ru", "name_en"]).execute(),
    series: await db.selectFrom("series").select(["id", "brand_id", "name"]).execute(),
    maxPositions: { categories: maxPosition(categories), concerns: maxPosition(concerns) },
  };
}
