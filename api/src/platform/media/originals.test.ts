import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createSvg, createTemporaryStorage } from "../../../test/media-fixtures.ts";
import { withTransaction } from "../db/database.ts";
import { findOriginal, type OriginalMime, getOriginalPath } from "./storage.ts";
import { getMediaKey } from "./media-key.ts";
import { deleteOriginal, storeOriginal, storeOriginals } from "./originals.ts";

const { db } = await openTestShop();

const photo = (format: "jpeg" | "png" | "webp") =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "#B3202F" } })
    .toFormat(format)
    .toBuffer();

describe("storeOriginal", () => {
  it("writes a file named after the key, and a row", async () => {
    const files = createTemporaryStorage();
    const content = createSvg();
    const stored = await storeOriginal(db, files, content, "image/svg+xml");
    expect(stored.key).toBe(getMediaKey(content));
    expect(stored.key).toMatch(/^[0-9a-f]{24}$/);
    expect(await readFile(join(files.folder, "media/originals", `${stored.key}.svg`))).toEqual(content);
    const rows = await db.selectFrom("media").select(["id", "key", "mime", "width", "height"]).execute();
    // An SVG of 400 x 500 has twice that size in pixels.
    expect(rows).toEqual([{ id: stored.id, key: stored.key, mime: "image/svg+xml", width: 800, height: 1000 }]);
    expect(await findOriginal(files, stored.key)).toEqual({
      path: getOriginalPath(stored.key, "image/svg+xml"),
      mime: "image/svg+xml",
    });
  });

  it("uses the declared size of a generated SVG without opening it", async () => {
    const content = Buffer.from("<svg>not opened</svg>");
    const [stored] = await storeOriginals(db, createTemporaryStorage(), [
      { content, mime: "image/svg+xml", svgSize: { width: 400, height: 500 } },
    ]);
    expect(stored).toMatchObject({ key: getMediaKey(content), width: 800, height: 1000 });
  });

  it("stores the same image only once", async () => {
    const files = createTemporaryStorage();
    const stored = [
      await storeOriginal(db, files, createSvg(), "image/svg+xml"),
      await storeOriginal(db, files, createSvg(), "image/svg+xml"),
    ];
    expect(stored[0]).toEqual(stored[1]);
    expect(await readdir(join(files.folder, "media/originals"))).toHaveLength(1);
  });

  it("repairs a damaged file when the image is stored again", async () => {
    const files = createTemporaryStorage();
    const { key } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    const path = join(files.folder, getOriginalPath(key, "image/svg+xml"));
    await truncate(path, 10);
    await storeOriginal(db, files, createSvg(), "image/svg+xml");
    expect(await readFile(path)).toEqual(createSvg());
  });

  it.each(["jpeg", "png", "webp"] as const)("accepts %s", async (format) => {
    const stored = await storeOriginal(db, createTemporaryStorage(), await photo(format), `image/${format}`);
    expect([stored.width, stored.height]).toEqual([300, 200]);
  });

  it("applies the EXIF orientation to the size", async () => {
    const rotated = await sharp(await photo("jpeg"))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await storeOriginal(db, createTemporaryStorage(), rotated, "image/jpeg")).toMatchObject({
      width: 200,
      height: 300,
    });
  });

  it("rejects a file that is not a valid image of the declared type", async () => {
    const cases: [Uint8Array, OriginalMime, string][] = [
      [await photo("png"), "image/jpeg", "declared as image/jpeg, but is png"],
      [Buffer.from("<html></html>"), "image/svg+xml", "not an image"],
      [
        Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect"),
        "image/svg+xml",
        "not an image",
      ],
      [Buffer.alloc(0), "image/png", "not an image"],
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='30000' height='30000'/>"), "image/svg+xml", ""],
    ];
    const files = createTemporaryStorage();
    for (const [content, mime, message] of cases)
      await expect(storeOriginal(db, files, content, mime)).rejects.toMatchObject({
        name: "InvalidImageError",
        message: expect.stringContaining(message),
      });
    await expect(readdir(files.folder)).resolves.toEqual([]);
    expect(await db.selectFrom("media").select("id").execute()).toEqual([]);
  });
});

describe("storeOriginals", () => {
  it("returns the rows in the order of the input, the same row for equal images", async () => {
    const files = createTemporaryStorage();
    const colors = ["#111111", "#222222", "#111111", "#333333"];
    const stored = await storeOriginals(
      db,
      files,
      colors.map((color) => ({ content: createSvg(color), mime: "image/svg+xml" })),
    );
    expect(stored.map(({ key }) => key)).toEqual(colors.map((color) => getMediaKey(createSvg(color))));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(3);
    expect(await readdir(join(files.folder, "media/originals"))).toHaveLength(3);
    expect(await storeOriginals(db, files, [])).toEqual([]);
  });

  it("stores none if one is invalid", async () => {
    const files = createTemporaryStorage();
    const originals = [
      { content: createSvg(), mime: "image/svg+xml" as const },
      { content: Buffer.from("no"), mime: "image/png" as const },
    ];
    await expect(storeOriginals(db, files, originals)).rejects.toThrow("not an image");
    await expect(readdir(files.folder)).resolves.toEqual([]);
  });

  it("inserts no row if the file cannot be written", async () => {
    const files = createTemporaryStorage();
    await writeFile(join(files.folder, "media"), "a file where the folder should be");
    await expect(storeOriginal(db, files, createSvg(), "image/svg+xml")).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await db.selectFrom("media").select("id").execute()).toEqual([]);
  });
});

describe("deleteOriginal", () => {
  it("keeps the row and the original if a size cannot be deleted, and waits for the other deletions", async () => {
    const files = createTemporaryStorage();
    const { id, key } = await storeOriginal(db, files, createSvg(), "image/svg+xml");
    const deleted: string[] = [];
    let isPending = 0;
    const slowDelete = async (path: string) => {
      isPending += 1;
      await setTimeout(path.includes("-320.") ? 1 : 20);
      isPending -= 1;
      if (path.includes("-320.")) throw new Error("no connection");
      deleted.push(path);
    };
    const remove = (storage: typeof files) => withTransaction(db, (tx) => deleteOriginal(tx, storage, id));
    await expect(remove({ ...files, delete: slowDelete })).rejects.toThrow("no connection");
    expect(isPending).toBe(0);
    expect(deleted.length).toBeGreaterThan(3);
    expect(deleted).not.toContain(getOriginalPath(key, "image/svg+xml"));
    expect(await db.selectFrom("media").select("id").execute()).toEqual([{ id }]);
    await remove(files);
    expect(await findOriginal(files, key)).toBeNull();
    expect(await db.selectFrom("media").select("id").execute()).toEqual([]);
  });
});
