import { z } from "zod";

/** How a part of the store does: `warning` needs a look, `problem` needs somebody to act. */
const state = z.enum(["ok", "warning", "problem"]);
export type HealthState = z.infer<typeof state>;

const time = z.iso.datetime();

const database = z.object({
  state,
  /** The version of PostgreSQL. */
  version: z.string(),
  size_bytes: z.int(),
  /** The name of the latest migration, and how many have been applied. */
  migration: z.string(),
  migrations: z.int(),
  /** Replicas that stream from this server, with their delay; null if it is not known. */
  replicas: z.array(z.object({ name: z.string(), lag_seconds: z.number().nullable() })),
  /** The replica that this process reads from (DATABASE_READ_URL), and by how much it is behind; null if there is none. */
  read_replica: z.object({ is_used: z.boolean(), lag_seconds: z.number() }).nullable(),
});

const processItem = z.object({
  id: z.string(),
  role: z.enum(["all", "api", "web", "admin", "worker", "gateway", "migrate"]),
  /** The id of its build. */
  build: z.string(),
  host: z.string(),
  pid: z.int(),
  started_at: time,
  last_seen_at: time,
  /** Whether it was not seen for longer than it should have been. */
  is_missing: z.boolean(),
  /** Whether it has answered this request. */
  is_current: z.boolean(),
  /** By how many seconds its clock is ahead of that of the database, or behind it (negative), if it differs too much. */
  wrong_clock_seconds: z.int().nullable(),
});
/** `reason` says why the state is not `ok`. */
const processes = z.object({
  state,
  reason: z.enum(["no_worker", "wrong_clock", "missing", "different_builds"]).nullable(),
  items: z.array(processItem),
});

const queue = z.object({
  name: z.string(),
  state,
  waiting: z.int(),
  retrying: z.int(),
  active: z.int(),
  failed: z.int(),
  /** Since when the oldest job that is due waits. */
  due_since: time.nullable(),
});

/** The state of the store, for staff. A part is null if the process that answered does not have it. */
export const systemHealth = z
  .object({
    as_of: time,
    /** The worst state of all parts. */
    state,
    database,
    processes,
    /** `queues` has those with jobs or with a state that is not `ok`; `count` is the number of all. */
    jobs: z.object({ state, count: z.int(), queues: z.array(queue) }),
    /** At most 10,000 emails are counted. */
    emails: z.object({ state, waiting: z.int(), failed: z.int(), oldest_at: time.nullable() }),
    /** The disk of DATA_DIR; null if the files are in a bucket. */
    disk: z.object({ state, free_bytes: z.int(), total_bytes: z.int() }).nullable(),
    /** When the payments were last compared with the providers; null if never in the last days. */
    reconciliation: z.object({ state, last_at: time.nullable() }),
    /** Notifications of payment providers that could not be processed yet. */
    webhooks: z.object({ state, unprocessed: z.int(), oldest_at: time.nullable() }),
    response_cache: z.object({ state, entries: z.int(), bytes: z.int(), max_bytes: z.int() }).nullable(),
    /** What the processes share beside the database; null if they share nothing there. `reason` says why it is not `ok`. */
    valkey: z
      .object({
        state,
        reason: z.enum(["not_connected", "policy"]).nullable(),
        is_connected: z.boolean(),
        /** Since when it is connected, or not. */
        since: time,
        /** Why it is not connected. */
        error: z.string().nullable(),
        /** `max_bytes` is null if there is no limit; `policy` decides what is removed at the limit. */
        memory: z.object({ used_bytes: z.int(), max_bytes: z.int().nullable(), policy: z.string() }).nullable(),
      })
      .nullable(),
    /** The keys of settings with an invalid value, whose defaults are used. */
    settings: z.object({ state, invalid: z.array(z.string()) }),
  })
  .meta({ id: "SystemHealth" });
export type SystemHealth = z.infer<typeof systemHealth>;
