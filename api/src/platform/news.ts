import { type Kysely, type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { Connection, Db } from "./db.ts";
import type { Log } from "./log.ts";

const CHANNEL = "news";
const PAUSES_MS = [1000, 2000, 5000, 15_000, 30_000];
/** A connection that only listens does not notice a server that fell silent: it asks this often, and waits so long. */
const CHECK_EVERY_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;

/** What one part of the shop tells the others, in every process: only that something about a topic is new. */
export type News = Readonly<{
  /** Calls `hear` when there is news of a topic, or may have been while the database was away. @returns how to stop. */
  hear: (topic: string, hear: () => void, onClose: () => void) => () => void;
  /** Ends everybody's hearing: the process stops. */
  close: () => Promise<void>;
}>;

/** Tells every process of a topic (`customer:17`); given a transaction, once that is through. */
export async function tellNews(db: Db | Kysely<unknown>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(db);
}

/** The same as a part of a statement, which tells for each row that it writes. */
export function newsOf(topic: RawBuilder<string>): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${topic})`;
}

type Hearer = { hear: () => void; onClose: () => void };

/** Listens over one connection for the whole process, from the first who wants to hear; a lost one is made again. */
export function openNews(
  connection: Connection,
  log: Log,
  { checkEveryMs = CHECK_EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS } = {},
): News {
  const hearers = new Map<string, Set<Hearer>>();
  let client: pg.Client | null = null;
  let isClosed = false;
  let failures = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let checks: ReturnType<typeof setInterval> | undefined;

  const tell = (topic: string | undefined) => {
    for (const hearer of hearers.get(topic ?? "") ?? []) hearer.hear();
  };
  const tellAll = () => {
    for (const topic of hearers.keys()) tell(topic);
  };
  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    clearInterval(checks);
    lost.end().catch(() => undefined);
    if (isClosed || hearers.size === 0) return;
    pause = setTimeout(connect, PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]).unref();
  };
  function connect(): void {
    if (client || isClosed) return;
    const made = new pg.Client({
      ...connection,
      application_name: "furoshiki-news",
      keepAlive: true,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    client = made;
    made.on("error", (error) => {
      log.info("the news of the database stopped", { reason: error.message });
      lose(made);
    });
    made.on("end", () => lose(made));
    made.on("notification", ({ payload }) => tell(payload));
    made
      .connect()
      .then(() => made.query(`listen ${CHANNEL}`))
      .then(() => {
        failures = 0;
        checks = setInterval(() => void made.query("select 1").catch(() => lose(made)), checkEveryMs).unref();
        // Something may have been told while nobody listened.
        tellAll();
      })
      .catch(() => lose(made));
  }

  return {
    hear(topic, hear, onClose) {
      const hearer = { hear, onClose };
      const others = hearers.get(topic) ?? new Set();
      hearers.set(topic, others.add(hearer));
      connect();
      return () => {
        others.delete(hearer);
        if (others.size === 0 && hearers.get(topic) === others) hearers.delete(topic);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(pause);
      clearInterval(checks);
      for (const { onClose } of [...hearers.values()].flatMap((some) => [...some])) onClose();
      hearers.clear();
      await client?.end();
    },
  };
}
