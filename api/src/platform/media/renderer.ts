import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { MediaFormat, MediaWidth } from "./image-urls.ts";
import type { OriginalMime } from "./storage.ts";

/** A request for one width of an original in one or more formats. */
export type RenderRequest = {
  /** The path of the original on this machine, or its content. */
  source: string | Uint8Array;
  key: string;
  mime: OriginalMime;
  width: MediaWidth;
  formats: MediaFormat[];
  /** True for background work, which uses a higher encoding effort for smaller files. */
  isHighEffort: boolean;
};

/**
 * A part of an image, in fractions of its width and height. It may exceed the image: then the pixels of its edges are
 * repeated.
 */
export type CropArea = { left: number; top: number; width: number; height: number };

/** A request to re-encode an uploaded photo, or a part of it. `longestSide` is in pixels, `quality` that of the JPEG. */
export type PhotoRequest = { content: Uint8Array; longestSide: number; quality: number; crop?: CropArea };

export type RenderedFormats = Partial<Record<MediaFormat, Buffer<ArrayBuffer>>>;

export type Renderer = {
  /**
   * Renders a width of an original.
   * @throws RenderError
   * @throws RendererLostError
   */
  render(request: RenderRequest): Promise<RenderedFormats>;
  /**
   * Re-encodes a photo.
   * @returns a JPEG without metadata
   * @throws RenderError
   * @throws RendererLostError
   */
  reencodePhoto(request: PhotoRequest): Promise<Uint8Array>;
  /** Ends the process; pending requests are rejected. */
  close(): Promise<void>;
};

/** An image cannot be rendered: it is damaged, has too many pixels, or is narrower than the requested width. */
export class RenderError extends Error {
  override name = "RenderError";
  /** False if the original is only narrower than the requested width. */
  readonly isDamaged: boolean;
  /** The maximum number of pixels, if the image has more. */
  readonly maxPixels: number | undefined;

  constructor(message: string, { isDamaged, maxPixels }: { isDamaged: boolean; maxPixels?: number | undefined }) {
    super(message);
    this.isDamaged = isDamaged;
    this.maxPixels = maxPixels;
  }
}

/** The renderer process has ended; the request may be repeated. */
export class RendererLostError extends Error {
  override name = "RendererLostError";
}

export type RendererMessage = { id: number } & ({ image: RenderRequest } | { photo: PhotoRequest });
export type RendererReply = { id: number } & (
  | { result: RenderedFormats | Uint8Array }
  | { errorMessage: string; isDamaged: boolean; maxPixels?: number | undefined }
);

const IDLE_MS = 20_000;
/** Maximum resident memory of the process in bytes; enough for two of the largest originals at once. */
const MEMORY_LIMIT_BYTES = 1024 * 1024 * 1024;

type ProcessHandlers = { onReply: (reply: RendererReply) => void; onLoss: (reason: string) => void };

function startRendererProcess(memoryLimitBytes: number, { onReply, onLoss }: ProcessHandlers): ChildProcess {
  const child = fork(fileURLToPath(new URL("renderer-process.ts", import.meta.url)), [String(memoryLimitBytes)], {
    serialization: "advanced",
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Fewer malloc arenas reduce memory fragmentation. No secrets are passed to the process.
    env: { MALLOC_ARENA_MAX: "2", XDG_CACHE_HOME: tmpdir() },
  });
  child.on("message", onReply);
  child.on("error", (error) => onLoss(error.message));
  child.on("disconnect", () => onLoss("the renderer has disconnected"));
  child.on("exit", (code, signal) => onLoss(`the renderer ended with ${signal ?? code}`));
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  child.ref();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (child.connected) child.disconnect();
  await ended;
}

/** The requests without a reply, by id. */
class PendingRequests {
  readonly #requests = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  #nextId = 0;

  get isEmpty(): boolean {
    return this.#requests.size === 0;
  }

  /** @returns the id of the request and the promise of its result */
  add<T>(): { id: number; result: Promise<T> } {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const id = this.#nextId++;
    this.#requests.set(id, { resolve, reject });
    return { id, result: promise };
  }

  settle(reply: RendererReply): void {
    const request = this.#requests.get(reply.id);
    this.#requests.delete(reply.id);
    if ("result" in reply) request?.resolve(reply.result as never);
    else request?.reject(new RenderError(reply.errorMessage, reply));
  }

  rejectAll(error: Error): void {
    for (const { reject } of this.#requests.values()) reject(error);
    this.#requests.clear();
  }
}

/**
 * Starts a renderer in a process of its own, since image libraries permanently increase the memory of a process by 250
 * MB and may crash on a malformed file. The process starts with the first request, runs at low priority, ends when it
 * has been idle for `idleMs` milliseconds, and exits when it needs more than `memoryLimitBytes`.
 */
export function openRenderer({
  idleMs = IDLE_MS,
  memoryLimitBytes = MEMORY_LIMIT_BYTES,
}: { idleMs?: number; memoryLimitBytes?: number } = {}): Renderer & { pid(): number | undefined } {
  const pending = new PendingRequests();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const startIdleTimer = () => {
    if (!pending.isEmpty) return;
    // An idle renderer does not keep the parent process alive.
    child?.unref();
    child?.channel?.unref();
    idleTimer = setTimeout(() => {
      const idleChild = child;
      child = undefined;
      idleChild?.disconnect();
    }, idleMs);
    idleTimer.unref();
  };
  const startProcess = (): ChildProcess => {
    const rendererProcess = startRendererProcess(memoryLimitBytes, {
      onReply: (reply) => {
        pending.settle(reply);
        startIdleTimer();
      },
      onLoss: (reason) => {
        if (child !== rendererProcess) return;
        child = undefined;
        pending.rejectAll(new RendererLostError(reason));
      },
    });
    return rendererProcess;
  };
  const sendRequest = async <T>(payload: { image: RenderRequest } | { photo: PhotoRequest }): Promise<T> => {
    clearTimeout(idleTimer);
    if (isClosed) throw new RendererLostError("the renderer is closed");
    child ??= startProcess();
    child.ref();
    child.channel?.ref();
    const { id, result } = pending.add<T>();
    child.send({ id, ...payload } satisfies RendererMessage);
    return result;
  };

  return {
    render: (image) => sendRequest({ image }),
    reencodePhoto: (photo) => sendRequest({ photo }),
    close: async () => {
      clearTimeout(idleTimer);
      isClosed = true;
      if (child) await endProcess(child);
    },
    pid: () => child?.pid,
  };
}
