import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { findOriginal } from "../platform/media-files.ts";
import { sweepPhotos } from "./photos.ts";
import type { Photo } from "./schema.ts";

const shop = await openTestShop();
const { db } = shop;
const mediaDir = join(shop.house.config.dataDir, "media");
const onDisk = () =>
  existsSync(mediaDir)
    ? readdirSync(mediaDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : [];
const DAY_MS = 86_400_000;

/** 7000 x 7000 pixels in some 300 KB, made by another process, so that this one has no memory left over from it. */
function aLargeProgressiveJpeg(): Buffer {
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
const plain = (width = 64, height = 48) => {
  tint += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: tint, b: 90 } } });
};
async function send(token: string | undefined, content: Uint8Array, headers: Record<string, string> = {}) {
  const { status, body } = await shop.send("/v1/user/photos", content, {
    "content-type": "image/jpeg",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...headers,
  });
  return { status, code: body.code, data: body.data as Photo };
}

describe("a photograph", () => {
  it("is made anew: upright, small enough, without a word on where it was taken", async () => {
    const { token } = await aCustomer(db);
    const taken = await plain(3000, 1500)
      .withExif({
        IFD0: { Make: "Camera", Orientation: "6" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "55/1 45/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { status, data } = await send(token, taken);
    expect([status, data.width, data.height]).toEqual([201, 1000, 2000]);
    const kept = await sharp((await findOriginal(mediaDir, data.key))?.path).metadata();
    expect([kept.format, kept.width, kept.height]).toEqual(["jpeg", 1000, 2000]);
    expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("stands in the review that names it, until it is taken out of it", async () => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    const { data: one } = await send(token, await plain().png().toBuffer());
    const { data: two } = await send(token, await plain().webp().toBuffer());
    const write = (photos: number[]) =>
      shop.ask("POST", `/v1/products/${product}/reviews`, { token, body: { rating: 5, photos } });
    const shown = async () =>
      (await shop.ask("GET", `/v1/products/${product}/reviews`, { token })).body.data.own?.photos.map(({ id }) => id);
    expect((await write([two.id, one.id])).status).toBe(201);
    expect(await shown()).toEqual([two.id, one.id]);
    expect((await write([one.id])).status).toBe(200);
    expect(await shown()).toEqual([one.id]);
    const stranger = await aCustomer(db);
    const stolen = await shop.ask("POST", `/v1/products/${product}/reviews`, {
      token: stranger.token,
      body: { rating: 5, photos: [one.id] },
    });
    expect(stolen.body.errors).toEqual({ photos: ["photo_unknown"] });

    shop.clock.advance(DAY_MS + 1000);
    expect(await sweepPhotos(shop.house)).toBe(1);
    expect(await findOriginal(mediaDir, two.key)).toBeNull();
    expect(await findOriginal(mediaDir, one.key)).not.toBeNull();
    expect(await sweepPhotos(shop.house)).toBe(0);
  });

  it("stays while anything else shows it, and comes again after it went", async () => {
    const { token } = await aCustomer(db, { remember: true });
    const other = await aCustomer(db, { remember: true });
    const { id: product } = await aProduct(db);
    const content = await plain().png().toBuffer();
    const { data } = await send(token, content);
    await send(other.token, content);
    await shop.ask("POST", `/v1/products/${product}/reviews`, {
      token: other.token,
      body: { rating: 5, photos: [data.id] },
    });
    shop.clock.advance(DAY_MS + 1000);
    expect(await sweepPhotos(shop.house)).toBe(1);
    expect(await findOriginal(mediaDir, data.key)).not.toBeNull();
    const alone = await plain().png().toBuffer();
    const { data: first } = await send(token, alone);
    shop.clock.advance(DAY_MS + 1000);
    await sweepPhotos(shop.house);
    expect(await findOriginal(mediaDir, first.key)).toBeNull();
    const { data: second } = await send(token, alone);
    expect(second.key).toBe(first.key);
    expect(await findOriginal(mediaDir, first.key)).not.toBeNull();
  });

  it("is refused when it is none, and leaves nothing on the disk", async () => {
    const { token } = await aCustomer(db);
    const before = onDisk().length;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const executable = Buffer.concat([Buffer.from("MZ\u0090\u0000", "latin1"), Buffer.alloc(500)]);
    const jpegHead = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]);
    const bomb = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: "#000" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const [content, code] of [
      [svg, "photo_not_a_picture"],
      [executable, "photo_not_a_picture"],
      [jpegHead, "photo_not_a_picture"],
      [new Uint8Array(0), "photo_not_a_picture"],
      [bomb, "photo_too_many_pixels"],
    ] as const) {
      const answer = await send(token, content);
      expect([answer.status, answer.code]).toEqual([422, code]);
    }
    const heavy = await send(token, Buffer.alloc(50 * 1024 * 1024, 1));
    expect([heavy.status, heavy.code]).toEqual([413, "photo_too_heavy"]);
    expect((await send(undefined, await plain().png().toBuffer())).status).toBe(401);
    expect(onDisk()).toHaveLength(before);
    expect(await db.selectFrom("review_uploads").selectAll().execute()).toEqual([]);
  });

  it("is refused as a progressive JPEG of 49 megapixels before it is decoded, and takes no memory of the shop", async () => {
    const { token } = await aCustomer(db);
    const content = aLargeProgressiveJpeg();
    expect(await sharp(content).metadata()).toMatchObject({ width: 7000, height: 7000, isProgressive: true });
    const before = process.memoryUsage.rss();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(token, content)));
    expect(answers.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 8 }, () => [422, "photo_too_many_pixels"]),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it("is taken at the size of a phone's camera, opened outside of the shop's process", async () => {
    const { token } = await aCustomer(db);
    const progressive = await plain(4000, 3000).jpeg({ progressive: true, quality: 20 }).toBuffer();
    const large = await plain(6000, 4000).jpeg({ quality: 20 }).toBuffer();
    expect((await send(token, progressive)).data).toMatchObject({ width: 2000, height: 1500 });
    expect((await send(token, large)).data).toMatchObject({ width: 2000, height: 1333 });
  });

  it("is not sent without end", async () => {
    const { token } = await aCustomer(db);
    await db
      .insertInto("settings")
      .values({ key: "reviews.photo_limit", value: JSON.stringify({ max: 1, windowSeconds: 60 }) })
      .execute();
    const content = await plain().png().toBuffer();
    expect((await send(token, content)).status).toBe(201);
    expect((await send(token, content)).status).toBe(429);
  });
});
