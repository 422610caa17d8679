import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import type { DataFile } from "../platform/data-files/data-file.ts";
import { importDataFile } from "../platform/data-files/import-data-file.ts";
import { brandFile } from "./brands/brand-file.ts";
import { categoryFile } from "./categories/category-file.ts";
import { createBrand, createCategory } from "./fixtures.ts";
import { tagFile } from "./tags/tag-file.ts";
import { openFolderStorage } from "../platform/file-storage/folder-storage.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-renamed-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function importText(file: DataFile, text: string, { dryRun = false } = {}): Promise<void> {
  const path = join(folder, "table.csv");
  writeFileSync(path, text);
  await importDataFile(file, { db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun });
}

const listRedirects = async () => {
  const rows = await shop.db.selectFrom("redirects").selectAll().orderBy("from_path").execute();
  return rows.map((row) => `${row.from_path} → ${row.to_path}`);
};

beforeEach(async () => {
  await createCategory(shop.db, { slug: "kremy" });
  await createCategory(shop.db, { slug: "masla" });
  await createBrand(shop.db, "Mizunora");
  await shop.db.insertInto("tags").values({ slug: "sakura", name_ru: "Сакура", name_en: "Sakura" }).execute();
});

it("redirects renamed categories, brands and tags", async () => {
  await importText(categoryFile, "slug,renamed_from\nkremy-dlya-lica,kremy\n");
  await importText(brandFile, "slug,renamed_from\nmizu-nora,mizunora\n");
  await importText(tagFile, "slug,renamed_from\ncherry,sakura\n");
  expect(await listRedirects()).toEqual([
    "/category/kremy → /category/kremy-dlya-lica",
    "/manufacturer/mizunora → /manufacturer/mizu-nora",
    "/tags/sakura → /tags/cherry",
  ]);
});

it("redirects nothing if only other columns change, in a dry run, and when an import fails", async () => {
  await importText(categoryFile, "slug,position\nkremy,7\n");
  await importText(categoryFile, "slug,renamed_from\nkremy-dlya-lica,kremy\n", { dryRun: true });
  await shop.db.insertInto("redirects").values({ from_path: "/x", to_path: "/category/kremy" }).execute();
  await expect(
    importText({ ...categoryFile, write: failAfter(categoryFile) }, "slug,renamed_from\nkremy-dlya-lica,kremy\n"),
  ).rejects.toThrow("failed after the write");
  expect(await listRedirects()).toEqual(["/x → /category/kremy"]);
});

/** Returns a `write` that throws after everything has been written. */
function failAfter(file: DataFile): DataFile["write"] {
  return async (db, plan) => {
    await file.write(db, plan);
    throw new Error("failed after the write");
  };
}

it("follows a slug that passes from one category to another in one import", async () => {
  await importText(categoryFile, "slug,renamed_from\nkremy-dlya-lica,kremy\nkremy,masla\n");
  expect(await listRedirects()).toEqual(["/category/masla → /category/kremy"]);
  await importText(categoryFile, "slug,renamed_from\nmasla,kremy\n");
  expect(await listRedirects()).toEqual(["/category/kremy → /category/masla"]);
});
