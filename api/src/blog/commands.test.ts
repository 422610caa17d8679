import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createSeoFeedsRouter } from "../seo-feeds/router.ts";
import { CommandError } from "../platform/commands/command.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-posts-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, args: Record<string, string> = {}, options: Record<string, string> = {}) {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal });
}

const RICE = `---
kind: blog
date: 2026-11-01
theme_color: matcha
tags: rice=Рис
---
# Рисовая вода

Зачем она коже.

## Как делают {#how}

Рис **моют**: [подробно](/blog/rice-water#how).
`;

const importPost = (text: string, name = "rice-water.md") => {
  const FILE = join(folder, name);
  writeFileSync(FILE, text);
  return run("posts import", { FILE });
};
const getPost = (slug: string) => shop.request("GET", `/v1/blog/${slug}`, { locale: "ru-RU" });
const isPublished = async (slug: string) => (await getPost(slug)).status === 200;

let renderCount = 0;

/** Returns the sitemap and feed of the blog. The public URL differs each time, so that they are not cached. */
async function renderSitemapAndFeed(): Promise<string> {
  const config = { ...shop.app.config, publicUrl: `https://shop-${++renderCount}.test` };
  const router = createSeoFeedsRouter({ ...shop.app, config });
  const documents = ["/sitemaps/ru-blog.xml", "/feeds/ru-blog.xml"].map(async (path) =>
    (await router.request(path)).text(),
  );
  return (await Promise.all(documents)).join("");
}

describe("posts import", () => {
  it("imports a post as sanitized HTML, with its tags, cover and products", async () => {
    const product = await createProduct(shop.db);
    const { reference } = await shop.db
      .selectFrom("products")
      .select("reference")
      .where("id", "=", product.id)
      .executeTakeFirstOrThrow();
    writeFileSync(join(folder, "rice.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>');
    await importPost(RICE.replace("---\n#", `products: ${reference}\ncover: rice.svg\n---\n#`));
    const { data } = (await getPost("rice-water")).body;
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
    await importPost(RICE.replace("Рисовая вода", "Рис").replace("date: 2026-11-01\n", ""));
    expect((await getPost("rice-water")).body.data).toMatchObject({
      title: "Рис",
      products: [],
      published_at: "2026-10-31T21:00:00.000Z",
    });
    expect(await renderSitemapAndFeed()).toContain("/blog/rice-water");
  });

  it("imports a folder of posts that link to each other, all or nothing", async () => {
    const postsFolder = mkdtempSync(join(folder, "many-"));
    writeFileSync(join(postsFolder, "first.md"), RICE.replace("/blog/rice-water#how", "/blog/second"));
    writeFileSync(join(postsFolder, "second.md"), RICE.replace("/blog/rice-water#how", "/blog/nowhere"));
    await expect(run("posts import", { FILE: postsFolder })).rejects.toMatchObject({
      message: expect.stringContaining("second.md: there is no page /blog/nowhere"),
      errors: [expect.stringContaining("there is no page /blog/nowhere")],
    });
    expect(await isPublished("first")).toBe(false);
    writeFileSync(join(postsFolder, "second.md"), RICE.replace("blog/rice-water#how", "blog/first"));
    expect((await run("posts import", { FILE: postsFolder })).lines).toHaveLength(2);
    expect([await isPublished("first"), await isPublished("second")]).toEqual([true, true]);
    writeFileSync(join(postsFolder, "third.md"), RICE.replace("kind: blog", "kind: blog\nslug: first"));
    await expect(run("posts import", { FILE: postsFolder })).rejects.toThrow("/blog/first (ru-RU) is also in");
  });

  it.each([
    [RICE.replace("Рис **моют**", "<script>alert(1)</script>"), "HTML is not supported: <script>"],
    [RICE.replace("/blog/rice-water#how", "javascript:alert(1)"), "a link must be a path of the shop"],
    [RICE.replace("---\n#", "products: NO-1\n---\n#"), "there is no product NO-1"],
    [RICE.replace("---\n#", "cover: none.jpg\n---\n#"), "there is no image none.jpg"],
    [RICE.replace("---\n#", "cover: ../none.jpg\n---\n#"), "cover is"],
    [RICE.replace("kind: blog", "kind: essay"), 'kind is "essay", but takes blog or news'],
    [RICE.replace("2026-11-01", "2026-02-30"), 'date is "2026-02-30"'],
    [RICE.replace("matcha", "velvet"), 'theme_color is "velvet"'],
    [RICE.replace("rice=Рис", "Рис"), "is not written as slug=Name"],
    [RICE.replace("kind: blog", "kind: blog\nauthor: A"), "“author: A” is not one of the fields"],
    [RICE.replace("kind: blog", "kind: blog\nlocale: fr-FR"), 'locale is "fr-FR"'],
    ["# Без начала\n\nА.\n\nБ.", "must begin with a line “---”"],
  ])("refuses %j and changes nothing", async (text, expectedError) => {
    await expect(importPost(text)).rejects.toThrow(CommandError);
    await expect(importPost(text)).rejects.toThrow(expectedError);
    expect(await shop.db.selectFrom("posts").selectAll().execute()).toEqual([]);
  });

  it("refuses a cover that is not an image", async () => {
    writeFileSync(join(folder, "broken.png"), "no image");
    await expect(importPost(RICE.replace("---\n#", "cover: broken.png\n---\n#"))).rejects.toThrow(
      "is not a supported image",
    );
    expect(await shop.db.selectFrom("posts").selectAll().execute()).toEqual([]);
  });
});

describe("a draft and a scheduled post", () => {
  it("are hidden until they are published, and again after they are unpublished", async () => {
    await importPost(RICE.replace("date: 2026-11-01\n", ""));
    expect([await isPublished("rice-water"), (await renderSitemapAndFeed()).includes("rice-water")]).toEqual([
      false,
      false,
    ]);
    expect((await run("posts list")).lines.join("\n")).toMatch(/blog\/rice-water +ru-RU +draft/);

    await run("posts publish", { POST: "blog/rice-water" }, { date: "2026-11-21 09:00" });
    expect([await isPublished("rice-water"), (await renderSitemapAndFeed()).includes("rice-water")]).toEqual([
      false,
      false,
    ]);
    expect((await run("posts list")).lines.join("\n")).toMatch(/rice-water +ru-RU +scheduled +2026-11-21/);
    shop.clock.advance(24 * 3_600_000);
    expect([await isPublished("rice-water"), (await renderSitemapAndFeed()).includes("rice-water")]).toEqual([
      true,
      true,
    ]);
    expect((await run("posts list")).lines.join("\n")).toMatch(/rice-water +ru-RU +published/);

    await run("posts unpublish", { POST: "/blog/rice-water" }, { locale: "ru-RU" });
    expect([await isPublished("rice-water"), (await renderSitemapAndFeed()).includes("rice-water")]).toEqual([
      false,
      false,
    ]);
    expect((await run("posts publish", { POST: "blog/rice-water" })).lines).toEqual([
      "/blog/rice-water (ru-RU) is published.",
    ]);
    expect(await isPublished("rice-water")).toBe(true);
  });

  it("are refused with an invalid kind, slug, locale or date", async () => {
    expect((await run("posts list")).lines).toEqual(["There are no posts yet."]);
    await expect(run("posts publish", { POST: "blog/none" })).rejects.toThrow("There is no post blog/none");
    await expect(run("posts publish", { POST: "essay/x" })).rejects.toThrow("POST is");
    await expect(run("posts unpublish", { POST: "blog/x" }, { locale: "fr" })).rejects.toThrow("--locale");
    await expect(run("posts publish", { POST: "blog/x" }, { date: "soon" })).rejects.toThrow("--date");
  });
});
