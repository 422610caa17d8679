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
export function streamNotifications(app: AppContext, customer: Customer): Response {
  const counts = streamCounts.get(app) ?? new Map<number, number>();
  streamCounts.set(app, counts);
  const current = counts.get(customer.id) ?? 0;
  if (current >= MAX_STREAMS_PER_CUSTOMER) throw refuse(refusals, "too_many_streams", { retryAfterSeconds: 60 });
  counts.set(customer.id, current + 1);

  let cleanUp = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      const finish = () => {
        cleanUp();
        controller.close();
      };
      const unsubscribe = app.pubSub.subscribe(`customer:${customer.id}`, () => void sendUnread(), finish);
      const heartbeat = setInterval(() => write(":\n\n"), HEARTBEAT_MS).unref();
      const timeout = setTimeout(finish, MAX_DURATION_MS).unref();
      let isClosed = false;
      cleanUp = () => {
        if (isClosed) return;
        isClosed = true;
        unsubscribe();
        clearInterval(heartbeat);
        clearTimeout(timeout);
        const remaining = (counts.get(customer.id) ?? 1) - 1;
        if (remaining > 0) counts.set(customer.id, remaining);
        else counts.delete(customer.id);
      };
      const sendUnread = async () => {
        try {
          const isSessionActive = await hasActiveSession(app.db, customer.sessionHash, app.clock.now());
          const unread = isSessionActive ? await countUnread(app.db, customer.id) : 0;
          if (isClosed) return;
          if (isSessionActive) write(`event: unread\ndata: ${unread}\n\n`);
          else finish();
        } catch (error) {
          if (isClosed) return;
          app.log.error("a stream of notifications failed", error);
          finish();
        }
      };
      write(`retry: ${RETRY_MS}\n\n`);
      void sendUnread();
    },
    cancel: () => cleanUp(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // Tells proxies not to buffer the response.
      "x-accel-buffering": "no",
    },
  });
}
