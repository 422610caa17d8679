import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCategory, aManufacturer, aProduct } from "../catalogue/fixtures.ts";
import { readShareName } from "../content/share.ts";
import { aPost } from "../journal/fixtures.ts";
import { readBrandFile, saveBrandFile } from "../platform/brand-files.ts";
import { shopName } from "../platform/identity-settings.ts";
import type { Locale } from "../platform/locale.ts";
import { mediaHandler } from "../platform/media-handler.ts";
import type { Found } from "../platform/media-sizes.ts";
import type { MediaSize } from "../platform/media.ts";
import { changeSetting } from "../platform/settings.ts";
import { openShares } from "./share.ts";

const shop = await openTestShop();
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
const red = await sharp({ create: { width: 640, height: 800, channels: 3, background: "#c04020" } })
  .jpeg()
  .toBuffer();
let answer: Found = Buffer.from(red);
let asked = 0;
let dataDir = "";
let media = new Hono();
beforeEach(() => {
  answer = Buffer.from(red);
  asked = 0;
  dataDir = mkdtempSync(join(tmpdir(), "furoshiki-share-"));
  folders.push(dataDir);
  const find = async (_size: MediaSize) => (asked++, answer);
  const share = openShares({ ...shop.house, config: { ...shop.house.config, dataDir } }, { find });
  media = new Hono().get("/media/:file", mediaHandler({ find, share }));
});

/** The picture of an address; where it is red, the page's own picture stands. */
async function drawn(address: string) {
  const response = await media.request(address);
  expect([address, response.status]).toEqual([address, 200]);
  expect(response.headers.get("cache-control")).toContain("immutable");
  const picture = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(picture).metadata();
  expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
  const [r = 0, g = 0] = await sharp(picture).extract({ left: 1150, top: 300, width: 1, height: 1 }).raw().toBuffer();
  const words = await sharp(picture).extract({ left: 64, top: 300, width: 400, height: 280 }).greyscale().stats();
  expect(words.channels[0]?.min).toBeLessThan(60);
  return { isRed: r - g > 80 };
}

it("is there for every kind of page in each of its languages, as the page says", async () => {
  const category = await aCategory(shop.db, { slug: "kremy" });
  const product = await aProduct(shop.db, { category, slug: "krem", manufacturerId: await aManufacturer(shop.db) });
  await aPost(shop.db, { slug: "tea", covered: true });
  await aPost(shop.db, { slug: "sale", kind: "news", locale: "en-US", title: "Sale" });
  await shop.db
    .insertInto("pages")
    .values({ slug: "delivery", locale: "ru-RU", title: "Доставка", body: "А." })
    .execute();
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
  const addresses = new Set<string>();
  for (const [path, locale, isRed] of pages) {
    const { data } = (await shop.ask("GET", path, { locale })).body as {
      data: { share?: string; category?: { share: string } };
    };
    const address = data.share ?? data.category?.share ?? "";
    addresses.add(address);
    expect([path, await drawn(address)]).toEqual([path, { isRed }]);
  }
  // A quiz and what it came to share theirs.
  expect(addresses.size).toBe(pages.length - 1);
});

it("is drawn once, and again at another address when the page is called otherwise", async () => {
  await aPost(shop.db, { slug: "tea", title: "Чай", covered: true });
  const addressNow = async () => (await shop.ask("GET", "/v1/blog/tea", { locale: "ru-RU" })).body.data.share;
  const first = await addressNow();
  await Promise.all([drawn(first), drawn(first)]);
  await drawn(first);
  expect(asked).toBe(1);
  const { mark = "" } = readShareName(first.replace("/media/", "")) ?? {};
  expect(readdirSync(join(dataDir, "media/sizes", mark.slice(0, 2)))).toEqual([
    expect.stringMatching(new RegExp(`^share-${mark}-[0-9a-f]{12}[.]jpg$`)),
  ]);
  await shop.db.updateTable("posts").set({ title: "Зелёный чай" }).execute();
  const second = await addressNow();
  expect(second).not.toBe(first);
  // What was drawn stays; what was never drawn leads on.
  await drawn(first);
  rmSync(dataDir, { recursive: true });
  const moved = await media.request(first);
  expect([moved.status, moved.headers.get("location"), moved.headers.get("cache-control")]).toEqual([
    302,
    second,
    "no-store",
  ]);
  await drawn(second);
});

it("bears the name and the logo of the shop, also after they change", async () => {
  await aPost(shop.db, { slug: "tea", title: "Чай" });
  const { share } = (await shop.ask("GET", "/v1/blog/tea", { locale: "ru-RU" })).body.data;
  const seen = new Set<string>();
  const look = async () => {
    const picture = Buffer.from(await (await media.request(share)).arrayBuffer());
    const head = await sharp(picture).extract({ left: 0, top: 0, width: 700, height: 160 }).toBuffer();
    seen.add(createHash("sha256").update(head).digest("hex"));
  };
  await look();
  await changeSetting(shop.db, shopName, { "ru-RU": "Лавка чая", "en-US": "Tea shop" });
  await look();
  const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="red"/></svg>';
  await saveBrandFile(shop.db, "logo", await readBrandFile(Buffer.from(mark)));
  await look();
  expect(seen.size).toBe(3);
});

it("is not drawn for what nobody sees, for made-up addresses, or while its picture cannot be had", async () => {
  const draft = await aPost(shop.db, { slug: "draft" });
  const { share } = (await shop.ask("GET", "/v1/blog/draft", { locale: "ru-RU" })).body.data;
  await shop.db.updateTable("posts").set({ draft: true }).where("id", "=", draft.id).execute();
  const mark = "0".repeat(24);
  for (const address of [
    share,
    `/media/share-${mark}.blog.ru.none.jpg`,
    `/media/share-${mark}.orders.ru.1.jpg`,
    `/media/share-${mark}.blog.fr.tea.jpg`,
    `/media/share-${mark}.blog.ru..%2f..%2fx.jpg`,
    `/media/share-0.blog.ru.tea.jpg`,
  ])
    expect([address, (await media.request(address)).status]).toEqual([address, 404]);
  await aPost(shop.db, { slug: "tea", covered: true });
  const address = (await shop.ask("GET", "/v1/blog/tea", { locale: "ru-RU" })).body.data.share;
  answer = "busy";
  expect((await media.request(address)).status).toBe(503);
  answer = "missing";
  expect(await drawn(address)).toEqual({ isRed: false });
});
