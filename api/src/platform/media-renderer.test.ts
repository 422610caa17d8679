import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { aDrawing, aFolder, anOriginal } from "../../test/media.ts";
import { writeFile } from "node:fs/promises";
import { originalPath, type OriginalMime } from "./media-files.ts";
import { type Order, openRenderer, RendererLost } from "./media-renderer.ts";

const renderers: ReturnType<typeof openRenderer>[] = [];
afterEach(async () => {
  for (const renderer of renderers.splice(0)) await renderer.close();
});

function aRenderer(idleMs?: number) {
  const renderer = openRenderer(idleMs === undefined ? {} : { idleMs });
  renderers.push(renderer);
  return renderer;
}

async function anOrder(
  content: Uint8Array = aDrawing(),
  mime: OriginalMime = "image/svg+xml",
  more: Partial<Order> = {},
): Promise<Order> {
  const folder = aFolder();
  const key = await anOriginal(folder, content, mime);
  return { path: originalPath(folder, key, mime), key, mime, width: 320, formats: ["avif"], careful: false, ...more };
}

/** Left half red, right half blue. */
function aPhoto(width: number, height: number) {
  const half = { create: { width: width / 2, height, channels: 3, background: "#00f" } } as const;
  return sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: half, left: width / 2, top: 0 },
  ]);
}

async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}

describe("the renderer", () => {
  it("ends itself when a picture needs more memory than it may have, and serves the next one", async () => {
    const renderer = openRenderer({ memoryLimit: 140 * 1024 * 1024 });
    renderers.push(renderer);
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const create = { width: 3900, height: 4000, channels: 3, background: "#f00", noise } as const;
    const content = await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
    await expect(renderer.reencodePhoto({ content, longestSide: 2000 })).rejects.toThrow(RendererLost);
    const small = await aPhoto(200, 100).jpeg().toBuffer();
    const made = await renderer.reencodePhoto({ content: small, longestSide: 100 });
    expect((await sharp(made).metadata()).width).toBe(100);
  });

  it("makes every format asked for, in the width asked for", async () => {
    const made = await aRenderer().render(await anOrder(undefined, undefined, { formats: ["avif", "webp", "jpg"] }));
    for (const [format, compression] of [
      ["avif", "heif"],
      ["webp", "webp"],
      ["jpg", "jpeg"],
    ] as const) {
      const found = await sharp(made[format]).metadata();
      expect([found.format, found.width, found.height, found.hasAlpha]).toEqual([compression, 320, 400, false]);
    }
  });

  it("draws a drawing sharp beyond its natural size", async () => {
    const made = await aRenderer().render(await anOrder(undefined, undefined, { width: 480, formats: ["webp"] }));
    expect((await sharp(made.webp).metadata()).width).toBe(480);
  });

  it("turns a photograph as the camera was held", async () => {
    const photo = await aPhoto(800, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const made = await aRenderer().render(await anOrder(photo, "image/jpeg", { formats: ["webp"] }));
    const found = await sharp(made.webp).metadata();
    expect([found.width, found.height]).toEqual([320, 640]);
    const [red = 0, , blue = 0] = await colourAt(made.webp ?? Buffer.alloc(0), 0.5, 0.1);
    expect(red).toBeGreaterThan(blue + 100);
  });

  it("takes photographs of every kind: grey, deep, printed", async () => {
    const renderer = aRenderer();
    const photo = await aPhoto(800, 400).png().toBuffer();
    const kinds: [Buffer, OriginalMime][] = [
      [await sharp(photo).toColourspace("b-w").jpeg().toBuffer(), "image/jpeg"],
      [await sharp(photo).toColourspace("rgb16").png().toBuffer(), "image/png"],
      [await sharp(photo).toColourspace("cmyk").jpeg().toBuffer(), "image/jpeg"],
    ];
    for (const [content, mime] of kinds) {
      const made = await renderer.render(await anOrder(content, mime, { formats: ["avif", "webp", "jpg"] }));
      for (const picture of Object.values(made)) {
        const [red = 0, , blue = 0] = await colourAt(picture, 0.1, 0.5);
        expect(red).toBeGreaterThanOrEqual(mime === "image/png" ? 200 : 50);
        expect(red).toBeGreaterThanOrEqual(blue);
      }
    }
  });

  it("never blows a photograph up", async () => {
    const photo = await aPhoto(100, 100).png().toBuffer();
    const renderer = aRenderer();
    const small = await renderer.render(await anOrder(photo, "image/png", { width: 160, formats: ["webp"] }));
    expect((await sharp(small.webp).metadata()).width).toBe(100);
    await expect(renderer.render(await anOrder(photo, "image/png"))).rejects.toMatchObject({
      name: "CannotRender",
      broken: false,
    });
  });

  it("keeps what is see-through, and puts it on white where the format cannot", async () => {
    const ring = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="90" fill="#B3202F"/></svg>`,
    );
    const made = await aRenderer().render(await anOrder(ring, undefined, { formats: ["webp", "jpg"] }));
    expect((await sharp(made.webp).metadata()).hasAlpha).toBe(true);
    expect(await colourAt(made.jpg ?? Buffer.alloc(0), 0.02, 0.02)).toEqual([255, 255, 255]);
  });

  it("refuses what is broken, or was changed after it was stored", async () => {
    const renderer = aRenderer();
    const bad = await anOrder(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><rect"));
    await expect(renderer.render(bad)).rejects.toMatchObject({ name: "CannotRender", broken: true });
    const changed = await anOrder();
    await writeFile(changed.path, aDrawing("#000000"));
    await expect(renderer.render(changed)).rejects.toThrow("content has changed");
    await expect(renderer.render(await anOrder())).resolves.toHaveProperty("avif");
  });

  it("spends more time for fewer bytes where nobody waits", async () => {
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
    const renderer = aRenderer();
    const quick = await renderer.render(await anOrder(photo, "image/png"));
    const careful = await renderer.render(await anOrder(photo, "image/png", { careful: true }));
    expect(careful.avif?.length).not.toBe(quick.avif?.length);
  });

  it("says so when its process dies, and begins a new one", async () => {
    const renderer = aRenderer();
    await renderer.render(await anOrder());
    const lost = renderer.render(await anOrder(undefined, undefined, { width: 480 }));
    process.kill(renderer.pid() ?? 0, "SIGKILL");
    await expect(lost).rejects.toMatchObject({ name: "RendererLost" });
    await expect(renderer.render(await anOrder())).resolves.toHaveProperty("avif");
  });

  it("leaves no process behind: not when idle, not when closed", async () => {
    const idle = aRenderer(0);
    const closed = aRenderer();
    const rendering = [idle.render(await anOrder()), closed.render(await anOrder())];
    const pids = [idle.pid(), closed.pid()];
    expect(pids.every((pid) => pid !== undefined && isAlive(pid))).toBe(true);
    await Promise.all(rendering);
    await closed.close();
    await expect(closed.render(await anOrder())).rejects.toMatchObject({ name: "RendererLost" });
    await expect.poll(() => pids.filter((pid) => pid !== undefined && isAlive(pid))).toEqual([]);
    await expect(idle.render(await anOrder())).resolves.toHaveProperty("avif");
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
