import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { findOriginal } from "../platform/media/storage.ts";
import { deleteUnusedPhotos } from "./photos.ts";
import type { Photo } from "./schema.ts";

const shop = await openTestShop();
const { db } = shop;
const { files } = shop.app;
const mediaDir = join(shop.app.config.dataDir, "media");
const listFiles = () =>
  existsSync(mediaDir)
    ? readdirSync(mediaDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : [];
const DAY_MS = 86_400_000;

/**
 * Creates an image of 7000 x 7000 pixels in about 300 KB, in another process so that this one's memory is not affected.
 */
function createLargeProgressiveJpeg(): Buffer {
  const script = `
    import sharp from "sharp";
    const create = { width: 7000, height: 7000, channels: 3, background: "#c8505a" };
    process.stdout.write(await sharp({ create }).jpeg({ progressive: true, quality: 2 }).toBuffer());`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    maxBuffer: 8 * 1024 * 1024,
  });
}

let tint = 0;
const createImage = (width = 64, height = 48) => {
  tint += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: tint, b: 90 } } });
};
async function uploadPhoto(token: string | undefined, content: Uint8Array, headers: Record<string, string> = {}) {
  const { status, body } = await shop.sendBytes("/v1/user/photos", content, {
    "content-type": "image/jpeg",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...headers,
  });
  return { status, code: body.code, data: body.data as Photo };
}

describe("a photo", () => {
  it("is re-encoded: upright, downscaled and without metadata such as the location", async () => {
    const { token } = await createTestCustomer(db);
    const original = await createImage(3000, 1500)
      .withExif({
        IFD0: { Make: "Camera", Orientation: "6" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "55/1 45/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { status, data } = await uploadPhoto(token, original);
    expect([status, data.width, data.height]).toEqual([201, 1000, 2000]);
    const stored = await sharp(files.getLocalPath((await findOriginal(files, data.key))?.path ?? "") ?? "").metadata();
    expect([stored.format, stored.width, stored.height]).toEqual(["jpeg", 1000, 2000]);
    expect([stored.exif, stored.xmp, stored.iptc, stored.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is part of the review that references it until it is removed", async () => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    const { data: one } = await uploadPhoto(token, await createImage().png().toBuffer());
    const { data: two } = await uploadPhoto(token, await createImage().webp().toBuffer());
    const writeReview = (photos: number[]) =>
      shop.request("POST", `/v1/products/${product}/reviews`, { token, body: { rating: 5, photos } });
    const getPhotoIds = async () =>
      (await shop.request("GET", `/v1/products/${product}/reviews`, { token })).body.data.own?.photos.map(
        ({ id }) => id,
      );
    expect((await writeReview([two.id, one.id])).status).toBe(201);
    expect(await getPhotoIds()).toEqual([two.id, one.id]);
    expect((await writeReview([one.id])).status).toBe(200);
    expect(await getPhotoIds()).toEqual([one.id]);
    const otherCustomer = await createTestCustomer(db);
    const foreignUse = await shop.request("POST", `/v1/products/${product}/reviews`, {
      token: otherCustomer.token,
      body: { rating: 5, photos: [one.id] },
    });
    expect(foreignUse.body.errors).toEqual({ photos: ["photo_unknown"] });

    shop.clock.advance(DAY_MS + 1000);
    expect(await deleteUnusedPhotos(shop.app)).toBe(1);
    expect(await findOriginal(files, two.key)).toBeNull();
    expect(await findOriginal(files, one.key)).not.toBeNull();
    expect(await deleteUnusedPhotos(shop.app)).toBe(0);
  });

  it("stays while another review uses it, and can be uploaded again after deletion", async () => {
    const { token } = await createTestCustomer(db, { remember: true });
    const other = await createTestCustomer(db, { remember: true });
    const { id: product } = await createProduct(db);
    const content = await createImage().png().toBuffer();
    const { data } = await uploadPhoto(token, content);
    await uploadPhoto(other.token, content);
    await shop.request("POST", `/v1/products/${product}/reviews`, {
      token: other.token,
      body: { rating: 5, photos: [data.id] },
    });
    shop.clock.advance(DAY_MS + 1000);
    expect(await deleteUnusedPhotos(shop.app)).toBe(1);
    expect(await findOriginal(files, data.key)).not.toBeNull();
    const unusedContent = await createImage().png().toBuffer();
    const { data: first } = await uploadPhoto(token, unusedContent);
    shop.clock.advance(DAY_MS + 1000);
    await deleteUnusedPhotos(shop.app);
    expect(await findOriginal(files, first.key)).toBeNull();
    const { data: second } = await uploadPhoto(token, unusedContent);
    expect(second.key).toBe(first.key);
    expect(await findOriginal(files, first.key)).not.toBeNull();
  });

  it("is refused and not stored if it is not a valid photo", async () => {
    const { token } = await createTestCustomer(db);
    const before = listFiles().length;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const executable = Buffer.concat([Buffer.from("MZ\u0090\u0000", "latin1"), Buffer.alloc(500)]);
    const truncatedJpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]);
    const bomb = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: "#000" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const [content, code] of [
      [svg, "photo_not_a_picture"],
      [executable, "photo_not_a_picture"],
      [truncatedJpeg, "photo_not_a_picture"],
      [new Uint8Array(0), "photo_not_a_picture"],
      [bomb, "photo_too_many_pixels"],
    ] as const) {
      const response = await uploadPhoto(token, content);
      expect([response.status, response.code]).toEqual([422, code]);
    }
    const tooLarge = await uploadPhoto(token, Buffer.alloc(50 * 1024 * 1024, 1));
    expect([tooLarge.status, tooLarge.code]).toEqual([413, "photo_too_heavy"]);
    expect((await uploadPhoto(undefined, await createImage().png().toBuffer())).status).toBe(401);
    expect(listFiles()).toHaveLength(before);
    expect(await db.selectFrom("review_uploads").selectAll().execute()).toEqual([]);
  });

  it("is refused before decoding if it is a 49-megapixel progressive JPEG, without using API memory", async () => {
    const { token } = await createTestCustomer(db);
    const content = createLargeProgressiveJpeg();
    expect(await sharp(content).metadata()).toMatchObject({ width: 7000, height: 7000, isProgressive: true });
    const before = process.memoryUsage.rss();
    const responses = await Promise.all(Array.from({ length: 8 }, () => uploadPhoto(token, content)));
    expect(responses.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 8 }, () => [422, "photo_too_many_pixels"]),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it("is accepted and scaled down at the sizes of phone cameras", async () => {
    const { token } = await createTestCustomer(db);
    const progressive = await createImage(4000, 3000).jpeg({ progressive: true, quality: 20 }).toBuffer();
    const large = await createImage(6000, 4000).jpeg({ quality: 20 }).toBuffer();
    expect((await uploadPhoto(token, progressive)).data).toMatchObject({ width: 2000, height: 1500 });
    expect((await uploadPhoto(token, large)).data).toMatchObject({ width: 2000, height: 1333 });
  });

  it("is rate-limited", async () => {
    const { token } = await createTestCustomer(db);
    await db
      .insertInto("settings")
      .values({ key: "reviews.photo_rate_limit", value: JSON.stringify({ max: 1, windowSeconds: 60 }) })
      .execute();
    const content = await createImage().png().toBuffer();
    expect((await uploadPhoto(token, content)).status).toBe(201);
    expect((await uploadPhoto(token, content)).status).toBe(429);
  });
});
