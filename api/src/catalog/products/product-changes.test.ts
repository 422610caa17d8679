import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createBrand, createCategory } from "../fixtures.ts";
import { importProducts } from "../import/import-products.ts";
import { openFolderStorage } from "../../platform/file-storage/folder-storage.ts";

const shop = await openTestShop();
const { db } = shop;
const folder = mkdtempSync(join(tmpdir(), "furoshiki-changes-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Options = { dryRun?: boolean; progress?: (message: string) => void };

async function importText(lines: string[], { dryRun = false, progress }: Options = {}): Promise<void> {
  const path = join(folder, "products.csv");
  writeFileSync(path, lines.join("\n"));
  await importProducts({
    ...{ db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun },
    ...(progress ? { progress } : {}),
  });
}

const header =
  "reference,slug,composition,name_ru,name_en,category,brand,customs_name_en,hs_code,weight_g,price,stock,images";
const createLine = (reference: string, slug: string, composition = "") =>
  `${reference},${slug},"${composition}",Крем,Cream,kremy,mizunora,cream,3304.99,80,1000,5,abcdef012345`;

const listRedirects = async () => {
  const rows = await db.selectFrom("redirects").selectAll().orderBy("from_path").execute();
  return rows.map((row) => `${row.from_path} → ${row.to_path}`);
};
/** Returns the ingredients of each product by slug, with their places. */
const listIngredients = async () => {
  const { rows } = await sql<{ slug: string; ingredients: string }>`
    select p.slug, string_agg(i.place || ' ' || i.name, ', ' order by i.place) as ingredients
    from products p left join product_ingredients i on i.product_id = p.id group by p.slug order by p.slug`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.slug, row.ingredients]));
};
const listDeletedSlugs = async () =>
  (await db.selectFrom("discontinued_products").select("slug").execute()).map((row) => row.slug);

beforeEach(async () => {
  await createCategory(db, { slug: "kremy" });
  await createBrand(db, "Mizunora");
  await db.insertInto("media").values({ key: "abcdef012345", mime: "image/png", width: 800, height: 1000 }).execute();
  await importText([header, createLine("A", "a", "Water, Mica"), createLine("B", "b")]);
});

it("splits compositions of new and changed products, and leaves the others as they are", async () => {
  expect(await listIngredients()).toEqual({ a: "1 Water, 2 Mica", b: "0 " });
  const getVersions = () =>
    db
      .selectFrom("product_ingredients")
      .select(sql<string>`xmin::text`.as("xmin"))
      .execute();
  const versions = await getVersions();
  await importText(["reference,composition,name_en", 'A,"Water, Mica",Other name', "B,,Other name"]);
  expect(await getVersions()).toEqual(versions);
  await importText(["reference,composition", "A,", 'B,"Talc, Water"']);
  expect(await listIngredients()).toEqual({ a: "0 ", b: "1 Talc, 2 Water" });
});

it("redirects the old slugs of renamed products, in one hop", async () => {
  await importText(["reference,slug", "A,a2", "B,b2"]);
  await importText(["reference,slug", "A,a3", "B,b2"]);
  expect(await listRedirects()).toEqual(["/a → /a3", "/a2 → /a3", "/b → /b2"]);
  await importText(["reference,slug", "A,a", "B,b"]);
  expect(await listRedirects()).toEqual(["/a2 → /a", "/a3 → /a", "/b2 → /b"]);
});

it("gives the slug of a deleted product to a new or renamed one", async () => {
  await db.deleteFrom("products").execute();
  expect((await listDeletedSlugs()).toSorted()).toEqual(["a", "b"]);
  await importText([header, createLine("C", "a"), createLine("D", "d")]);
  expect(await listDeletedSlugs()).toEqual(["b"]);
  await importText(["reference,slug", "D,b"]);
  expect(await listDeletedSlugs()).toEqual([]);
});

it("writes nothing in a dry run or when an import fails", async () => {
  await db.deleteFrom("products").where("slug", "=", "b").execute();
  const lines = [header, createLine("A", "a2", "Talc"), createLine("C", "b", "Talc")];
  const fail = () => {
    throw new Error("failed after the write");
  };
  await importText(lines, { dryRun: true });
  await expect(importText(lines, { progress: fail })).rejects.toThrow("failed after the write");
  expect([await listIngredients(), await listRedirects(), await listDeletedSlugs()]).toEqual([
    { a: "1 Water, 2 Mica" },
    [],
    ["b"],
  ]);
  await importText(lines);
  expect([await listIngredients(), await listRedirects(), await listDeletedSlugs()]).toEqual([
    { a2: "1 Talc", b: "1 Talc" },
    ["/a → /a2"],
    [],
  ]);
});
