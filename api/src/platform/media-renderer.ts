import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { MediaFormat, MediaWidth } from "./media.ts";
import type { OriginalMime } from "./media-files.ts";

/** One width of an original in one or more formats. */
export type Order = {
  path: string;
  key: string;
  mime: OriginalMime;
  width: MediaWidth;
  formats: MediaFormat[];
  /** Nobody waits: spend more time for fewer bytes. */
  careful: boolean;
};

/** A photograph that a customer sent, to be encoded again from its pixels. */
export type PhotoOrder = { content: Uint8Array; longestSide: number };

export type Rendered = Partial<Record<MediaFormat, Buffer<ArrayBuffer>>>;

export type Renderer = {
  /** @throws CannotRender, RendererLost */
  render(order: Order): Promise<Rendered>;
  /** @returns a JPEG without metadata. @throws CannotRender, RendererLost */
  reencodePhoto(order: PhotoOrder): Promise<Uint8Array>;
  /** Ends the process; orders that run are lost. */
  close(): Promise<void>;
};

/** The original is broken, or (nothing to worry about) narrower than what is asked of it. */
export class CannotRender extends Error {
  override name = "CannotRender";
  readonly broken: boolean;
  /** Set if the picture has more pixels than this number allows. */
  readonly maxPixels: number | undefined;

  constructor(message: string, broken: boolean, maxPixels?: number) {
    super(message);
    this.broken = broken;
    this.maxPixels = maxPixels;
  }
}

/** The process that renders has ended; the order may be given again. */
export class RendererLost extends Error {
  override name = "RendererLost";
}

export type RendererRequest = { id: number } & ({ size: Order } | { photo: PhotoOrder });
export type Reply = { id: number } & (
  | { result: Rendered | Uint8Array }
  | { refused: string; broken: boolean; maxPixels?: number | undefined }
);

const IDLE_MS = 20_000;
/** Resident memory of the process, in bytes; two of the largest originals at once stay below it. */
const MEMORY_LIMIT_BYTES = 1024 * 1024 * 1024;

/**
 * Pictures are rendered in a process of their own: image libraries leave a process a quarter of a gigabyte larger
 * than they found it, and may fall over a bad file. It starts with the first order, stands behind the pages when
 * there is little to share, ends when nothing was asked for a while, and ends itself when it needs more than
 * `memoryLimit` bytes of memory.
 */
export function openRenderer({
  idleMs = IDLE_MS,
  memoryLimit = MEMORY_LIMIT_BYTES,
}: { idleMs?: number; memoryLimit?: number } = {}): Renderer & { pid(): number | undefined } {
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;
  let closed = false;

  const rest = () => {
    if (pending.size > 0) return;
    // A shop that has nothing else to do may end while the renderer idles.
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(() => {
      const resting = child;
      child = undefined;
      resting?.disconnect();
    }, idleMs);
    idle.unref();
  };
  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(new URL("media-renderer-process.ts", import.meta.url)), [String(memoryLimit)], {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Few arenas keep the memory of the C libraries from falling to pieces. Nothing secret goes along.
      env: { MALLOC_ARENA_MAX: "2", XDG_CACHE_HOME: tmpdir() },
    });
    started.on("message", (reply: Reply) => {
      const order = pending.get(reply.id);
      pending.delete(reply.id);
      if ("result" in reply) order?.resolve(reply.result as never);
      else order?.reject(new CannotRender(reply.refused, reply.broken, reply.maxPixels));
      rest();
    });
    const lost = (reason: string) => {
      if (child !== started) return;
      child = undefined;
      for (const order of pending.values()) order.reject(new RendererLost(reason));
      pending.clear();
    };
    started.on("error", (error) => lost(error.message));
    started.on("disconnect", () => lost("the renderer has let go"));
    started.on("exit", (code, signal) => lost(`the renderer ended with ${signal ?? code}`));
    return started;
  };

  const request = <T>(wanted: { size: Order } | { photo: PhotoOrder }) =>
    new Promise<T>((resolve, reject) => {
      clearTimeout(idle);
      if (closed) throw new RendererLost("the renderer is closed");
      child ??= start();
      child.ref();
      child.channel?.ref();
      const id = orders++;
      pending.set(id, { resolve, reject });
      child.send({ id, ...wanted } satisfies RendererRequest);
    });

  return {
    render: (size) => request({ size }),
    reencodePhoto: (photo) => request({ photo }),
    close: async () => {
      clearTimeout(idle);
      closed = true;
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
