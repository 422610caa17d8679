import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createCategory, createBrand, createProduct } from "../../catalog/fixtures.ts";
import { CommandError } from "../../platform/commands/command.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-redirects-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, args: Record<string, string> = {}, options: Record<string, boolean> = {}) {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal });
}

async function importText(text: string, options: Record<string, boolean> = {}) {
  const FILE = join(folder, "redirects.csv");
  writeFileSync(FILE, text);
  return run("redirects import", { FILE }, options);
}

const listTable = async () => (await run("redirects list")).data;
const findRedirect = (path: string) => shop.request("GET", `/v1/redirects?path=${encodeURIComponent(path)}`);
const rename = (table: "products" | "categories" | "brands", from: string, to: string) =>
  shop.db.updateTable(table).set({ slug: to }).where("slug", "=", from).execute();

describe("redirects import", () => {
  it("merges a file into the existing redirects and resolves chains to one hop", async () => {
    await importText("/a,/b");
    await importText("/b,/info/delivery\n/%D1%87%D0%B0%D0%B9,/tags/tea");
    expect(await listTable()).toEqual([
      { from: "/a", to: "/info/delivery" },
      { from: "/b", to: "/info/delivery" },
      { from: "/чай", to: "/tags/tea" },
    ]);
    expect((await findRedirect("/a")).body.data).toEqual({ to: "/info/delivery" });
    expect((await findRedirect("/%D1%87%D0%B0%D0%B9/")).body.data).toEqual({ to: "/tags/tea" });
  });

  it("imports nothing from a file that is circular, invalid or unreadable, nor in a dry run", async () => {
    await importText("/a,/b");
    for (const text of ["/x,/y\n/b,/a", "/x,/y\n/z"]) await expect(importText(text)).rejects.toThrow(CommandError);
    await expect(run("redirects import", { FILE: join(folder, "none.csv") })).rejects.toThrow("cannot be read");
    await importText("/x,/y", { "dry-run": true });
    expect(await listTable()).toEqual([{ from: "/a", to: "/b" }]);
  });
});

describe("GET /v1/redirects", () => {
  it("returns 404 for other paths and requires a path", async () => {
    for (const path of ["/nowhere", "no path", "/%E0%A4%A"]) {
      expect([(await findRedirect(path)).status, (await findRedirect(path)).body.code]).toEqual([
        404,
        "redirect_not_found",
      ]);
    }
    expect((await shop.request("GET", "/v1/redirects")).status).toBe(422);
  });
});

describe("renaming", () => {
  it("redirects the old path to the new one: products, categories, brands", async () => {
    const category = await createCategory(shop.db, { slug: "kremy" });
    const brandId = await createBrand(shop.db, "Mizunora");
    await createProduct(shop.db, { category, brandId, slug: "krem-1" });
    await rename("products", "krem-1", "krem-2");
    await rename("products", "krem-2", "krem-3");
    await rename("categories", "kremy", "kremy-dlya-lica");
    await rename("brands", "mizunora", "mizu-nora");
    expect(await listTable()).toEqual([
      { from: "/category/kremy", to: "/category/kremy-dlya-lica" },
      { from: "/krem-1", to: "/krem-3" },
      { from: "/krem-2", to: "/krem-3" },
      { from: "/manufacturer/mizunora", to: "/manufacturer/mizu-nora" },
    ]);
    await rename("products", "krem-3", "krem-1");
    expect((await findRedirect("/krem-1")).status).toBe(404);
    expect((await findRedirect("/krem-2")).body.data).toEqual({ to: "/krem-1" });
  });

  it("updates imported redirects, so that they stay one hop", async () => {
    const category = await createCategory(shop.db);
    await createProduct(shop.db, { category, brandId: await createBrand(shop.db, "Hoshi"), slug: "new-soap" });
    await importText("/old-soap,/new-soap");
    await rename("products", "new-soap", "newest-soap");
    expect((await findRedirect("/old-soap")).body.data).toEqual({ to: "/newest-soap" });
  });
});

describe("redirects check", () => {
  it("reports redirects that lead to no page or are never used", async () => {
    await createCategory(shop.db, { slug: "kremy" });
    await importText("/a,/category/kremy\n/brands,/category/kremy");
    expect(await run("redirects check")).toMatchObject({
      lines: ["/brands still has a page, which comes first."],
      hasFailed: false,
    });
    await importText("/b,/category/gone");
    expect(await run("redirects check")).toMatchObject({
      lines: ["/b leads to /category/gone, which has no page.", "/brands still has a page, which comes first."],
      hasFailed: true,
    });
  });
});
