import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { hasActiveSession } from "../account/sessions/service.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Customer, AppContext } from "../platform/http/endpoint.ts";
import { refusals } from "./schema.ts";
import { countUnread } from "./sql.ts";

/** For each process. A browser opens one stream; a client that is refused polls instead. */
const MAX_STREAMS_PER_CUSTOMER = 6;
/** Proxies close connections that send nothing. */
const HEARTBEAT_MS = 25_000;
/** The stream is closed after this time; the browser reconnects and is authenticated again. */
const MAX_DURATION_MS = 60 * 60 * 1000;
const RETRY_MS = 5000;

/** The number of open streams by the id of the customer. */
const streamCounts = new WeakMap<AppContext, Map<number, number>>();

/**
 * Streams the number of the customer's unread notifications, now and whenever it changes, as server-sent events. The
 * stream ends when the customer's session ends. Refuses `too_many_streams`.
 */
export function streamNotifications(c: Context, app: AppContext, customer: Customer): Response {
  const releaseStream = reserveStream(app, customer.id);
  const response = streamSSE(c, async (stream) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    stream.onAbort(end);
    const sendUnread = async () => {
      try {
        if (await hasActiveSession(app.db, customer.sessionHash, app.clock.now()))
          await stream.writeSSE({ event: "unread", data: String(await countUnread(app.db, customer.id)) });
        else end();
      } catch (error) {
        if (!stream.closed && !stream.aborted) app.log.error("a stream of notifications failed", error);
        end();
      }
    };
    const unsubscribe = app.pubSub.subscribe(`customer:${customer.id}`, () => void sendUnread(), end);
    const heartbeat = setInterval(() => void stream.write(":\n\n"), HEARTBEAT_MS).unref();
    const timeout = setTimeout(end, MAX_DURATION_MS).unref();
    void stream.write(`retry: ${RETRY_MS}\n\n`);
    void sendUnread();
    await ended;
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(timeout);
    releaseStream();
  });
  // Connection management belongs to the server, which closes each connection while it stops.
  for (const name of ["connection", "transfer-encoding"]) response.headers.delete(name);
  response.headers.set("cache-control", "no-store");
  // Tells proxies not to buffer the response.
  response.headers.set("x-accel-buffering", "no");
  return response;
}

/** Counts a new stream of a customer. @returns a function that counts its end. Refuses `too_many_streams`. */
function reserveStream(app: AppContext, customerId: number): () => void {
  const counts = streamCounts.get(app) ?? new Map<number, number>();
  streamCounts.set(app, counts);
  const count = counts.get(customerId) ?? 0;
  if (count >= MAX_STREAMS_PER_CUSTOMER) throw refuse(refusals, "too_many_streams", { retryAfterSeconds: 60 });
  counts.set(customerId, count + 1);
  return () => {
    const remaining = (counts.get(customerId) ?? 1) - 1;
    if (remaining > 0) counts.set(customerId, remaining);
    else counts.delete(customerId);
  };
}
