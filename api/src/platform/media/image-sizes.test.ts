import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSvg, createTemporaryStorage, createOriginal, createMemoryLog } from "../../../test/media-fixtures.ts";
import { getOriginalPath, getSizePath } from "./storage.ts";
import { RenderError, type RenderRequest, type RenderedFormats, RendererLostError } from "./renderer.ts";
import { openImageSizes } from "./image-sizes.ts";
import type { MediaSize } from "./image-urls.ts";

/** A renderer that records requests and returns their width and format as content. */
function createFakeRenderer(render: (request: RenderRequest) => Promise<void> = () => Promise.resolve()) {
  const requests: RenderRequest[] = [];
  return {
    requests,
    render: async (request: RenderRequest): Promise<RenderedFormats> => {
      requests.push(request);
      await render(request);
      return Object.fromEntries(request.formats.map((format) => [format, Buffer.from(`${request.width}.${format}`)]));
    },
    close: () => Promise.resolve(),
  };
}

function createTestSizes(renderer = createFakeRenderer()) {
  const files = createTemporaryStorage();
  const log = createMemoryLog();
  return { files, log, renderer, sizes: openImageSizes({ files, log, renderer }) };
}

const size = (key: string, overrides: Partial<MediaSize> = {}): MediaSize => ({
  key,
  width: 320,
  format: "avif",
  ...overrides,
});

describe("find", () => {
  it("renders an image with the real renderer, then reads it from disk", async () => {
    const files = createTemporaryStorage();
    const sizes = openImageSizes({ files, log: createMemoryLog() });
    onTestFinished(() => sizes.close());
    const key = await createOriginal(files);
    const first = await sizes.find(size(key));
    if (typeof first === "string") throw new Error(first);
    expect(first.subarray(4, 12).toString()).toBe("ftypavif");
    await files.delete(getOriginalPath(key, "image/svg+xml"));
    expect(await sizes.find(size(key))).toEqual(first);
    expect(await readdir(dirname(join(files.folder, getSizePath(size(key)))))).toEqual([`${key}-320.avif`]);
  });

  it("renders once for parallel requests", async () => {
    const { files, renderer, sizes } = createTestSizes();
    const key = await createOriginal(files);
    const images = await Promise.all(Array.from({ length: 10 }, () => sizes.find(size(key))));
    expect(new Set(images.map(String))).toEqual(new Set(["320.avif"]));
    expect(renderer.requests).toHaveLength(1);
    expect(renderer.requests[0]).toMatchObject({ mime: "image/svg+xml", isHighEffort: false, formats: ["avif"] });
  });

  it("renders again if a power failure left an empty file", async () => {
    const { files, sizes } = createTestSizes();
    const key = await createOriginal(files);
    const path = join(files.folder, getSizePath(size(key)));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "");
    expect(String(await sizes.find(size(key)))).toBe("320.avif");
    expect(await readFile(path, "utf8")).toBe("320.avif");
  });

  it("returns an image that cannot be stored, and logs that once", async () => {
    const { files, log, sizes } = createTestSizes();
    const keys = [await createOriginal(files), await createOriginal(files, createSvg("#222222"))];
    await writeFile(join(files.folder, "media/sizes"), "a file where the folder should be");
    for (const key of keys) expect(String(await sizes.find(size(key)))).toBe("320.avif");
    expect(log.lines).toEqual(["images cannot be stored"]);
    await rm(join(files.folder, "media/sizes"));
    await sizes.find(size(keys[0] ?? ""));
    expect(log.lines).toEqual(["images cannot be stored", "images can be stored again"]);
  });

  it("returns missing without an original, and finds it once it exists", async () => {
    const { files, log, sizes } = createTestSizes();
    const key = await createOriginal(files);
    await files.delete(getOriginalPath(key, "image/svg+xml"));
    expect(await sizes.find(size(key))).toBe("missing");
    await createOriginal(files);
    expect(String(await sizes.find(size(key)))).toBe("320.avif");
    expect(log.lines).toEqual([]);
  });

  it("returns missing for a damaged original, logged and tried once", async () => {
    const { files, log, renderer, sizes } = createTestSizes(
      createFakeRenderer(() => Promise.reject(new RenderError("not an image", { isDamaged: true }))),
    );
    const key = await createOriginal(files);
    for (const _ of [1, 2, 3]) expect(await sizes.find(size(key))).toBe("missing");
    expect(log.lines).toEqual(["an image cannot be rendered"]);
    expect(renderer.requests).toHaveLength(1);
  });

  it("returns missing if the original is too narrow, without logging", async () => {
    const { files, log, sizes } = createTestSizes(
      createFakeRenderer(() => Promise.reject(new RenderError("too narrow", { isDamaged: false }))),
    );
    expect(await sizes.find(size(await createOriginal(files), { width: 2000 }))).toBe("missing");
    expect(log.lines).toEqual([]);
  });

  it("retries when the renderer dies, and returns busy when it dies again", async () => {
    let remainingFailures = 1;
    const { files, log, sizes } = createTestSizes(
      createFakeRenderer(() =>
        remainingFailures-- > 0 ? Promise.reject(new RendererLostError("dead")) : Promise.resolve(),
      ),
    );
    const key = await createOriginal(files);
    expect(String(await sizes.find(size(key)))).toBe("320.avif");
    remainingFailures = 2;
    expect(await sizes.find(size(key, { width: 640 }))).toBe("busy");
    expect(log.lines).toEqual(["the image renderer failed twice"]);
    expect(String(await sizes.find(size(key, { width: 640 })))).toBe("640.avif");
  });

  it("renders two at a time, and returns busy when 300 requests wait", async () => {
    const gate = Promise.withResolvers<void>();
    const bothRunning = Promise.withResolvers<void>();
    let running = 0;
    let maxRunning = 0;
    const { files, sizes } = createTestSizes(
      createFakeRenderer(async () => {
        maxRunning = Math.max(maxRunning, ++running);
        if (running === 2) bothRunning.resolve();
        await gate.promise;
        running -= 1;
      }),
    );
    const keys = await Promise.all(
      Array.from({ length: 320 }, (_, index) => createOriginal(files, createSvg(`#${String(100000 + index)}`))),
    );
    const expectedBusyCount = 320 - 2 - 300;
    const allBusy = Promise.withResolvers<void>();
    let busyCount = 0;
    const lookups = keys.map(async (key) => {
      const image = await sizes.find(size(key));
      if (image === "busy" && ++busyCount === expectedBusyCount) allBusy.resolve();
    });
    await Promise.all([bothRunning.promise, allBusy.promise]);
    gate.resolve();
    await Promise.all(lookups);
    expect({ maxRunning, busyCount }).toEqual({ maxRunning: 2, busyCount: expectedBusyCount });
  });
});

describe("prerender", () => {
  it("renders missing formats only, with a higher effort", async () => {
    const { files, renderer, sizes } = createTestSizes();
    const key = await createOriginal(files);
    await sizes.find(size(key, { format: "webp" }));
    expect(await sizes.prerender({ key, width: 320 }, ["avif", "webp"])).toBe(1);
    expect(renderer.requests.at(-1)).toMatchObject({ formats: ["avif"], isHighEffort: true });
    expect(await sizes.prerender({ key, width: 320 }, ["avif", "webp"])).toBe(0);
    expect(renderer.requests).toHaveLength(2);
  });

  it("returns null when files cannot be written", async () => {
    const { files, sizes } = createTestSizes();
    const key = await createOriginal(files);
    await writeFile(join(files.folder, "media/sizes"), "");
    expect(await sizes.prerender({ key, width: 320 }, ["avif"])).toBeNull();
  });
});
