import type { Context } from "hono";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { StreamLimit, streamEvents } from "../../platform/http/event-stream.ts";
import type { AdminEnv, StaffSession } from "../admin-endpoint.ts";
import type { Permission } from "../permissions.ts";
import { getSessionToken } from "../session-cookie.ts";
import { findOpenSession } from "../sessions.ts";
import { refusals, type StaffEvent } from "./admin-schema.ts";
import { STAFF_EVENTS_TOPIC } from "./staff-event.ts";

/** For each session. A tab that is refused tries again later. With HTTP/1.1 a browser opens six connections at most. */
const limit = new StreamLimit(4);
/** If a client reads slowly and more events wait, it reloads its data instead. */
const MAX_WAITING_EVENTS = 200;

/** The permission that is needed to hear of changes of a kind of record; events of other kinds are not sent. */
const readPermissions: Readonly<Record<string, Permission>> = {
  order: "orders:read",
  shipment: "orders:read",
  return: "orders:read",
  review: "reviews:moderate",
  question: "reviews:moderate",
};

/** Messages may have been missed: the page reloads its data. */
const SYNC: StaffEvent = { kind: "sync", id: null, actor_id: null };

/**
 * Streams which records change, as server-sent events without their content. The stream ends when the session ends.
 * Refuses `unauthenticated` and `too_many_streams`.
 */
export function streamStaffEvents(c: Context<AdminEnv>, app: AppContext, session: StaffSession): Response {
  const token = getSessionToken(c, app.config);
  if (token === null) throw refuse(commonRefusals, "unauthenticated");
  const findSession = async () => findOpenSession(app, token);
  const releaseStream = limit.reserve(app, session.sessionId);
  if (!releaseStream) throw refuse(refusals, "too_many_streams", { retryAfterSeconds: 30 });
  return streamEvents(c, ({ send, end }) => {
    const feed = new EventFeed(session, findSession, {
      write: async (events) => send({ data: JSON.stringify(events) }),
      end,
      onError: (error) => app.log.error("a stream of staff events failed", error),
    });
    const unsubscribe = app.pubSub.subscribe(STAFF_EVENTS_TOPIC, (content) => void feed.receive(content), end);
    return {
      // The session may have expired.
      onHeartbeat: () => void feed.checkSession(),
      onEnd: () => {
        unsubscribe();
        releaseStream();
      },
    };
  });
}

type FeedOutput = Readonly<{
  write: (events: readonly StaffEvent[]) => Promise<void>;
  end: () => void;
  onError: (error: unknown) => void;
}>;

/** Chooses the events that a session may receive, and writes those that wait in one message. */
class EventFeed {
  #session: StaffSession;
  readonly #findSession: () => Promise<StaffSession | null>;
  readonly #output: FeedOutput;
  readonly #waiting = new Map<string, StaffEvent>();
  #isWriting = false;

  constructor(session: StaffSession, findSession: () => Promise<StaffSession | null>, output: FeedOutput) {
    this.#session = session;
    this.#findSession = findSession;
    this.#output = output;
  }

  /** @param content of a published message; null if messages may have been missed */
  async receive(content: string | null): Promise<void> {
    const event = content === null ? SYNC : (JSON.parse(content) as StaffEvent);
    if (this.#canChangeSession(event)) await this.checkSession();
    if (this.#isForSession(event)) await this.#send(event);
  }

  /** Ends the stream if its session has ended; otherwise renews the permissions. */
  async checkSession(): Promise<void> {
    try {
      const session = await this.#findSession();
      if (session) this.#session = session;
      else this.#output.end();
    } catch (error) {
      // The database may be unavailable: the permissions are unknown.
      this.#output.onError(error);
      this.#output.end();
    }
  }

  #canChangeSession({ kind, id }: StaffEvent): boolean {
    const isOfPerson = id === null || id === String(this.#session.staff.id);
    return kind === "sync" || kind === "role" || ((kind === "session" || kind === "staff") && isOfPerson);
  }

  #isForSession({ kind, id }: StaffEvent): boolean {
    if (kind === "sync") return true;
    // Which tasks a person may see depends on the kind of the task; the page loads only those.
    if (kind === "task") return true;
    if (kind === "notification") return id === String(this.#session.staff.id);
    const subjectKind = kind === "presence" ? (id?.split(":")[0] ?? "") : kind;
    const permission = readPermissions[subjectKind];
    return permission !== undefined && this.#session.permissions.has(permission);
  }

  async #send(event: StaffEvent): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING_EVENTS) {
      this.#waiting.clear();
      this.#waiting.set("sync", SYNC);
    } else this.#waiting.set(`${event.kind} ${event.id} ${event.actor_id}`, event);
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#waiting.size > 0) {
      const events = [...this.#waiting.values()];
      this.#waiting.clear();
      await this.#output.write(events);
    }
    this.#isWriting = false;
  }
}
