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

export type Rendered = Partial<Record<MediaFormat, Buffer<ArrayBuffer>>>;

export type Renderer = {
  /** @throws CannotRender, RendererLost */
  render(order: Order): Promise<Rendered>;
  /** Ends the process; orders that run are lost. */
  close(): Promise<void>;
};

/** The original is broken, or (nothing to worry about) narrower than what is asked of it. */
export class CannotRender extends Error {
  override name = "CannotRender";
  readonly broken: boolean;

  constructor(message: string, broken: boolean) {
    super(message);
    this.broken = broken;
  }
}

/** The process that renders has ended; the order may be given again. */
export class RendererLost extends Error {
  override name = "RendererLost";
}

export type Reply = { id: number } & ({ rendered: Rendered } | { refused: string; broken: boolean });

const IDLE_MS = 20_000;

/**
 * Pictures are rendered in a process of their own: image libraries leave a process a quarter of a gigabyte larger
 * than they found it, and may fall over a bad file. It starts with the first order, stands behind the pages when
 * there is little to share, and ends when nothing was asked for a while.
 */
export function openRenderer({ idleMs = IDLE_MS }: { idleMs?: number } = {}): Renderer & { pid(): number | undefined } {
  const pending = new Map<number, { resolve: (rendered: Rendered) => void; reject: (error: Error) => void }>();
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
    const started = fork(fileURLToPath(new URL("media-renderer-process.ts", import.meta.url)), {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Few arenas keep the memory of the C libraries from falling to pieces. Nothing secret goes along.
      env: { MALLOC_ARENA_MAX: "2", XDG_CACHE_HOME: tmpdir() },
    });
    started.on("message", (reply: Reply) => {
      const order = pending.get(reply.id);
      pending.delete(reply.id);
      if ("rendered" in reply) order?.resolve(reply.rendered);
      else order?.reject(new CannotRender(reply.refused, reply.broken));
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

  return {
    render: (order) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        if (closed) throw new RendererLost("the renderer is closed");
        child ??= start();
        child.ref();
        child.channel?.ref();
        const id = orders++;
        pending.set(id, { resolve, reject });
        child.send({ id, ...order });
      }),
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
