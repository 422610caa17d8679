import { type Span, SpanKind } from "@opentelemetry/api";
import pg from "pg";
import type { Log } from "../log.ts";
import { isPoolExhausted } from "../db/database-errors.ts";
import { defineCounter, defineDurations, isMeasuring } from "./metrics.ts";
import { summarizeStatement } from "./statement-summary.ts";
import { getErrorType, isTracing, markFailed, startChildSpan } from "./tracing.ts";

/** The same statement is logged at most once in this time, in milliseconds. */
const LOG_INTERVAL_MS = 60_000;
/** Maximum number of statements whose last line is remembered. */
const MAX_REMEMBERED = 500;
/** Longer texts are logged each time, since 500 of them would need too much memory. */
const MAX_REMEMBERED_LENGTH = 10_000;
/** Longer texts, such as inserts of many rows, are cut in the log. */
const MAX_LOGGED_LENGTH = 4000;

const recordDuration = defineDurations(
  "furoshiki_db_statement_duration_seconds",
  "Duration of SQL statements by operation.",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
);
const countError = defineCounter(
  "furoshiki_db_errors_total",
  "Failed SQL statements and connections, by the class of the SQLSTATE; `connection` if the database did not answer, `pool` if no connection became free.",
  [{ class: "connection" }],
);

/** Writes statements that take long to the log. */
export type SlowStatementLog = (sql: string, ms: number) => void;

/**
 * Creates a log of statements that take `thresholdMs` or longer: their text, which has placeholders instead of values,
 * and the duration. A text is logged once a minute, with the number of lines that were left out since the last one, and
 * the longest of their durations.
 * @param now returns the time in ms
 */
export function createSlowStatementLog(
  log: Log,
  thresholdMs: number,
  now: () => number = () => performance.now(),
): SlowStatementLog {
  const remembered = new Map<string, { loggedAt: number; skipped: number; maxMs: number }>();
  return (sql, ms) => {
    if (ms < thresholdMs) return;
    const known = remembered.get(sql);
    if (known && now() - known.loggedAt < LOG_INTERVAL_MS) {
      known.skipped++;
      known.maxMs = Math.max(known.maxMs, ms);
      return;
    }
    if (sql.length <= MAX_REMEMBERED_LENGTH) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(sql, { loggedAt: now(), skipped: 0, maxMs: 0 });
    }
    log.info("slow statement", {
      ms: Math.round(ms),
      sql: sql.length > MAX_LOGGED_LENGTH ? `${sql.slice(0, MAX_LOGGED_LENGTH)}…` : sql,
      ...(known && known.skipped > 0 ? { skipped: known.skipped, max_skipped_ms: Math.round(known.maxMs) } : {}),
    });
  };
}

/**
 * Sends a statement, and records its duration and failure in metrics, in a span and in the log of slow statements.
 * Parameters are never recorded.
 * @param send returns the promise of the driver, or nothing if it calls back
 */
export function observeStatement<T>(sql: string, send: () => T, logSlow: SlowStatementLog | undefined): T {
  const isMeasured = isMeasuring();
  const span = isTracing() ? startStatementSpan(sql) : null;
  if (!isMeasured && !span && !logSlow) return send();
  const startedAt = performance.now();
  const result = send();
  const finish = (error: unknown) => {
    const ms = performance.now() - startedAt;
    logSlow?.(sql, ms);
    if (isMeasured) recordDuration(ms, { operation: summarizeStatement(sql).operation });
    if (isMeasured && error !== null) countDatabaseError(error);
    if (span && error !== null) markFailed(span, getErrorType(error));
    span?.end();
  };
  if (result instanceof Promise) result.then(() => finish(null), finish);
  else span?.end();
  return result;
}

function startStatementSpan(sql: string): Span | null {
  const { operation, text } = summarizeStatement(sql);
  return startChildSpan(text, {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.summary": text },
  });
}

/** Counts an error of a statement, or that the pool could give no connection for one. */
export function countDatabaseError(error: unknown): void {
  countError({ class: getErrorClass(error) });
}

/**
 * Returns the first two characters of the SQLSTATE, which name its class. Errors of the socket, such as EPIPE, have codes
 * that look alike.
 */
function getErrorClass(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code !== undefined) return error.code.slice(0, 2);
  return isPoolExhausted(error) ? "pool" : "connection";
}
