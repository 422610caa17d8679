import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { MediaFormat, MediaWidth } from "./image-urls.ts";
import type { OriginalMime } from "./storage.ts";

/** A request for one width of an original in one or more formats. */
export type RenderRequest = {
  path: string;
  key: string;
  mime: OriginalMime;
  width: MediaWidth;
  formats: MediaFormat[];
  /** True for background work, which uses a higher encoding effort for smaller files. */
  isHighEffort: boolean;
};

/** A request to re-encode a photo of a customer. `longestSide` is in pixels. */
export type PhotoRequest = { content: Uint8Array; longestSide: number };

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

function forkRendererProcess(memoryLimitBytes: number): ChildProcess {
  return fork(fileURLToPath(new URL("renderer-process.ts", import.meta.url)), [String(memoryLimitBytes)], {
    serialization: "advanced",
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Fewer malloc arenas reduce memory fragmentation. No secrets are passed to the process.
    env: { MALLOC_ARENA_MAX: "2", XDG_CACHE_HOME: tmpdir() },
  });
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
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 0;
  let isClosed = false;

  const startIdleTimer = () => {
    if (pending.size > 0) return;
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
    const rendererProcess = forkRendererProcess(memoryLimitBytes);
    rendererProcess.on("message", (reply: RendererReply) => {
      const pendingRequest = pending.get(reply.id);
      pending.delete(reply.id);
      if ("result" in reply) pendingRequest?.resolve(reply.result as never);
      else pendingRequest?.reject(new RenderError(reply.errorMessage, reply));
      startIdleTimer();
    });
    const handleLoss = (reason: string) => {
      if (child !== rendererProcess) return;
      child = undefined;
      for (const pendingRequest of pending.values()) pendingRequest.reject(new RendererLostError(reason));
      pending.clear();
    };
    rendererProcess.on("error", (error) => handleLoss(error.message));
    rendererProcess.on("disconnect", () => handleLoss("the renderer has disconnected"));
    rendererProcess.on("exit", (code, signal) => handleLoss(`the renderer ended with ${signal ?? code}`));
    return rendererProcess;
  };

  const sendRequest = <T>(payload: { image: RenderRequest } | { photo: PhotoRequest }) =>
    new Promise<T>((resolve, reject) => {
      clearTimeout(idleTimer);
      if (isClosed) throw new RendererLostError("the renderer is closed");
      child ??= startProcess();
      child.ref();
      child.channel?.ref();
      const id = nextId++;
      pending.set(id, { resolve, reject });
      child.send({ id, ...payload } satisfies RendererMessage);
    });

  return {
    render: (image) => sendRequest({ image }),
    reencodePhoto: (photo) => sendRequest({ photo }),
    close: async () => {
      clearTimeout(idleTimer);
      isClosed = true;
      const closing = child;
      if (!closing) return;
      closing.ref();
      const ended = new Promise<void>((resolve) => closing.once("exit", () => resolve()));
      if (closing.connected) closing.disconnect();
      await ended;
    },
    pid: () => child?.pid,
  };
}
