import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { importProducts } from "./import-products.ts";
import { openFolderStorage } from "../../platform/file-storage/folder-storage.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-import-taxonomy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const product = {
  reference: "MZ-1",
  name_ru: "Крем Mizunora",
  name_en: "Mizunora cream",
  category: "Уход за лицом=Face care/Кремы=Creams",
  brand: "Мидзунора=Mizunora",
  series: "Aqua",
  concerns: "dry=Сухая кожа=Dry skin",
  tags: "Сакура=Sakura|Веган=Vegan",
  customs_name_en: "face cream",
  hs_code: "3304.99",
  weight_g: "80",
  images: "cream.png",
  price: "1290",
  stock: "7",
};

function writeImportFile(...lines: Partial<typeof product>[]): string {
  const path = join(folder, "products.jsonl");
  writeFileSync(path, lines.map((line) => JSON.stringify({ ...product, ...line })).join("\n"));
  return path;
}
const runImport = (path: string, options: { createMissing?: boolean; dryRun?: boolean } = {}) =>
  importProducts({
    ...{ db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun: false, isAllowed: () => true },
    ...options,
  });
const getError = (path: string, options = { createMissing: true }) =>
  runImport(path, options).then(
    () => "imported",
    (error: Error) => error.message,
  );
const createPng = (color: string) =>
  sharp({ create: { width: 80, height: 100, channels: 3, background: color } })
    .png()
    .toBuffer();

beforeAll(async () => {
  writeFileSync(join(folder, "cream.png"), await createPng("#c81e2e"));
});

describe("--create-missing", () => {
  it("creates missing records once in an empty shop, with both names and transliterated slugs", async () => {
    const path = writeImportFile({}, { reference: "MZ-2", category: "Уход за лицом/Кремы" });
    expect(await getError(path, { createMissing: false })).toContain(
      'there is no category "Уход за лицом=Face care/Кремы=Creams" (--create-missing creates it)',
    );
    const created = {
      categories: ["ukhod-za-litsom (Уход за лицом, Face care)", "kremy (Кремы, Creams)"],
      brands: ["midzunora (Мидзунора, Mizunora)"],
      series: ["midzunora Aqua"],
      concerns: ["dry (Сухая кожа, Dry skin)"],
      tags: ["sakura (Сакура, Sakura)", "vegan (Веган, Vegan)"],
    };
    expect(await runImport(path, { createMissing: true, dryRun: true })).toMatchObject({
      created,
      pictures: { changed: 2 },
    });
    expect(await shop.db.selectFrom("categories").select("slug").execute()).toEqual([]);
    expect(await runImport(path, { createMissing: true })).toMatchObject({
      created,
      products: { added: 2 },
      pictures: { changed: 2 },
    });
    const { body } = await shop.request("GET", "/v1/products/mizunora-cream", { locale: "en-US" });
    expect(body.data).toMatchObject({
      manufacturer: { name: "Mizunora" },
      usages: [{ name: "Dry skin" }],
      quantity: 7,
    });
    const tree = await shop.db.selectFrom("categories").select(["slug", "path"]).orderBy("id").execute();
    expect(tree).toEqual([
      { slug: "ukhod-za-litsom", path: [1] },
      { slug: "kremy", path: [1, 2] },
    ]);
    const noneCreated = { categories: [], brands: [], series: [], concerns: [], tags: [] };
    expect(await runImport(path, { createMissing: true })).toMatchObject({
      created: noneCreated,
      products: { changed: 0 },
    });
    expect(await runImport(path)).toMatchObject({ created: noneCreated, products: { changed: 0 } });
  });

  it("reports why a name cannot be used, and creates nothing then", async () => {
    await runImport(writeImportFile({}), { createMissing: true });
    const lines = [
      [{ tags: "Сакура!" }, '"Сакура!" would get the slug "sakura", which the tag "Сакура" has'],
      [{ tags: "sakura=Сакура=Cherry" }, 'the tag "sakura" has the names "Сакура" and "Sakura"'],
      [{ brand: "Мидзунора=Other" }, 'the brand "midzunora" has the names "Мидзунора" and "Mizunora"'],
      [{ tags: "a=b=c=d" }, "takes a slug, a name"],
      [{ tags: "=b" }, "takes a slug, a name"],
      [{ tags: "A B=Б=В" }, '"A B" is not a slug'],
      [{ concerns: "水" }, 'no slug can be derived from "水"'],
      [{ category: "ukhod-za-litsom//", brand: "Новый", tags: "!!!" }, 'no slug can be derived from "!!!"'],
    ] as const;
    for (const [line, reason] of lines) expect(await getError(writeImportFile(line))).toContain(reason);
    expect(await shop.db.selectFrom("brands").select("slug").execute()).toEqual([{ slug: "midzunora" }]);
  });

  it("prefixes the slug of a category with its parent's if the slug is taken", async () => {
    const otherBranch = { reference: "MZ-3", category: "Уход за телом=Body care/Кремы=Body creams" };
    const { created } = await runImport(writeImportFile({}, otherBranch), { createMissing: true });
    expect(created.categories).toContain("ukhod-za-telom-kremy (Кремы, Body creams)");
  });
});

describe("images", () => {
  it("are checked in a dry run together with all other errors, and counted as in an import", async () => {
    writeFileSync(join(folder, "text.png"), "no image");
    const invalidFile = writeImportFile(
      {},
      { reference: "MZ-2", price: "-1", images: "half.webp" },
      { reference: "MZ-3", images: "text.png|none.jpg|x.gif" },
    );
    const messages = await getError(invalidFile);
    for (const line of [
      "line 2 (MZ-2): price",
      "line 2 (MZ-2): half.webp: there is no such image",
      "line 3 (MZ-3): text.png: not an image",
      "line 3 (MZ-3): none.jpg: there is no such image",
      "line 3 (MZ-3): x.gif: the name of an image must end in svg, jpg, png, webp",
    ])
      expect(messages).toContain(line);
    const { created: _created, ...dryRunResult } = await runImport(writeImportFile({}), {
      createMissing: true,
      dryRun: true,
    });
    expect(dryRunResult).toMatchObject({ products: { added: 1 }, pictures: { changed: 1 } });
    expect(await shop.db.selectFrom("media").select("key").execute()).toEqual([]);
    expect(await runImport(writeImportFile({}), { createMissing: true })).toMatchObject(dryRunResult);
  });

  it("can be URLs, are checked by their content, and are never fetched from private networks", async () => {
    const content = await createPng("#1b3945");
    const server = createServer((request, response) => {
      const isText = request.url === "/text.png";
      response.writeHead(200, { "content-type": "image/png" }).end(isText ? "no image" : content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const path = writeImportFile({ images: `${base}/cream.png|cream.png` });
      expect(await runImport(path, { createMissing: true })).toMatchObject({ pictures: { changed: 1 } });
      const { body } = await shop.request("GET", "/v1/products/mizunora-cream");
      expect(body.data.images).toHaveLength(2);
      const mediaRows = await shop.db.selectFrom("media").select(["mime", "width", "height"]).execute();
      expect(mediaRows).toEqual([
        { mime: "image/png", width: 80, height: 100 },
        { mime: "image/png", width: 80, height: 100 },
      ]);
      expect(await runImport(path)).toMatchObject({ pictures: { changed: 0 } });
      expect(await getError(writeImportFile({ images: `${base}/text.png` }))).toContain("/text.png: not an image");
      const result = importProducts({
        ...{ db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW, dryRun: true },
      });
      await expect(result).rejects.toThrow("127.0.0.1 is not an address of the public internet");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
