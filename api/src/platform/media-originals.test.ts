import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aDrawing, aFolder } from "../../test/media.ts";
import { findOriginal, type OriginalMime, originalPath } from "./media-files.ts";
import { mediaKey } from "./media-key.ts";
import { storeOriginal, storeOriginals } from "./media-originals.ts";

const { db } = await openTestShop();

const photo = (format: "jpeg" | "png" | "webp") =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "#B3202F" } })
    .toFormat(format)
    .toBuffer();

describe("an original", () => {
  it("is kept in a file under its key, and in the table", async () => {
    const mediaDir = aFolder();
    const content = aDrawing();
    const stored = await storeOriginal(db, mediaDir, content, "image/svg+xml");
    expect(stored.key).toBe(mediaKey(content));
    expect(stored.key).toMatch(/^[0-9a-f]{24}$/);
    expect(await readFile(join(mediaDir, "originals", `${stored.key}.svg`))).toEqual(content);
    const rows = await db.selectFrom("media").select(["id", "key", "mime", "width", "height"]).execute();
    // A drawing of 400 x 500 is worth showing twice as large.
    expect(rows).toEqual([{ id: stored.id, key: stored.key, mime: "image/svg+xml", width: 800, height: 1000 }]);
    expect(await findOriginal(mediaDir, stored.key)).toEqual({
      path: originalPath(mediaDir, stored.key, "image/svg+xml"),
      mime: "image/svg+xml",
    });
  });

  it("is measured by what the shop says of its own drawings, without opening them", async () => {
    const content = Buffer.from("<svg>not opened</svg>");
    const [stored] = await storeOriginals(db, aFolder(), [
      { content, mime: "image/svg+xml", drawn: { width: 400, height: 500 } },
    ]);
    expect(stored).toMatchObject({ key: mediaKey(content), width: 800, height: 1000 });
  });

  it("is kept once, however often it is stored", async () => {
    const mediaDir = aFolder();
    const twice = [
      await storeOriginal(db, mediaDir, aDrawing(), "image/svg+xml"),
      await storeOriginal(db, mediaDir, aDrawing(), "image/svg+xml"),
    ];
    expect(twice[0]).toEqual(twice[1]);
    expect(await readdir(join(mediaDir, "originals"))).toHaveLength(1);
  });

  it("is mended by storing it again", async () => {
    const mediaDir = aFolder();
    const { key } = await storeOriginal(db, mediaDir, aDrawing(), "image/svg+xml");
    const path = originalPath(mediaDir, key, "image/svg+xml");
    await truncate(path, 10);
    await storeOriginal(db, mediaDir, aDrawing(), "image/svg+xml");
    expect(await readFile(path)).toEqual(aDrawing());
  });

  it.each(["jpeg", "png", "webp"] as const)("may be a %s", async (format) => {
    const stored = await storeOriginal(db, aFolder(), await photo(format), `image/${format}`);
    expect([stored.width, stored.height]).toEqual([300, 200]);
  });

  it("is measured as the camera was held", async () => {
    const turned = await sharp(await photo("jpeg"))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await storeOriginal(db, aFolder(), turned, "image/jpeg")).toMatchObject({ width: 200, height: 300 });
  });

  it("is refused when it is not what it is said to be", async () => {
    const cases: [Uint8Array, OriginalMime, string][] = [
      [await photo("png"), "image/jpeg", "said to be image/jpeg, but is png"],
      [Buffer.from("<html></html>"), "image/svg+xml", "not a picture"],
      [
        Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect"),
        "image/svg+xml",
        "not a picture",
      ],
      [Buffer.alloc(0), "image/png", "not a picture"],
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='30000' height='30000'/>"), "image/svg+xml", ""],
    ];
    const mediaDir = aFolder();
    for (const [content, mime, message] of cases)
      await expect(storeOriginal(db, mediaDir, content, mime)).rejects.toMatchObject({
        name: "NotAPicture",
        message: expect.stringContaining(message),
      });
    await expect(readdir(mediaDir)).resolves.toEqual([]);
    expect(await db.selectFrom("media").select("id").execute()).toEqual([]);
  });
});

describe("many originals", () => {
  it("are answered in the order of the question, the same ones with the same row", async () => {
    const mediaDir = aFolder();
    const colours = ["#111111", "#222222", "#111111", "#333333"];
    const stored = await storeOriginals(
      db,
      mediaDir,
      colours.map((colour) => ({ content: aDrawing(colour), mime: "image/svg+xml" })),
    );
    expect(stored.map(({ key }) => key)).toEqual(colours.map((colour) => mediaKey(aDrawing(colour))));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(3);
    expect(await readdir(join(mediaDir, "originals"))).toHaveLength(3);
    expect(await storeOriginals(db, mediaDir, [])).toEqual([]);
  });

  it("are all refused when one is bad", async () => {
    const mediaDir = aFolder();
    const originals = [
      { content: aDrawing(), mime: "image/svg+xml" as const },
      { content: Buffer.from("no"), mime: "image/png" as const },
    ];
    await expect(storeOriginals(db, mediaDir, originals)).rejects.toThrow("not a picture");
    await expect(readdir(mediaDir)).resolves.toEqual([]);
  });

  it("leave nothing half-written when the disk fails", async () => {
    const mediaDir = aFolder();
    await writeFile(join(mediaDir, "originals"), "a file where the folder should be");
    await expect(storeOriginal(db, mediaDir, aDrawing(), "image/svg+xml")).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await db.selectFrom("media").select("id").execute()).toEqual([]);
  });
});
