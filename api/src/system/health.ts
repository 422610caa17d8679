import { statfs } from "node:fs/promises";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Replica } from "../platform/db/replica.ts";
import { getQueueStates, type QueueState } from "../platform/jobs/queue-states.ts";
import { countUnsentEmails } from "../platform/mail/sql.ts";
import { type AnySetting, listInvalidSettings } from "../platform/settings/settings.ts";
import type { HealthState, SystemHealth } from "./admin-schema.ts";
import { MAX_SILENCE_SECONDS } from "./sql.ts";
import { describeValkey } from "./valkey-health.ts";
import { findOldestUnsentEmail, listProcesses, type ProcessRow, readDatabase, readPayments } from "./admin-sql.ts";

const MINUTE_MS = 60_000;
/** More unsent emails are not counted. */
const MAX_EMAILS = 10_000;
/** Signatures between processes are valid for two minutes; a worker whose clock is ten minutes wrong runs no jobs. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 60;
const MAX_REPLICA_LAG_SECONDS = 30;
/** Jobs that are due wait for less than this, unless the worker is too slow or stands still. */
const LATE_JOB_MS = 5 * MINUTE_MS;
const VERY_LATE_JOB_MS = 15 * MINUTE_MS;
const LATE_EMAIL_MS = 15 * MINUTE_MS;
/** Payments are reconciled every minute. */
const LATE_RECONCILIATION_MS = 5 * MINUTE_MS;
/** Notifications are processed when they arrive, and again by the reconciliation. */
const LATE_WEBHOOK_MS = 5 * MINUTE_MS;
const GIGABYTE = 1024 ** 3;
/** Shares of the disk that should be free; less is a warning, much less a problem. */
const FREE_SHARE = { warning: 0.15, problem: 0.05 };

/**
 * Returns how the store does: what its processes, its database and its disk report, each with a state.
 * @param settings those whose values are checked
 */
export async function getSystemHealth(
  {
    db,
    config,
    processStatus,
    readReplica,
    valkey,
  }: Pick<AppContext, "db" | "config" | "processStatus" | "readReplica" | "valkey">,
  settings: readonly AnySetting[],
): Promise<SystemHealth> {
  // The times are those of the database and of the process, not of a test that sets the clock.
  const now = new Date();
  const [database, processes, queues, emails, oldestEmail, payments, invalid, disk, valkeyHealth] = await Promise.all([
    readDatabase(db),
    listProcesses(db),
    getQueueStates(db),
    countUnsentEmails(db, MAX_EMAILS),
    findOldestUnsentEmail(db),
    readPayments(db),
    listInvalidSettings(db, settings),
    // With a bucket, DATA_DIR has nothing but copies, often on a small disk in memory.
    config.s3 ? null : statfs(config.dataDir),
    valkey ? describeValkey(valkey) : null,
  ]);
  const parts = {
    database: describeDatabase(database, readReplica?.monitor),
    processes: describeProcesses(processes, processStatus?.record.id),
    jobs: describeJobs(queues ?? [], now),
    emails: describeEmails(emails, oldestEmail, now),
    disk: disk && describeDisk({ freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }),
    reconciliation: describeReconciliation(payments.lastReconciledAt, now),
    webhooks: {
      state: isOlder(payments.oldestEventAt, LATE_WEBHOOK_MS, now) ? ("problem" as const) : ("ok" as const),
      unprocessed: payments.unprocessed,
      oldest_at: payments.oldestEventAt?.toISOString() ?? null,
    },
    valkey: valkeyHealth,
    settings: {
      state: invalid.length > 0 ? ("warning" as const) : ("ok" as const),
      invalid: invalid.map(({ key }) => key),
    },
  };
  const cache = processStatus?.getResponseCache() ?? null;
  return {
    as_of: now.toISOString(),
    state: findWorst(Object.values(parts).flatMap((part) => part?.state ?? [])),
    ...parts,
    response_cache: cache && {
      state: "ok",
      entries: cache.entries,
      bytes: Math.round(cache.bytes),
      max_bytes: cache.maxBytes,
    },
  };
}

function findWorst(states: readonly HealthState[]): HealthState {
  return (["problem", "warning"] as const).find((state) => states.includes(state)) ?? "ok";
}

function isOlder(time: Date | null, ageMs: number, now: Date): boolean {
  return time !== null && now.getTime() - time.getTime() > ageMs;
}

function describeDatabase(
  { version, sizeBytes, ...row }: Awaited<ReturnType<typeof readDatabase>>,
  readReplica: Replica["monitor"] | undefined,
): SystemHealth["database"] {
  const isLate = row.replicas.some(({ lag_seconds }) => (lag_seconds ?? 0) > MAX_REPLICA_LAG_SECONDS);
  const isUnused = readReplica !== undefined && readReplica.reason !== null;
  return {
    state: isLate || isUnused ? "warning" : "ok",
    // "18.4 (Debian 18.4-1)"
    version: version.split(" ")[0] ?? version,
    size_bytes: sizeBytes,
    ...row,
    read_replica: readReplica ? { is_used: !isUnused, lag_seconds: readReplica.lagSeconds } : null,
  };
}

function describeProcesses(rows: readonly ProcessRow[], currentId: string | undefined): SystemHealth["processes"] {
  const items = rows.map(({ startedAt, lastSeenAt, ageSeconds, clockDifferenceSeconds, ...row }) => ({
    ...row,
    started_at: startedAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_missing: ageSeconds > MAX_SILENCE_SECONDS,
    is_current: row.id === currentId,
    wrong_clock_seconds: getWrongClock(clockDifferenceSeconds),
  }));
  const running = items.filter((item) => !item.is_missing);
  const hasWorker = running.some(({ role }) => role === "worker" || role === "all");
  if (!hasWorker) return { state: "problem", reason: "no_worker", items };
  if (running.some((item) => item.wrong_clock_seconds !== null))
    return { state: "problem", reason: "wrong_clock", items };
  if (running.length < items.length) return { state: "warning", reason: "missing", items };
  const hasOneBuild = new Set(running.map(({ build }) => build)).size === 1;
  return hasOneBuild ? { state: "ok", reason: null, items } : { state: "warning", reason: "different_builds", items };
}

/** Returns by how many seconds a clock is wrong; null if it is right enough, or not known. */
function getWrongClock(differenceSeconds: number | null): number | null {
  if (differenceSeconds === null || Math.abs(differenceSeconds) <= MAX_CLOCK_DIFFERENCE_SECONDS) return null;
  return Math.round(differenceSeconds);
}

function describeJobs(states: readonly QueueState[], now: Date): SystemHealth["jobs"] {
  const queues = states.map(({ queue: name, waiting, retrying, active, failed, dueSince }) => ({
    ...{ name, waiting, retrying, active, failed, due_since: dueSince?.toISOString() ?? null },
    state: getQueueState(dueSince, failed, now),
  }));
  return {
    state: findWorst(queues.map(({ state }) => state)),
    count: queues.length,
    queues: queues.filter(({ state, waiting, retrying, active }) => state !== "ok" || waiting + retrying + active > 0),
  };
}

function getQueueState(dueSince: Date | null, failed: number, now: Date): HealthState {
  if (isOlder(dueSince, VERY_LATE_JOB_MS, now)) return "problem";
  return isOlder(dueSince, LATE_JOB_MS, now) || failed > 0 ? "warning" : "ok";
}

function describeEmails(
  { waiting, failed }: { waiting: number; failed: number },
  oldest: Date | null,
  now: Date,
): SystemHealth["emails"] {
  const isLate = isOlder(oldest, LATE_EMAIL_MS, now);
  const state = failed > 0 ? "problem" : isLate ? "warning" : "ok";
  return { state, waiting, failed, oldest_at: oldest?.toISOString() ?? null };
}

/** Judges the free space of a disk: a large one may have little of it free, a small one needs a gigabyte. */
export function describeDisk({
  freeBytes,
  totalBytes,
}: {
  freeBytes: number;
  totalBytes: number;
}): NonNullable<SystemHealth["disk"]> {
  const share = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  const isBelow = (limit: number, bytes: number) => freeBytes < bytes || (share < limit && freeBytes < 20 * bytes);
  const state = isBelow(FREE_SHARE.problem, GIGABYTE)
    ? "problem"
    : isBelow(FREE_SHARE.warning, 2 * GIGABYTE)
      ? "warning"
      : "ok";
  return { state, free_bytes: freeBytes, total_bytes: totalBytes };
}

function describeReconciliation(lastAt: Date | null, now: Date): SystemHealth["reconciliation"] {
  const state = lastAt === null ? "warning" : isOlder(lastAt, LATE_RECONCILIATION_MS, now) ? "problem" : "ok";
  return { state, last_at: lastAt?.toISOString() ?? null };
}
