import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCategory, aManufacturer, aProduct } from "../catalogue/fixtures.ts";
import { aPost } from "../journal/fixtures.ts";
import { commands } from "./commands.ts";
import { buildDiscovery } from "./neighbour.ts";

const shop = await openTestShop();
let discovery = buildDiscovery(shop.house);
let home = 0;
beforeEach(() => {
  // A folder of its own for each test: what one test made is not kept for the next.
  const config = { ...shop.house.config, publicUrl: `https://shop-${++home}.test` };
  discovery = buildDiscovery({ ...shop.house, config });
});
const read = async (path: string) => (await discovery.request(path)).text();
const addresses = (xml: string) => [...xml.matchAll(/<loc>https:\/\/[^/]+(\/[^<]*|)<\/loc>/g)].map((match) => match[1]);

async function check() {
  const { signal } = new AbortController();
  const context = { house: shop.house, pool: shop.pool, given: {}, options: {}, progress: () => undefined, signal };
  return commands.find((one) => one.name === "feeds check")?.run(context);
}

describe("robots.txt", () => {
  it("closes what is somebody's own in both languages, to everybody and to Yandex, and names the sitemap", async () => {
    const text = await read("/robots.txt");
    const [everybody = "", yandex = ""] = text.split("User-agent: Yandex");
    for (const path of ["/cart", "/en-US/cart", "/product_search", "/jpcart/", "/v1/"]) {
      expect(everybody).toContain(`Disallow: ${path}\n`);
      expect(yandex).toContain(`Disallow: ${path}\n`);
    }
    expect(yandex).toContain("Clean-param: utm_source&utm_medium&");
    expect(everybody).not.toContain("Clean-param");
    expect(text).toMatch(/\nSitemap: https:\/\/shop-\d+\.test\/sitemap\.xml\n$/);
  });
});

describe("the sitemap", () => {
  it("lists what each language has, and nothing that is not to be seen", async () => {
    const category = await aCategory(shop.db, { slug: "kremy" });
    await aCategory(shop.db, { slug: "empty" });
    const manufacturerId = await aManufacturer(shop.db, "Mizunora");
    await aProduct(shop.db, { category, manufacturerId, slug: "krem-1" });
    await aProduct(shop.db, { category, manufacturerId, slug: "krem-2", status: "hidden" });
    await shop.db
      .insertInto("pages")
      .values([
        { slug: "oferta", locale: "ru-RU", title: "Оферта", body: "" },
        { slug: "legal-notice", locale: "en-US", title: "Legal notice", body: "" },
      ])
      .execute();
    await aPost(shop.db, { slug: "tea", tags: [["tea", "Чай"]], covered: true });
    await aPost(shop.db, { slug: "later", publishedAt: new Date("2027-01-01T00:00:00Z") });
    const unlisted = await aPost(shop.db, { slug: "unlisted" });
    await shop.db.updateTable("posts").set({ unlisted: true }).where("id", "=", unlisted.id).execute();
    const index = await read("/sitemap.xml");
    const files = addresses(index);
    expect(files).toEqual([
      ...["main", "categories", "brands", "info", "blog", "products-1"].map((kind) => `/sitemaps/ru-${kind}.xml`),
      ...["main", "categories", "brands", "info", "products-1"].map((kind) => `/sitemaps/en-${kind}.xml`),
    ]);
    expect(index).toMatch(/products-1\.xml<\/loc><lastmod>2\d{3}-\d\d-\d\dT/);
    const all = (await Promise.all(files.map((file) => read(file ?? "")))).flatMap(addresses);
    expect(all).toEqual([
      ...["/", "/best-sales", "/new-products", "/prices-drop", "/brands", "/ingredients", "/blog"],
      "/podarocnyi-sertifikat.html",
      ...["/category/kremy", "/manufacturer/mizunora", "/info/oferta", "/blog/tea", "/blog/tag/tea", "/krem-1"],
      ...["/en-US", "/en-US/best-sales", "/en-US/new-products", "/en-US/prices-drop", "/en-US/brands"],
      ...["/en-US/ingredients", "/en-US/podarocnyi-sertifikat.html"],
      ...["/en-US/category/kremy", "/en-US/manufacturer/mizunora", "/en-US/info/legal-notice", "/en-US/krem-1"],
    ]);
    expect(await read("/sitemaps/ru-products-1.xml")).toMatch(/<image:loc>https:\/\/[^<]+\/media\/0+\d+-800\.jpg</);
  });

  it("has no file that the index does not name", async () => {
    for (const file of ["ru-products-1.xml", "fr-main.xml", "ru-orders.xml", "ru-products-0.xml", "..%2Fsecret"])
      expect([file, (await discovery.request(`/sitemaps/${file}`)).status]).toEqual([file, 404]);
  });

  it("goes through products of any number without losing one between two readings", async () => {
    const category = await aCategory(shop.db);
    const first = await aProduct(shop.db, { category, slug: "first" });
    const rows = await copies(first.id, 2500);
    const listed = addresses(await read("/sitemaps/ru-products-1.xml"));
    expect(listed).toHaveLength(rows + 1);
    expect(new Set(listed).size).toBe(rows + 1);
  });
});

async function copies(id: number, count: number): Promise<number> {
  await shop.pool.query(
    `insert into products (slug, reference, manufacturer_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at)
     select 'copy-' || n, 'COPY-' || n, manufacturer_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at
     from products, generate_series(1, $2) n where id = $1`,
    [id, count],
  );
  return count;
}

describe("the feeds", () => {
  const described = (id: number, html = "<p>Мягкий &amp; «лёгкий» крем</p><ul><li>без отдушек</li></ul>") =>
    shop.db.updateTable("products").set({ description_ru: html }).where("id", "=", id).execute();

  it("offer each form with the price that holds now, in roubles", async () => {
    const category = await aCategory(shop.db);
    const plain = await aProduct(shop.db, { category, name: "Крем <Юки>", priceMinor: 900_50, oldPriceMinor: 1200_00 });
    const ended = new Date("2026-11-20T09:00:00Z");
    const lips = await aProduct(shop.db, {
      category,
      options: [
        { optionId: 71, name: "Алая", priceMinor: 6000_00, oldPriceMinor: 7000_00, saleEndsAt: ended },
        { optionId: 72, stock: 0 },
      ],
    });
    for (const { id } of [plain, lips]) await described(id);
    await shop.db.updateTable("products").set({ barcode: "4901234567894" }).where("id", "=", plain.id).execute();
    const yml = await read("/feeds/yml.xml");
    expect(yml).toContain(`<offer id="${plain.id}_0" available="true"><name>Крем &lt;Юки&gt;</name>`);
    expect(yml).toContain("<price>900.50</price><oldprice>1200.00</oldprice><currencyId>RUB</currencyId>");
    expect(yml).toContain(
      "<description>Мягкий &amp; «лёгкий» крем — без отдушек</description><barcode>4901234567894</barcode>",
    );
    expect(yml).toContain('<option cost="499" days=""/>');
    expect(yml).toContain(`<offer id="${lips.id}_71" available="true" group_id="${lips.id}">`);
    expect(yml).toContain(`/${lips.slug}?option=71</url><price>7000.00</price><currencyId>`);
    expect(yml).toContain('<option cost="0" days=""/>');
    expect(yml).toContain(`<offer id="${lips.id}_72" available="false"`);
    const google = await read("/feeds/google.xml");
    expect(google).toContain("<g:price>1200.00 RUB</g:price><g:sale_price>900.50 RUB</g:sale_price>");
    expect(google).toContain("<g:gtin>4901234567894</g:gtin>");
    expect(google).toContain(`<g:availability>out_of_stock</g:availability>`);
    expect(google).toContain(`<g:item_group_id>${lips.id}</g:item_group_id>`);
    expect((await check())?.data).toEqual({ offers: 3, rejected: [] });
  });

  it("leave out what they would be refused for, and the checker names each with its reason", async () => {
    const category = await aCategory(shop.db);
    const bare = await aProduct(shop.db, { category, name: "Без снимка" });
    const mute = await aProduct(shop.db, { category, name: "Без слов" });
    const unsold = await aProduct(shop.db, { category, name: "Без цены" });
    for (const { id } of [bare, unsold]) await described(id);
    await described(mute.id, "<p> </p>");
    await shop.db.deleteFrom("product_images").where("product_id", "=", bare.id).execute();
    await shop.db.deleteFrom("product_variants").where("product_id", "=", unsold.id).execute();
    const told = await check();
    expect(told?.amiss).toBe(true);
    expect(told?.data).toMatchObject({
      offers: 0,
      rejected: [
        { id: `${bare.id}_0`, reason: "no_picture" },
        { id: `${mute.id}_0`, reason: "no_description" },
        { id: `${unsold.id}_0`, reason: "no_price" },
      ],
    });
    expect(told?.lines.join("\n")).toMatch(/Без снимка +has no picture/);
    expect(await read("/feeds/yml.xml")).not.toContain("<offer ");
    expect(await read("/feeds/google.xml")).not.toContain("<item>");
  });

  it("are made in one going, with what was the same moment in both", async () => {
    const { id } = await aProduct(shop.db);
    await described(id);
    expect(await read("/feeds/yml.xml")).toContain(`<offer id="${id}_0"`);
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", id).execute();
    expect(await read("/feeds/google.xml")).toContain(`<g:id>${id}_0</g:id>`);
    shop.clock.advance(15 * 60_000 + 1);
    expect(await read("/feeds/google.xml")).not.toContain("<item>");
    expect(await read("/feeds/yml.xml")).not.toContain("<offer ");
  });

  it("hold texts that are longer than what is written at once, and any character", async () => {
    const { id } = await aProduct(shop.db, { name: "Крем 🌸" });
    const rows = await copies(id, 700);
    await shop.db
      .updateTable("products")
      .set({ description_ru: `<p>${"あ &lt; ё 🌸 ".repeat(250)}</p>`.replace("<p>", "<p>Начало ") })
      .execute();
    await shop.pool.query(
      "insert into product_variants (product_id, option_id, price_minor, stock) select id, 0, 100, 1 from products where id <> $1",
      [id],
    );
    await shop.pool.query(
      "insert into product_images (product_id, media_id, position) select p.id, i.media_id, 0 from products p, product_images i where i.product_id = $1 and p.id <> $1",
      [id],
    );
    const yml = await read("/feeds/yml.xml");
    expect(yml.match(/<offer /g)).toHaveLength(rows + 1);
    expect([yml.includes("あ &lt; ё 🌸"), yml.includes("\uFFFD")]).toEqual([true, false]);
    expect(yml.endsWith("</yml_catalog>\n")).toBe(true);
  });

  it("are kept for a quarter of an hour, told apart by a mark, and given old while they cannot be made anew", async () => {
    const { id } = await aProduct(shop.db);
    await described(id);
    const first = await discovery.request("/feeds/yml.xml");
    const etag = first.headers.get("etag") ?? "";
    expect((await discovery.request("/feeds/yml.xml", { headers: { "if-none-match": etag } })).status).toBe(304);
    await shop.db.updateTable("product_variants").set({ price_minor: 555_00 }).where("product_id", "=", id).execute();
    expect(await read("/feeds/yml.xml")).not.toContain("555.00");
    shop.clock.advance(15 * 60_000 + 1);
    expect(await read("/feeds/yml.xml")).toContain("<price>555.00</price>");
    shop.clock.advance(15 * 60_000 + 1);
    await shop.pool.query("alter table product_images rename to product_images_away");
    try {
      expect(await read("/feeds/yml.xml")).toContain("<price>555.00</price>");
      expect((await discovery.request("/sitemaps/ru-products-1.xml")).status).toBe(503);
    } finally {
      await shop.pool.query("alter table product_images_away rename to product_images");
    }
    expect(shop.errors).toHaveLength(2);
  });

  it("lie packed, and are unpacked for who cannot do it", async () => {
    const { id } = await aProduct(shop.db);
    await described(id);
    const text = await read("/feeds/yml.xml");
    const asked = { headers: { "accept-encoding": "br, gzip" } };
    const packed = await discovery.request("/feeds/yml.xml", asked);
    expect([packed.headers.get("content-encoding"), packed.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
    expect(gunzipSync(await packed.bytes()).toString()).toBe(text);
  });

  it("are told of as broken off where the file cannot be read to its end, and as not ready where it cannot be written", async () => {
    const { id } = await aProduct(shop.db);
    await described(id);
    const config = { ...shop.house.config, dataDir: mkdtempSync(join(tmpdir(), "furoshiki-kept-")) };
    discovery = buildDiscovery({ ...shop.house, config });
    const folder = join(config.dataDir, "discovery");
    await read("/feeds/yml.xml");
    truncateSync(join(folder, readdirSync(folder)[0] ?? "", "yml.xml.gz"), 40);
    await expect(read("/feeds/yml.xml")).rejects.toThrow();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "in the way");
    expect((await discovery.request("/feeds/yml.xml")).status).toBe(503);
    expect(shop.errors).toHaveLength(1);
    rmSync(config.dataDir, { recursive: true });
  });
});

describe("RSS", () => {
  it("tells of the newest posts that are out in one language", async () => {
    await aPost(shop.db, { slug: "tea", title: "Чай & рис", covered: true });
    await aPost(shop.db, { slug: "later", publishedAt: new Date("2027-01-01T00:00:00Z") });
    const draft = await aPost(shop.db, { slug: "draft" });
    await shop.db.updateTable("posts").set({ draft: true }).where("id", "=", draft.id).execute();
    const unlisted = await aPost(shop.db, { slug: "unlisted" });
    await shop.db.updateTable("posts").set({ unlisted: true }).where("id", "=", unlisted.id).execute();
    await aPost(shop.db, { slug: "tea", locale: "en-US", title: "Tea" });
    const rss = await read("/feeds/ru-blog.xml");
    expect(rss.match(/<item>/g)).toHaveLength(1);
    expect(rss).toMatch(/<title>Чай &amp; рис<\/title><link>https:\/\/shop-\d+\.test\/blog\/tea<\/link>/);
    expect(rss).toContain("<pubDate>Sun, 01 Nov 2026 00:00:00 GMT</pubDate>");
    expect(await read("/feeds/en-blog.xml")).toContain("/en-US/blog/tea</link>");
    expect((await shop.ask("GET", "/v1/blog/draft", { locale: "ru-RU" })).status).toBe(404);
    for (const file of ["fr-blog.xml", "ru-orders.xml", "yml.txt"])
      expect([file, (await discovery.request(`/feeds/${file}`)).status]).toEqual([file, 404]);
  });
});
