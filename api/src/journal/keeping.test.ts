import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { buildDiscovery } from "../discovery/neighbour.ts";
import { CommandError } from "../platform/commands.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-posts-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, given: Record<string, string> = {}, options: Record<string, string> = {}) {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}

const RICE = `---
kind: blog
date: 2026-11-01
cloth: matcha
tags: rice=Рис
---
# Рисовая вода

Зачем она коже.

## Как делают {#how}

Рис **моют**: [подробно](/blog/rice-water#how), [о доставке](/delivery-page).
`.replace(", [о доставке](/delivery-page)", "");

const put = (text: string, name = "rice-water.md") => {
  const FILE = join(folder, name);
  writeFileSync(FILE, text);
  return run("posts import", { FILE });
};
const read = (slug: string) => shop.ask("GET", `/v1/blog/${slug}`, { locale: "ru-RU" });
const isShown = async (slug: string) => (await read(slug)).status === 200;

let asked = 0;

/** What search engines and feed readers are told of the blog, made anew. */
async function told(): Promise<string> {
  const config = { ...shop.house.config, publicUrl: `https://shop-${++asked}.test` };
  const discovery = buildDiscovery({ ...shop.house, config });
  const texts = ["/sitemaps/ru-blog.xml", "/feeds/ru-blog.xml"].map(async (path) =>
    (await discovery.request(path)).text(),
  );
  return (await Promise.all(texts)).join("");
}

describe("posts import", () => {
  it("puts a post up as clean HTML, with its topic, cover and products", async () => {
    const product = await aProduct(shop.db);
    const { reference } = await shop.db
      .selectFrom("products")
      .select("reference")
      .where("id", "=", product.id)
      .executeTakeFirstOrThrow();
    writeFileSync(join(folder, "rice.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>');
    await put(RICE.replace("---\n#", `products: ${reference}\ncover: rice.svg\n---\n#`));
    const { data } = (await read("rice-water")).body;
    expect(data).toMatchObject({
      title: "Рисовая вода",
      lead: "Зачем она коже.",
      cloth: "matcha",
      tags: [{ slug: "rice", name: "Рис" }],
      published_at: "2026-10-31T21:00:00.000Z",
      cover: { width: 180, height: 120 },
    });
    expect(data.products.map(({ id }) => id)).toEqual([product.id]);
    expect(data.html).toContain('<h2 id="how">Как делают</h2>');
    expect(data.html).toContain('<strong>моют</strong>: <a href="/blog/rice-water#how">');
    await put(RICE.replace("Рисовая вода", "Рис").replace("date: 2026-11-01\n", ""));
    expect((await read("rice-water")).body.data).toMatchObject({
      title: "Рис",
      products: [],
      published_at: "2026-10-31T21:00:00.000Z",
    });
    expect(await told()).toContain("/blog/rice-water");
  });

  it("takes a folder, whose posts may lead to each other, all of it or nothing", async () => {
    const own = mkdtempSync(join(folder, "many-"));
    writeFileSync(join(own, "first.md"), RICE.replace("/blog/rice-water#how", "/blog/second"));
    writeFileSync(join(own, "second.md"), RICE.replace("/blog/rice-water#how", "/blog/nowhere"));
    await expect(run("posts import", { FILE: own })).rejects.toMatchObject({
      message: expect.stringContaining("second.md: no page is at /blog/nowhere"),
      complaints: [expect.stringContaining("no page is at /blog/nowhere")],
    });
    expect(await isShown("first")).toBe(false);
    writeFileSync(join(own, "second.md"), RICE.replace("blog/rice-water#how", "blog/first"));
    expect((await run("posts import", { FILE: own })).lines).toHaveLength(2);
    expect([await isShown("first"), await isShown("second")]).toEqual([true, true]);
    writeFileSync(join(own, "third.md"), RICE.replace("kind: blog", "kind: blog\nslug: first"));
    await expect(run("posts import", { FILE: own })).rejects.toThrow("/blog/first (ru-RU) stands in");
  });

  it.each([
    [RICE.replace("Рис **моют**", "<script>alert(1)</script>"), "HTML is not taken over: <script>"],
    [RICE.replace("/blog/rice-water#how", "javascript:alert(1)"), "a link leads neither into the shop nor"],
    [RICE.replace("---\n#", "products: NO-1\n---\n#"), "the shop has no product NO-1"],
    [RICE.replace("---\n#", "cover: none.jpg\n---\n#"), "there is no picture none.jpg"],
    [RICE.replace("---\n#", "cover: ../none.jpg\n---\n#"), "cover is"],
    [RICE.replace("kind: blog", "kind: essay"), 'kind is "essay", but takes blog or news'],
    [RICE.replace("2026-11-01", "2026-02-30"), 'date is "2026-02-30"'],
    [RICE.replace("matcha", "velvet"), 'cloth is "velvet"'],
    [RICE.replace("rice=Рис", "Рис"), "is not written as slug=Name"],
    [RICE.replace("kind: blog", "kind: blog\nauthor: A"), "“author: A” is none of"],
    [RICE.replace("kind: blog", "kind: blog\nlocale: fr-FR"), 'locale is "fr-FR"'],
    ["# Без начала\n\nА.\n\nБ.", "must begin with a line “---”"],
  ])("refuses %j and changes nothing", async (text, complaint) => {
    await expect(put(text)).rejects.toThrow(CommandError);
    await expect(put(text)).rejects.toThrow(complaint);
    expect(await shop.db.selectFrom("posts").selectAll().execute()).toEqual([]);
  });

  it("refuses a cover that is no picture", async () => {
    writeFileSync(join(folder, "broken.png"), "no picture");
    await expect(put(RICE.replace("---\n#", "cover: broken.png\n---\n#"))).rejects.toThrow("is no picture");
    expect(await shop.db.selectFrom("posts").selectAll().execute()).toEqual([]);
  });
});

describe("a draft and a post to come", () => {
  it("are shown nowhere until they are let out, and not again once they are taken back", async () => {
    await put(RICE.replace("date: 2026-11-01\n", ""));
    expect([await isShown("rice-water"), (await told()).includes("rice-water")]).toEqual([false, false]);
    expect((await run("posts list")).lines.join("\n")).toMatch(/blog\/rice-water +ru-RU +draft/);

    await run("posts publish", { POST: "blog/rice-water" }, { date: "2026-11-21 09:00" });
    expect([await isShown("rice-water"), (await told()).includes("rice-water")]).toEqual([false, false]);
    expect((await run("posts list")).lines.join("\n")).toMatch(/rice-water +ru-RU +to come +2026-11-21/);
    shop.clock.advance(24 * 3_600_000);
    expect([await isShown("rice-water"), (await told()).includes("rice-water")]).toEqual([true, true]);
    expect((await run("posts list")).lines.join("\n")).toMatch(/rice-water +ru-RU +out/);

    await run("posts unpublish", { POST: "/blog/rice-water" }, { locale: "ru-RU" });
    expect([await isShown("rice-water"), (await told()).includes("rice-water")]).toEqual([false, false]);
    expect((await run("posts publish", { POST: "blog/rice-water" })).lines).toEqual([
      "/blog/rice-water (ru-RU) is out.",
    ]);
    expect(await isShown("rice-water")).toBe(true);
  });

  it("are let out by their right names only", async () => {
    expect((await run("posts list")).lines).toEqual(["There are no posts yet."]);
    await expect(run("posts publish", { POST: "blog/none" })).rejects.toThrow("There is no post blog/none");
    await expect(run("posts publish", { POST: "essay/x" })).rejects.toThrow("POST is");
    await expect(run("posts unpublish", { POST: "blog/x" }, { locale: "fr" })).rejects.toThrow("--locale");
    await expect(run("posts publish", { POST: "blog/x" }, { date: "soon" })).rejects.toThrow("--date");
  });
});
