import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCategory, aManufacturer, aProduct } from "../catalogue/fixtures.ts";
import { CommandError } from "../platform/commands.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-redirects-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, given: Record<string, string> = {}, options: Record<string, boolean> = {}) {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}

async function importing(text: string, options: Record<string, boolean> = {}) {
  const FILE = join(folder, "redirects.csv");
  writeFileSync(FILE, text);
  return run("redirects import", { FILE }, options);
}

const table = async () => (await run("redirects list")).data;
const whereIs = (path: string) => shop.ask("GET", `/v1/redirects?path=${encodeURIComponent(path)}`);
const rename = (table: "products" | "categories" | "manufacturers", from: string, to: string) =>
  shop.db.updateTable(table).set({ slug: to }).where("slug", "=", from).execute();

describe("redirects import", () => {
  it("takes a file over, joins it with what is known, and answers in one hop", async () => {
    await importing("/a,/b");
    await importing("/b,/info/delivery\n/%D1%87%D0%B0%D0%B9,/tags/tea");
    expect(await table()).toEqual([
      { from: "/a", to: "/info/delivery" },
      { from: "/b", to: "/info/delivery" },
      { from: "/чай", to: "/tags/tea" },
    ]);
    expect((await whereIs("/a")).body.data).toEqual({ to: "/info/delivery" });
    expect((await whereIs("/%D1%87%D0%B0%D0%B9/")).body.data).toEqual({ to: "/tags/tea" });
  });

  it("takes nothing of a file that closes a circle, is wrong or cannot be read, and nothing when only tried", async () => {
    await importing("/a,/b");
    for (const text of ["/x,/y\n/b,/a", "/x,/y\n/z"]) await expect(importing(text)).rejects.toThrow(CommandError);
    await expect(run("redirects import", { FILE: join(folder, "none.csv") })).rejects.toThrow("cannot be read");
    await importing("/x,/y", { "dry-run": true });
    expect(await table()).toEqual([{ from: "/a", to: "/b" }]);
  });
});

describe("GET /v1/redirects", () => {
  it("knows only what moved, and asks for an address", async () => {
    for (const path of ["/nowhere", "no path", "/%E0%A4%A"]) {
      expect([(await whereIs(path)).status, (await whereIs(path)).body.code]).toEqual([404, "redirect_not_found"]);
    }
    expect((await shop.ask("GET", "/v1/redirects")).status).toBe(422);
  });
});

describe("what is renamed", () => {
  it("leads from its old address to its new one: products, categories, manufacturers", async () => {
    const category = await aCategory(shop.db, { slug: "kremy" });
    const manufacturerId = await aManufacturer(shop.db, "Mizunora");
    await aProduct(shop.db, { category, manufacturerId, slug: "krem-1" });
    await rename("products", "krem-1", "krem-2");
    await rename("products", "krem-2", "krem-3");
    await rename("categories", "kremy", "kremy-dlya-lica");
    await rename("manufacturers", "mizunora", "mizu-nora");
    expect(await table()).toEqual([
      { from: "/category/kremy", to: "/category/kremy-dlya-lica" },
      { from: "/krem-1", to: "/krem-3" },
      { from: "/krem-2", to: "/krem-3" },
      { from: "/manufacturer/mizunora", to: "/manufacturer/mizu-nora" },
    ]);
    await rename("products", "krem-3", "krem-1");
    expect((await whereIs("/krem-1")).status).toBe(404);
    expect((await whereIs("/krem-2")).body.data).toEqual({ to: "/krem-1" });
  });

  it("is the only hop of what was imported before", async () => {
    const category = await aCategory(shop.db);
    await aProduct(shop.db, { category, manufacturerId: await aManufacturer(shop.db, "Hoshi"), slug: "new-soap" });
    await importing("/old-soap,/new-soap");
    await rename("products", "new-soap", "newest-soap");
    expect((await whereIs("/old-soap")).body.data).toEqual({ to: "/newest-soap" });
  });
});

describe("redirects check", () => {
  it("names what leads nowhere and what is never reached", async () => {
    await aCategory(shop.db, { slug: "kremy" });
    await importing("/a,/category/kremy\n/brands,/category/kremy");
    expect(await run("redirects check")).toMatchObject({
      lines: ["/brands still has a page, which comes first."],
      amiss: false,
    });
    await importing("/b,/category/gone");
    expect(await run("redirects check")).toMatchObject({
      lines: ["/b leads to /category/gone, where no page is.", "/brands still has a page, which comes first."],
      amiss: true,
    });
  });
});
