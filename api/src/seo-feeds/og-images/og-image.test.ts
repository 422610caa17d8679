import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createCategory, createBrand, createProduct } from "../../catalog/fixtures.ts";
import { parseShareFileName } from "../../content/share-images.ts";
import { createPost } from "../../blog/fixtures.ts";
import { validateBrandFile, saveBrandFile } from "../../platform/store-profile/brand-files.ts";
import { shopName } from "../../platform/store-profile/settings.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { createMediaHandler } from "../../platform/media/image-handler.ts";
import type { ImageLookup } from "../../platform/media/image-sizes.ts";
import type { MediaSize } from "../../platform/media/image-urls.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { openOgImages } from "./og-image.ts";
import { createPage } from "../../cms-pages/fixtures.ts";
import { openFolderStorage } from "../../platform/file-storage/folder-storage.ts";

const shop = await openTestShop();
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
const red = await sharp({ create: { width: 640, height: 800, channels: 3, background: "#c04020" } })
  .jpeg()
  .toBuffer();
let foundImage: ImageLookup = Buffer.from(red);
let requestCount = 0;
let dataDir = "";
let media = new Hono();
beforeEach(() => {
  foundImage = Buffer.from(red);
  requestCount = 0;
  dataDir = mkdtempSync(join(tmpdir(), "furoshiki-og-images-"));
  folders.push(dataDir);
  const find = async (_size: MediaSize) => (requestCount++, foundImage);
  const findOgImage = openOgImages({ ...shop.app, files: openFolderStorage(dataDir) }, { find });
  media = new Hono().get("/media/:file", createMediaHandler({ findSize: find, findOgImage }));
});

/** Requests a share image and checks its format. `isRed`: whether it contains the page's own image, which is red. */
async function renderImage(url: string) {
  const response = await media.request(url);
  expect([url, response.status]).toEqual([url, 200]);
  expect(response.headers.get("cache-control")).toContain("immutable");
  const image = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(image).metadata();
  expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
  const [r = 0, g = 0] = await sharp(image).extract({ left: 1150, top: 300, width: 1, height: 1 }).raw().toBuffer();
  const textArea = await sharp(image).extract({ left: 64, top: 300, width: 400, height: 280 }).greyscale().stats();
  expect(textArea.channels[0]?.min).toBeLessThan(60);
  return { isRed: r - g > 80 };
}

it("exists for every kind of page in each of its languages", async () => {
  const category = await createCategory(shop.db, { slug: "kremy" });
  const product = await createProduct(shop.db, { category, slug: "krem", brandId: await createBrand(shop.db) });
  await createPost(shop.db, { slug: "tea", hasCover: true });
  await createPost(shop.db, { slug: "sale", kind: "news", locale: "en-US", title: "Sale" });
  await createPage(shop.db, { slug: "delivery", title: "Доставка", body: "А." });
  const body = { intro: "A", axes: { types: ["D", "O"], flags: {} }, flags: [], steps: [] };
  const answers = ["a", "b"].map((id) => ({ id, text: id, weights: { D: 1 } }));
  const results = ["D", "O"].map((code) => ({ code, title: code, text: code }));
  await shop.db
    .insertInto("quizzes")
    .values({
      id: 1,
      locale: "en-US",
      title: "Your skin",
      body: JSON.stringify({ ...body, results, questions: [{ id: "q", text: "Q", max: 1, answers }] }),
    })
    .execute();
  const pages: [path: string, locale: Locale, isRed: boolean][] = [
    [`/v1/products/${product.slug}`, "ru-RU", true],
    [`/v1/products/${product.slug}`, "en-US", true],
    ["/v1/products?category=kremy", "ru-RU", false],
    ["/v1/blog/tea", "ru-RU", true],
    ["/v1/news/sale", "en-US", false],
    ["/v1/pages/delivery", "ru-RU", false],
    ["/v1/quizzes/1", "en-US", false],
    ["/v1/quizzes/1/results/D", "en-US", false],
    ["/v1/certificates/offer", "ru-RU", false],
    ["/v1/certificates/offer", "en-US", false],
  ];
  const urls = new Set<string>();
  for (const [path, locale, isRed] of pages) {
    const { data } = (await shop.request("GET", path, { locale })).body as {
      data: { share?: string; category?: { share: string } };
    };
    const url = data.share ?? data.category?.share ?? "";
    urls.add(url);
    expect([path, await renderImage(url)]).toEqual([path, { isRed }]);
  }
  // A quiz and its results share one image.
  expect(urls.size).toBe(pages.length - 1);
});

it("is drawn once, and again at another URL when the page's title changes", async () => {
  await createPost(shop.db, { slug: "tea", title: "Чай", hasCover: true });
  const getShareUrl = async () => (await shop.request("GET", "/v1/blog/tea", { locale: "ru-RU" })).body.data.share;
  const first = await getShareUrl();
  await Promise.all([renderImage(first), renderImage(first)]);
  await renderImage(first);
  expect(requestCount).toBe(1);
  const { hash = "" } = parseShareFileName(first.replace("/media/", "")) ?? {};
  expect(readdirSync(join(dataDir, "media/sizes", hash.slice(0, 2)))).toEqual([
    expect.stringMatching(new RegExp(`^share-${hash}-[0-9a-f]{12}[.]jpg$`)),
  ]);
  await shop.db.updateTable("posts").set({ title: "Зелёный чай" }).execute();
  const second = await getShareUrl();
  expect(second).not.toBe(first);
  // An image that was drawn stays available; one that was never drawn redirects to the current one.
  await renderImage(first);
  rmSync(dataDir, { recursive: true });
  const redirect = await media.request(first);
  expect([redirect.status, redirect.headers.get("location"), redirect.headers.get("cache-control")]).toEqual([
    302,
    second,
    "no-store",
  ]);
  await renderImage(second);
});

it("contains the shop's name and logo, also after they change", async () => {
  await createPost(shop.db, { slug: "tea", title: "Чай" });
  const { share } = (await shop.request("GET", "/v1/blog/tea", { locale: "ru-RU" })).body.data;
  const hashes = new Set<string>();
  const hashHeader = async () => {
    const image = Buffer.from(await (await media.request(share)).arrayBuffer());
    const header = await sharp(image).extract({ left: 0, top: 0, width: 700, height: 160 }).toBuffer();
    hashes.add(createHash("sha256").update(header).digest("hex"));
  };
  await hashHeader();
  await updateSetting(shop.db, shopName, { "ru-RU": "Лавка чая", "en-US": "Tea shop" });
  await hashHeader();
  const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="red"/></svg>';
  await saveBrandFile(shop.db, "logo", await validateBrandFile(Buffer.from(mark)));
  await hashHeader();
  expect(hashes.size).toBe(3);
});

it("is not drawn for invisible pages, for made-up URLs, or while the page's image is unavailable", async () => {
  const draft = await createPost(shop.db, { slug: "draft" });
  const { share } = (await shop.request("GET", "/v1/blog/draft", { locale: "ru-RU" })).body.data;
  await shop.db.updateTable("posts").set({ draft: true }).where("id", "=", draft.id).execute();
  const mark = "0".repeat(24);
  for (const url of [
    share,
    `/media/share-${mark}.blog.ru.none.jpg`,
    `/media/share-${mark}.orders.ru.1.jpg`,
    `/media/share-${mark}.blog.fr.tea.jpg`,
    `/media/share-${mark}.blog.ru..%2f..%2fx.jpg`,
    `/media/share-0.blog.ru.tea.jpg`,
  ])
    expect([url, (await media.request(url)).status]).toEqual([url, 404]);
  await createPost(shop.db, { slug: "tea", hasCover: true });
  const url = (await shop.request("GET", "/v1/blog/tea", { locale: "ru-RU" })).body.data.share;
  foundImage = "busy";
  expect((await media.request(url)).status).toBe(503);
  foundImage = "missing";
  expect(await renderImage(url)).toEqual({ isRed: false });
});
