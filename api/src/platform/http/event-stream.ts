import type { Context } from "hono";
import { type SSEMessage, streamSSE } from "hono/streaming";

/** Proxies close connections that send nothing. */
const HEARTBEAT_MS = 25_000;
/** The stream is closed after this time; the browser reconnects and is authenticated again. */
const MAX_DURATION_MS = 60 * 60 * 1000;
const RETRY_MS = 5000;

export type EventStream = Readonly<{
  /** Sends an event, unless the client has closed the connection. */
  send: (message: SSEMessage) => Promise<void>;
  /** Whether the client can still receive something. */
  isOpen: () => boolean;
  /** Ends the stream. */
  end: () => void;
}>;

type StreamHandlers = Readonly<{
  /** Called with every heartbeat. */
  onHeartbeat?: () => void;
  /** Called once, when the stream has ended. */
  onEnd: () => void;
}>;

/**
 * Answers a request with a stream of server-sent events, with a heartbeat.
 * @param open subscribes to what the stream sends
 */
export function streamEvents(c: Context, open: (stream: EventStream) => StreamHandlers): Response {
  const response = streamSSE(c, async (stream) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    stream.onAbort(end);
    const isOpen = () => !stream.aborted && !stream.closed;
    const send = async (message: SSEMessage) => {
      if (isOpen()) await stream.writeSSE(message);
    };
    void stream.write(`retry: ${RETRY_MS}\n\n`);
    const { onHeartbeat, onEnd } = open({ send, isOpen, end });
    const heartbeat = setInterval(() => {
      void stream.write(":\n\n");
      onHeartbeat?.();
    }, HEARTBEAT_MS).unref();
    const timeout = setTimeout(end, MAX_DURATION_MS).unref();
    await ended;
    clearInterval(heartbeat);
    clearTimeout(timeout);
    onEnd();
  });
  // Connection management belongs to the server, which closes each connection while it stops.
  for (const name of ["connection", "transfer-encoding"]) response.headers.delete(name);
  response.headers.set("cache-control", "no-store");
  // Tells proxies not to buffer the response.
  response.headers.set("x-accel-buffering", "no");
  return response;
}

/** Limits the open streams of each client of a process. */
export class StreamLimit {
  readonly #max: number;
  readonly #counts = new WeakMap<object, Map<string, number>>();

  /** @param max the number of streams that a client may have open */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts a new stream of a client.
   * @param process identifies the process
   * @returns a function that counts its end; null if the client has too many
   */
  reserve(process: object, client: string): (() => void) | null {
    const counts = this.#counts.get(process) ?? new Map<string, number>();
    this.#counts.set(process, counts);
    const count = counts.get(client) ?? 0;
    if (count >= this.#max) return null;
    counts.set(client, count + 1);
    return () => {
      const remaining = (counts.get(client) ?? 1) - 1;
      if (remaining > 0) counts.set(client, remaining);
      else counts.delete(client);
    };
  }
}
