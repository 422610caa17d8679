import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { aDrawing, aFolder, anOriginal, keptLog } from "../../test/media.ts";
import { originalPath, sizePath } from "./media-files.ts";
import { CannotRender, type Order, type Rendered, RendererLost } from "./media-renderer.ts";
import { openSizes } from "./media-sizes.ts";
import type { MediaSize } from "./media.ts";

/** A renderer that writes what it was asked, when it is let. */
function aRenderer(render: (order: Order) => Promise<void> = () => Promise.resolve()) {
  const orders: Order[] = [];
  return {
    orders,
    render: async (order: Order): Promise<Rendered> => {
      orders.push(order);
      await render(order);
      return Object.fromEntries(order.formats.map((format) => [format, Buffer.from(`${order.width}.${format}`)]));
    },
    close: () => Promise.resolve(),
  };
}

function theSizes(renderer = aRenderer()) {
  const mediaDir = aFolder();
  const log = keptLog();
  return { mediaDir, log, renderer, sizes: openSizes({ mediaDir, log, renderer }) };
}

const size = (key: string, more: Partial<MediaSize> = {}): MediaSize => ({ key, width: 320, format: "avif", ...more });

describe("a picture asked for", () => {
  it("is really rendered, and read from the disk ever after", async () => {
    const mediaDir = aFolder();
    const sizes = openSizes({ mediaDir, log: keptLog() });
    onTestFinished(() => sizes.close());
    const key = await anOriginal(mediaDir);
    const first = await sizes.find(size(key));
    if (typeof first === "string") throw new Error(first);
    expect(first.subarray(4, 12).toString()).toBe("ftypavif");
    await rm(originalPath(mediaDir, key, "image/svg+xml"));
    expect(await sizes.find(size(key))).toEqual(first);
    expect(await readdir(dirname(sizePath(mediaDir, size(key))))).toEqual([`${key}-320.avif`]);
  });

  it("is rendered once for all who ask at the same time", async () => {
    const { mediaDir, renderer, sizes } = theSizes();
    const key = await anOriginal(mediaDir);
    const found = await Promise.all(Array.from({ length: 10 }, () => sizes.find(size(key))));
    expect(new Set(found.map(String))).toEqual(new Set(["320.avif"]));
    expect(renderer.orders).toHaveLength(1);
    expect(renderer.orders[0]).toMatchObject({ mime: "image/svg+xml", careful: false, formats: ["avif"] });
  });

  it("is made again where a power cut left an empty file", async () => {
    const { mediaDir, sizes } = theSizes();
    const key = await anOriginal(mediaDir);
    const path = sizePath(mediaDir, size(key));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "");
    expect(String(await sizes.find(size(key)))).toBe("320.avif");
    expect(await readFile(path, "utf8")).toBe("320.avif");
  });

  it("is sent also when it cannot be kept, which is told once", async () => {
    const { mediaDir, log, sizes } = theSizes();
    const keys = [await anOriginal(mediaDir), await anOriginal(mediaDir, aDrawing("#222222"))];
    await writeFile(join(mediaDir, "sizes"), "a file where the folder should be");
    for (const key of keys) expect(String(await sizes.find(size(key)))).toBe("320.avif");
    expect(log.lines).toEqual(["pictures cannot be kept"]);
    await rm(join(mediaDir, "sizes"));
    await sizes.find(size(keys[0] ?? ""));
    expect(log.lines).toEqual(["pictures cannot be kept", "pictures are kept again"]);
  });

  it("is missing without an original, and found once there is one", async () => {
    const { mediaDir, log, sizes } = theSizes();
    const key = await anOriginal(mediaDir);
    await rm(originalPath(mediaDir, key, "image/svg+xml"));
    expect(await sizes.find(size(key))).toBe("missing");
    await anOriginal(mediaDir);
    expect(String(await sizes.find(size(key)))).toBe("320.avif");
    expect(log.lines).toEqual([]);
  });

  it("is missing when broken: told and tried once", async () => {
    const { mediaDir, log, renderer, sizes } = theSizes(
      aRenderer(() => Promise.reject(new CannotRender("not a picture", true))),
    );
    const key = await anOriginal(mediaDir);
    for (const _ of [1, 2, 3]) expect(await sizes.find(size(key))).toBe("missing");
    expect(log.lines).toEqual(["a picture cannot be rendered"]);
    expect(renderer.orders).toHaveLength(1);
  });

  it("is missing when the original is too narrow, which is nobody's fault", async () => {
    const { mediaDir, log, sizes } = theSizes(aRenderer(() => Promise.reject(new CannotRender("too narrow", false))));
    expect(await sizes.find(size(await anOriginal(mediaDir), { width: 2000 }))).toBe("missing");
    expect(log.lines).toEqual([]);
  });

  it("is tried again when the renderer dies, and asked to wait when it dies again", async () => {
    let deaths = 1;
    const { mediaDir, log, sizes } = theSizes(
      aRenderer(() => (deaths-- > 0 ? Promise.reject(new RendererLost("dead")) : Promise.resolve())),
    );
    const key = await anOriginal(mediaDir);
    expect(String(await sizes.find(size(key)))).toBe("320.avif");
    deaths = 2;
    expect(await sizes.find(size(key, { width: 640 }))).toBe("busy");
    expect(log.lines).toEqual(["the picture renderer failed twice"]);
    expect(String(await sizes.find(size(key, { width: 640 })))).toBe("640.avif");
  });

  it("is rendered two at a time, and turned away when three hundred wait", async () => {
    const gate = Promise.withResolvers<void>();
    const bothAtWork = Promise.withResolvers<void>();
    let at = 0;
    let most = 0;
    const { mediaDir, sizes } = theSizes(
      aRenderer(async () => {
        most = Math.max(most, ++at);
        if (at === 2) bothAtWork.resolve();
        await gate.promise;
        at -= 1;
      }),
    );
    const keys = await Promise.all(
      Array.from({ length: 320 }, (_, index) => anOriginal(mediaDir, aDrawing(`#${String(100000 + index)}`))),
    );
    const tooMany = 320 - 2 - 300;
    const allTurnedAway = Promise.withResolvers<void>();
    let turnedAway = 0;
    const asked = keys.map(async (key) => {
      const found = await sizes.find(size(key));
      if (found === "busy" && ++turnedAway === tooMany) allTurnedAway.resolve();
    });
    await Promise.all([bothAtWork.promise, allTurnedAway.promise]);
    gate.resolve();
    await Promise.all(asked);
    expect({ most, turnedAway }).toEqual({ most: 2, turnedAway: tooMany });
  });
});

describe("a picture prepared", () => {
  it("is made with care, only in what is not there yet", async () => {
    const { mediaDir, renderer, sizes } = theSizes();
    const key = await anOriginal(mediaDir);
    await sizes.find(size(key, { format: "webp" }));
    expect(await sizes.prepare({ key, width: 320 }, ["avif", "webp"])).toBe(1);
    expect(renderer.orders.at(-1)).toMatchObject({ formats: ["avif"], careful: true });
    expect(await sizes.prepare({ key, width: 320 }, ["avif", "webp"])).toBe(0);
    expect(renderer.orders).toHaveLength(2);
  });

  it("says when the disk takes no more", async () => {
    const { mediaDir, sizes } = theSizes();
    const key = await anOriginal(mediaDir);
    await writeFile(join(mediaDir, "sizes"), "");
    expect(await sizes.prepare({ key, width: 320 }, ["avif"])).toBeNull();
  });
});
