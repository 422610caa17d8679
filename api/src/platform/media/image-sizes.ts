import { type FileStorage, StorageUnavailableError } from "../file-storage/file-storage.ts";
import type { Log } from "../log.ts";
import { getMediaFileName, type MediaFormat, type MediaSize } from "./image-urls.ts";
import { findOriginal, getSizePath, readRenderedImage } from "./storage.ts";
import { type Priority, createPriorityQueue } from "./priority-queue.ts";
import { RenderError, openRenderer, type Renderer, RendererLostError } from "./renderer.ts";

export type ImageBuffer = Buffer<ArrayBuffer>;

/**
 * `missing`: the image does not exist or is damaged. `busy`: too many requests are waiting, or the file
 * storage is unavailable; retry later.
 */
export type ImageLookup = ImageBuffer | "missing" | "busy";

export type ImageSizes = {
  /** Returns one size of an image: from the file storage, or rendered and stored. */
  find(size: MediaSize): Promise<ImageLookup>;
  /**
   * Renders missing formats of a width in the background.
   * @returns the number of rendered files, or null if they could not be stored
   */
  prerender(size: Omit<MediaSize, "format">, formats: readonly MediaFormat[]): Promise<number | null>;
  /** Ends the renderer. */
  close(): Promise<void>;
};

const CONCURRENCY = 2;
const MAX_WAITING = 300;
const MAX_REMEMBERED_FAILURES = 1000;

/**
 * Opens the image sizes of the originals in the file storage. Sizes are rendered on first request and stored in
 * `media/sizes`, which may be emptied at any time.
 */
export function openImageSizes({
  files,
  log,
  renderer = openRenderer(),
}: {
  files: FileStorage;
  log: Log;
  renderer?: Pick<Renderer, "render" | "close">;
}): ImageSizes {
  const queue = createPriorityQueue(CONCURRENCY);
  const inFlight = new Map<string, Promise<ImageLookup>>();
  const render = createSizeRenderer({ files, log, renderer, isClosed: () => isClosed });
  const storeImage = createSizeStore(files, log);
  const outageLog = createOutageLog(log);
  let isClosed = false;

  const renderAndStore = async (size: MediaSize): Promise<ImageLookup> => {
    const rendered = await queue.run("requested", () => render(size, [size.format], "requested"));
    if (typeof rendered === "string") return rendered;
    const image = rendered[size.format];
    if (!image) throw new Error(`the renderer returned no ${size.format}`);
    await storeImage(size, image);
    return image;
  };

  const findOrRender = async (size: MediaSize): Promise<ImageLookup> => {
    const storedImage = await readRenderedImage(files, getSizePath(size));
    if (storedImage) return storedImage;
    const name = getMediaFileName(size);
    const renderingInProgress = inFlight.get(name);
    if (renderingInProgress) return renderingInProgress;
    if (queue.countWaiting() >= MAX_WAITING) return "busy";
    const rendering = renderAndStore(size).finally(() => inFlight.delete(name));
    inFlight.set(name, rendering);
    return rendering;
  };

  return {
    find: (size) => outageLog.returnBusyInOutage(() => findOrRender(size)),

    prerender: (size, formats) =>
      queue.run("background", async () => {
        const missingFormats = await getMissingFormats(files, size, formats);
        if (missingFormats.length === 0) return 0;
        const rendered = await render(size, missingFormats, "background");
        if (typeof rendered === "string") return 0;
        for (const format of missingFormats) {
          const image = rendered[format];
          if (image && !(await storeImage({ ...size, format }, image))) return null;
        }
        return missingFormats.length;
      }),

    close: () => {
      isClosed = true;
      return renderer.close();
    },
  };
}

type SizeRenderer = (
  size: Omit<MediaSize, "format">,
  formats: MediaFormat[],
  priority: Priority,
) => Promise<Partial<Record<MediaFormat, ImageBuffer>> | "missing" | "busy">;

/** Creates the function that renders a width of an original. An image that cannot be rendered is tried only once. */
function createSizeRenderer({
  files,
  log,
  renderer,
  isClosed,
}: {
  files: FileStorage;
  log: Log;
  renderer: Pick<Renderer, "render">;
  isClosed: () => boolean;
}): SizeRenderer {
  const failedSizes = new Set<string>();
  return async ({ key, width }, formats, priority) => {
    const name = `${key}-${width}`;
    if (failedSizes.has(name)) return "missing";
    const original = await findOriginal(files, key);
    const source = original && (files.getLocalPath(original.path) ?? (await files.read(original.path)));
    if (!source) return "missing";
    const request = { source, mime: original.mime, key, width, formats, isHighEffort: priority === "background" };
    try {
      return await renderer.render(request).catch((error: unknown) => {
        if (error instanceof RendererLostError) return renderer.render(request);
        throw error;
      });
    } catch (error) {
      if (error instanceof RenderError) {
        // Originals never change, so a failure is permanent: it is logged once and not tried again.
        if (failedSizes.size >= MAX_REMEMBERED_FAILURES) failedSizes.clear();
        failedSizes.add(name);
        if (error.isDamaged) log.error("an image cannot be rendered", error.message, { key, width });
        return "missing";
      }
      if (!(error instanceof RendererLostError)) throw error;
      if (!isClosed()) log.error("the image renderer failed twice", error.message, { key, width });
      return "busy";
    }
  };
}

/** Creates the log of outages of the file storage, which has a line when one begins and when it ends. */
function createOutageLog(log: Log) {
  let isAvailable = true;
  return {
    /** Returns `busy` if `find` needs the file storage and it is unavailable. */
    returnBusyInOutage: async (find: () => Promise<ImageLookup>): Promise<ImageLookup> => {
      try {
        const image = await find();
        if (!isAvailable && typeof image !== "string") {
          isAvailable = true;
          log.info("images can be read again");
        }
        return image;
      } catch (error) {
        if (!(error instanceof StorageUnavailableError)) throw error;
        if (isAvailable) log.error("images cannot be read", error.message);
        isAvailable = false;
        return "busy";
      }
    },
  };
}

/**
 * Creates the function that stores an image and returns whether it could. Failures are logged when they begin and end,
 * not for every image.
 */
function createSizeStore(files: FileStorage, log: Log): (size: MediaSize, image: ImageBuffer) => Promise<boolean> {
  let isStorageWorking = true;
  return async (size, image) => {
    try {
      await files.write(getSizePath(size), image, { durable: false });
      if (!isStorageWorking) log.info("images can be stored again");
      isStorageWorking = true;
    } catch (error) {
      if (isStorageWorking) log.error("images cannot be stored", error instanceof Error ? error.message : error);
      isStorageWorking = false;
    }
    return isStorageWorking;
  };
}

/** Returns the formats in which a width of an image is not stored yet. */
async function getMissingFormats(
  files: FileStorage,
  size: Omit<MediaSize, "format">,
  formats: readonly MediaFormat[],
): Promise<MediaFormat[]> {
  const stats = await Promise.all(formats.map((format) => files.stat(getSizePath({ ...size, format }))));
  return formats.filter((_, index) => !stats[index]);
}
