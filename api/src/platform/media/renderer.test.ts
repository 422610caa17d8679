import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { createSvg, createTemporaryStorage, createOriginal } from "../../../test/media-fixtures.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getOriginalPath, type OriginalMime } from "./storage.ts";
import { type RenderRequest, openRenderer, RendererLostError } from "./renderer.ts";

const renderers: ReturnType<typeof openRenderer>[] = [];
afterEach(async () => {
  for (const renderer of renderers.splice(0)) await renderer.close();
});

function createTestRenderer(idleMs?: number) {
  const renderer = openRenderer(idleMs === undefined ? {} : { idleMs });
  renderers.push(renderer);
  return renderer;
}

async function createRequest(
  content: Uint8Array = createSvg(),
  mime: OriginalMime = "image/svg+xml",
  overrides: Partial<RenderRequest> = {},
): Promise<RenderRequest> {
  const files = createTemporaryStorage();
  const key = await createOriginal(files, content, mime);
  return {
    source: join(files.folder, getOriginalPath(key, mime)),
    key,
    mime,
    width: 320,
    formats: ["avif"],
    isHighEffort: false,
    ...overrides,
  };
}

/** Creates a photo whose left half is red and whose right half is blue. */
function createPhoto(width: number, height: number) {
  const rightHalf = { create: { width: width / 2, height, channels: 3, background: "#00f" } } as const;
  return sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: rightHalf, left: width / 2, top: 0 },
  ]);
}

async function getColorAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const index = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(index, index + 3)];
}

describe("openRenderer", () => {
  it("exits when an image needs more memory than the limit, and renders the next one", async () => {
    const renderer = openRenderer({ memoryLimitBytes: 140 * 1024 * 1024 });
    renderers.push(renderer);
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const create = { width: 3900, height: 4000, channels: 3, background: "#f00", noise } as const;
    const content = await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
    await expect(renderer.reencodePhoto({ content, longestSide: 2000, quality: 84 })).rejects.toThrow(
      RendererLostError,
    );
    const small = await createPhoto(200, 100).jpeg().toBuffer();
    const rendered = await renderer.reencodePhoto({ content: small, longestSide: 100, quality: 84 });
    expect((await sharp(rendered).metadata()).width).toBe(100);
  });

  it("renders every requested format in the requested width", async () => {
    const rendered = await createTestRenderer().render(
      await createRequest(undefined, undefined, { formats: ["avif", "webp", "jpg"] }),
    );
    for (const [format, compression] of [
      ["avif", "heif"],
      ["webp", "webp"],
      ["jpg", "jpeg"],
    ] as const) {
      const metadata = await sharp(rendered[format]).metadata();
      expect([metadata.format, metadata.width, metadata.height, metadata.hasAlpha]).toEqual([
        compression,
        320,
        400,
        false,
      ]);
    }
  });

  it("renders an SVG beyond its natural size", async () => {
    const rendered = await createTestRenderer().render(
      await createRequest(undefined, undefined, { width: 480, formats: ["webp"] }),
    );
    expect((await sharp(rendered.webp).metadata()).width).toBe(480);
  });

  it("applies the EXIF orientation", async () => {
    const photo = await createPhoto(800, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const rendered = await createTestRenderer().render(await createRequest(photo, "image/jpeg", { formats: ["webp"] }));
    const metadata = await sharp(rendered.webp).metadata();
    expect([metadata.width, metadata.height]).toEqual([320, 640]);
    const [red = 0, , blue = 0] = await getColorAt(rendered.webp ?? Buffer.alloc(0), 0.5, 0.1);
    expect(red).toBeGreaterThan(blue + 100);
  });

  it("accepts grayscale, 16-bit and CMYK photos", async () => {
    const renderer = createTestRenderer();
    const photo = await createPhoto(800, 400).png().toBuffer();
    const photos: [Buffer, OriginalMime][] = [
      [await sharp(photo).toColourspace("b-w").jpeg().toBuffer(), "image/jpeg"],
      [await sharp(photo).toColourspace("rgb16").png().toBuffer(), "image/png"],
      [await sharp(photo).toColourspace("cmyk").jpeg().toBuffer(), "image/jpeg"],
    ];
    for (const [content, mime] of photos) {
      const rendered = await renderer.render(await createRequest(content, mime, { formats: ["avif", "webp", "jpg"] }));
      for (const image of Object.values(rendered)) {
        const [red = 0, , blue = 0] = await getColorAt(image, 0.1, 0.5);
        expect(red).toBeGreaterThanOrEqual(mime === "image/png" ? 200 : 50);
        expect(red).toBeGreaterThanOrEqual(blue);
      }
    }
  });

  it("does not enlarge a photo", async () => {
    const photo = await createPhoto(100, 100).png().toBuffer();
    const renderer = createTestRenderer();
    const small = await renderer.render(await createRequest(photo, "image/png", { width: 160, formats: ["webp"] }));
    expect((await sharp(small.webp).metadata()).width).toBe(100);
    await expect(renderer.render(await createRequest(photo, "image/png"))).rejects.toMatchObject({
      name: "RenderError",
      isDamaged: false,
    });
  });

  it("keeps transparency, and uses a white background if the format has none", async () => {
    const ring = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="90" fill="#B3202F"/></svg>`,
    );
    const rendered = await createTestRenderer().render(
      await createRequest(ring, undefined, { formats: ["webp", "jpg"] }),
    );
    expect((await sharp(rendered.webp).metadata()).hasAlpha).toBe(true);
    expect(await getColorAt(rendered.jpg ?? Buffer.alloc(0), 0.02, 0.02)).toEqual([255, 255, 255]);
  });

  it("rejects an original that is damaged or was changed after it was stored", async () => {
    const renderer = createTestRenderer();
    const damaged = await createRequest(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><rect"));
    await expect(renderer.render(damaged)).rejects.toMatchObject({ name: "RenderError", isDamaged: true });
    const changed = await createRequest();
    await writeFile(String(changed.source), createSvg("#000000"));
    await expect(renderer.render(changed)).rejects.toThrow("the content of its file has changed");
    await expect(renderer.render(await createRequest())).resolves.toHaveProperty("avif");
  });

  it("uses a higher effort for background work", async () => {
    const photo = await sharp({
      create: {
        width: 640,
        height: 640,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 20 },
      },
    })
      .blur(3)
      .png()
      .toBuffer();
    const renderer = createTestRenderer();
    const lowEffort = await renderer.render(await createRequest(photo, "image/png"));
    const highEffort = await renderer.render(await createRequest(photo, "image/png", { isHighEffort: true }));
    expect(highEffort.avif?.length).not.toBe(lowEffort.avif?.length);
  });

  it("rejects requests when its process dies, and starts a new one", async () => {
    const renderer = createTestRenderer();
    await renderer.render(await createRequest());
    const lostRequest = renderer.render(await createRequest(undefined, undefined, { width: 480 }));
    process.kill(renderer.pid() ?? 0, "SIGKILL");
    await expect(lostRequest).rejects.toMatchObject({ name: "RendererLostError" });
    await expect(renderer.render(await createRequest())).resolves.toHaveProperty("avif");
  });

  it("ends its process when idle and when closed", async () => {
    const idle = createTestRenderer(0);
    const closed = createTestRenderer();
    const rendering = [idle.render(await createRequest()), closed.render(await createRequest())];
    const pids = [idle.pid(), closed.pid()];
    expect(pids.every((pid) => pid !== undefined && isProcessAlive(pid))).toBe(true);
    await Promise.all(rendering);
    await closed.close();
    await expect(closed.render(await createRequest())).rejects.toMatchObject({ name: "RendererLostError" });
    await expect.poll(() => pids.filter((pid) => pid !== undefined && isProcessAlive(pid))).toEqual([]);
    await expect(idle.render(await createRequest())).resolves.toHaveProperty("avif");
  });
});

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
