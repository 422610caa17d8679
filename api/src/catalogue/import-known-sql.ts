import type { Tx } from "../platform/db.ts";
import { Unreadable } from "./import-columns.ts";
import type { KnownShop } from "./import-rows.ts";

const ids = async (db: Tx, table: "usages" | "tags" | "manufacturers") =>
  new Map((await db.selectFrom(table).select(["id", "slug"]).execute()).map(({ id, slug }) => [slug, id]));

/** Everything that lines of a file may point to. */
export async function knownShop(db: Tx): Promise<KnownShop> {
  const [products, moved, categories, brands, usages, tags, seriesRows] = await Promise.all([
    db.selectFrom("products").select(["reference", "slug"]).execute(),
    db.selectFrom("redirects").select(["from_path", "to_path"]).execute(),
    db.selectFrom("categories").select(["id", "slug", "path"]).execute(),
    ids(db, "manufacturers"),
    ids(db, "usages"),
    ids(db, "tags"),
    db.selectFrom("series").select(["id", "manufacturer_id", "name"]).execute(),
  ]);
  const owners = new Map(products.map(({ slug, reference }) => [slug, reference]));
  const ownSlugs = new Map(products.map(({ slug, reference }) => [reference, slug]));
  const redirects = new Map(moved.map(({ from_path, to_path }) => [from_path, to_path]));
  const shelves = new Map(categories.map((one) => [one.slug, one]));
  const slugs = new Map(categories.map((one) => [one.id, one.slug]));
  const series = new Map(seriesRows.map((one) => [`${one.manufacturer_id} ${one.name}`, one.id]));

  const all = (what: string, held: ReadonlyMap<string, number>, wanted: string[]) =>
    wanted.map((slug) => held.get(slug) ?? unknown(what, slug));
  const shelf = (path: string[]) => {
    const steps = path.flatMap((one) => one.split("/")).filter((one) => one !== "");
    const found = shelves.get(steps.at(-1) ?? "");
    const isThere =
      found?.path
        .map((id) => slugs.get(id))
        .join("/")
        .endsWith(steps.join("/")) ?? false;
    return found && isThere ? found : unknown("category", path.join("/"));
  };
  const seriesOf = async (brandId: number, name: string | null) => {
    if (name === null) return null;
    const key = `${brandId} ${name}`;
    const id = series.get(key) ?? (await addSeries(db, brandId, name));
    series.set(key, id);
    return id;
  };

  return {
    products: new Set(ownSlugs.keys()),
    isTaken: (slug, reference) =>
      (owners.has(slug) && owners.get(slug) !== reference) ||
      (redirects.has(`/${slug}`) && redirects.get(`/${slug}`) !== `/${ownSlugs.get(reference)}`),
    productRow: async ({ category, brand, series: line, usages: uses, tags: marks, ...rest }) => {
      const { images: _images, slug: _slug, ...row }: Record<string, unknown> = rest;
      if (category !== undefined) {
        const { id, path } = shelf(category);
        Object.assign(row, { category_id: id, category_path: path });
      }
      if (brand !== undefined) {
        const id = brands.get(brand) ?? unknown("brand", brand);
        row["manufacturer_id"] = id;
        if (line !== undefined) row["series_id"] = await seriesOf(id, line);
      }
      if (uses !== undefined) row["usage_ids"] = all("usage", usages, uses);
      if (marks !== undefined) row["tag_ids"] = all("tag", tags, marks);
      return row;
    },
  };
}

function unknown(what: string, slug: string): never {
  throw new Unreadable(`there is no ${what} "${slug.slice(0, 80)}"`);
}

async function addSeries(db: Tx, manufacturerId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto("series")
    .values({ manufacturer_id: manufacturerId, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
