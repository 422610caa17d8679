import { hasSession } from "../account/session.ts";
import { refuse } from "../platform/errors.ts";
import type { Customer, House } from "../platform/http.ts";
import { refusals } from "./schema.ts";
import { countUnread } from "./sql.ts";

/** Browsers hold one stream each; whoever opens more than this in one process is asked to look now and then instead. */
const STREAMS_MAX = 6;
/** Proxies hang up on what says nothing. */
const HEARTBEAT_MS = 25_000;
/** Then the browser asks anew, and is looked at anew. */
const LASTS_MS = 60 * 60 * 1000;
const RETRY_MS = 5000;

const open = new WeakMap<House, Map<number, number>>();

/**
 * The number of a customer's unread notifications, now and whenever it changes, as server-sent events; it ends when his
 * session does. Refuses `too_many_streams`.
 */
export function streamNotifications(house: House, customer: Customer): Response {
  const counts = open.get(house) ?? new Map<number, number>();
  open.set(house, counts);
  const mine = counts.get(customer.id) ?? 0;
  if (mine >= STREAMS_MAX) throw refuse(refusals, "too_many_streams", { retryAfterSeconds: 60 });
  counts.set(customer.id, mine + 1);

  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      const finish = () => {
        stop();
        controller.close();
      };
      const unhear = house.news.hear(`customer:${customer.id}`, () => void tell(), finish);
      const heartbeat = setInterval(() => write(":\n\n"), HEARTBEAT_MS).unref();
      const end = setTimeout(finish, LASTS_MS).unref();
      let isOver = false;
      stop = () => {
        if (isOver) return;
        isOver = true;
        unhear();
        clearInterval(heartbeat);
        clearTimeout(end);
        const left = (counts.get(customer.id) ?? 1) - 1;
        if (left > 0) counts.set(customer.id, left);
        else counts.delete(customer.id);
      };
      const tell = async () => {
        try {
          const isLive = await hasSession(house.db, customer.sessionHash, house.clock.now());
          const unread = isLive ? await countUnread(house.db, customer.id) : 0;
          if (isOver) return;
          if (isLive) write(`event: unread\ndata: ${unread}\n\n`);
          else finish();
        } catch (error) {
          if (isOver) return;
          house.log.error("a stream of notifications failed", error);
          finish();
        }
      };
      write(`retry: ${RETRY_MS}\n\n`);
      void tell();
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // Proxies that collect an answer before they pass it on are asked not to.
      "x-accel-buffering": "no",
    },
  });
}
