import type { Tx } from "../platform/db.ts";
import type { Label } from "./import-terms.ts";

export type KnownCategory = Label & {
  /** Ids from the root to the category itself. */
  path: number[];
  theme_color: string;
};

/** What lines of a file may name. */
export type KnownLabels = {
  categories: KnownCategory[];
  brands: Label[];
  concerns: Label[];
  tags: Label[];
  series: { id: number; manufacturer_id: number; name: string }[];
  lastPositions: { categories: number; concerns: number };
};

/** The products that the shop has, and the addresses that are theirs. */
export type KnownProducts = {
  references: ReadonlySet<string>;
  /** Whether a slug is the address of another product, or redirects to another address. */
  isTaken(slug: string, reference: string): boolean;
};

export async function knownProducts(db: Tx): Promise<KnownProducts> {
  const products = await db.selectFrom("products").select(["reference", "slug"]).execute();
  const moved = await db.selectFrom("redirects").select(["from_path", "to_path"]).execute();
  const owners = new Map(products.map(({ slug, reference }) => [slug, reference]));
  const slugs = new Map(products.map(({ slug, reference }) => [reference, slug]));
  const redirects = new Map(moved.map(({ from_path, to_path }) => [from_path, to_path]));
  return {
    references: new Set(slugs.keys()),
    isTaken: (slug, reference) =>
      (owners.has(slug) && owners.get(slug) !== reference) ||
      (redirects.has(`/${slug}`) && redirects.get(`/${slug}`) !== `/${slugs.get(reference)}`),
  };
}

export async function knownLabels(db: Tx): Promise<KnownLabels> {
  const categories = await db
    .selectFrom("categories")
    .select(["id", "slug", "name_ru", "name_en", "path", "cloth as theme_color", "position"])
    .execute();
  const concerns = await db.selectFrom("usages").select(["id", "slug", "name_ru", "name_en", "position"]).execute();
  const highest = (rows: { position: number }[]) => rows.reduce((most, { position }) => Math.max(most, position), 0);
  return {
    categories,
    brands: await db.selectFrom("manufacturers").select(["id", "slug", "name_ru", "name as name_en"]).execute(),
    concerns,
    tags: await db.selectFrom("tags").select(["id", "slug", "name_ru", "name_en"]).execute(),
    series: await db.selectFrom("series").select(["id", "manufacturer_id", "name"]).execute(),
    lastPositions: { categories: highest(categories), concerns: highest(concerns) },
  };
}
