import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { AdminEnv, StaffSession } from "../admin-endpoint.ts";
import type { Permission } from "../permissions.ts";
import { getSessionToken } from "../session-cookie.ts";
import { findOpenSession } from "../sessions.ts";
import { refusals, type StaffEvent } from "./admin-schema.ts";
import { STAFF_EVENTS_TOPIC } from "./staff-event.ts";

/** For each process. A tab that is refused tries again later. With HTTP/1.1 a browser opens six connections at most. */
const MAX_STREAMS_PER_SESSION = 4;
/** Proxies close connections that send nothing. The session is checked as often. */
const HEARTBEAT_MS = 25_000;
/** The stream is closed after this time; the browser reconnects. */
const MAX_DURATION_MS = 60 * 60 * 1000;
const RETRY_MS = 5000;
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

/** The number of open streams by the id of the session. */
const streamCounts = new WeakMap<AppContext, Map<string, number>>();

/**
 * Streams which records change, as server-sent events without their content. The stream ends when the session ends.
 * Refuses `unauthenticated` and `too_many_streams`.
 */
export function streamStaffEvents(c: Context<AdminEnv>, app: AppContext, session: StaffSession): Response {
  const token = getSessionToken(c, app.config);
  if (token === null) throw refuse(commonRefusals, "unauthenticated");
  const findSession = async () => findOpenSession(app, token);
  const releaseStream = reserveStream(app, session.sessionId);
  const response = streamSSE(c, async (stream) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    stream.onAbort(end);
    const feed = new EventFeed(session, findSession, {
      write: async (events) => {
        if (!stream.aborted && !stream.closed) await stream.writeSSE({ data: JSON.stringify(events) });
      },
      end,
      onError: (error) => app.log.error("a stream of staff events failed", error),
    });
    const unsubscribe = app.pubSub.subscribe(STAFF_EVENTS_TOPIC, (content) => void feed.receive(content), end);
    const heartbeat = setInterval(() => {
      void stream.write(":\n\n");
      void feed.checkSession();
    }, HEARTBEAT_MS).unref();
    const timeout = setTimeout(end, MAX_DURATION_MS).unref();
    void stream.write(`retry: ${RETRY_MS}\n\n`);
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

/** Counts a new stream of a session. @returns a function that counts its end. Refuses `too_many_streams`. */
function reserveStream(app: AppContext, sessionId: string): () => void {
  const counts = streamCounts.get(app) ?? new Map<string, number>();
  streamCounts.set(app, counts);
  const count = counts.get(sessionId) ?? 0;
  if (count >= MAX_STREAMS_PER_SESSION) throw refuse(refusals, "too_many_streams", { retryAfterSeconds: 30 });
  counts.set(sessionId, count + 1);
  return () => {
    const remaining = (counts.get(sessionId) ?? 1) - 1;
    if (remaining > 0) counts.set(sessionId, remaining);
    else counts.delete(sessionId);
  };
}
