import type { Context } from "hono";
import { hasActiveSession } from "../account/sessions/service.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Customer, AppContext } from "../platform/http/endpoint.ts";
import { StreamLimit, streamEvents } from "../platform/http/event-stream.ts";
import { refusals } from "./schema.ts";
import { countUnread } from "./sql.ts";

/** For each customer. A browser opens one stream; a client that is refused polls instead. */
const limit = new StreamLimit(6);

/**
 * Streams the number of the customer's unread notifications, now and whenever it changes, as server-sent events. The
 * stream ends when the customer's session ends. Refuses `too_many_streams`.
 */
export function streamNotifications(c: Context, app: AppContext, customer: Customer): Response {
  const releaseStream = limit.reserve(app, String(customer.id));
  if (!releaseStream) throw refuse(refusals, "too_many_streams", { retryAfterSeconds: 60 });
  return streamEvents(c, ({ send, isOpen, end }) => {
    const sendUnread = async () => {
      try {
        if (await hasActiveSession(app.db, customer.sessionHash, app.clock.now()))
          await send({ event: "unread", data: String(await countUnread(app.db, customer.id)) });
        else end();
      } catch (error) {
        if (isOpen()) app.log.error("a stream of notifications failed", error);
        end();
      }
    };
    const unsubscribe = app.pubSub.subscribe(`customer:${customer.id}`, () => void sendUnread(), end);
    void sendUnread();
    return {
      onEnd: () => {
        unsubscribe();
        releaseStream();
      },
    };
  });
}
