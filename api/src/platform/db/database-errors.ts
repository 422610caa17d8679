import { getSqlState } from "./database.ts";

/** Returns whether a request contained text that PostgreSQL cannot store, such as a null character. */
export function isInvalidTextError(error: unknown): boolean {
  return ["22021", "22P05"].includes(getSqlState(error) ?? "");
}

const connectionErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/**
 * Describes why the database cannot serve requests, in one line for the log; null for other errors. These requests get
 * 503 and may be retried; any other database error is a bug.
 */
export function describeDatabaseOutage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "53100" || code === "ENOSPC") return `the disk of the database is full: ${error.message}`;
  if (code === "42P01" || code === "42703") {
    return `the database lacks what this version needs (${error.message}): were its tables changed by hand, or by another version?`;
  }
  return isConnectionLost(error) ? `the database is out of reach: ${error.message}` : null;
}

/** Returns whether a server cannot be reached, or has closed the connection. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    connectionErrorCodes.has(code) ||
    code.startsWith("08") ||
    // The last: a transaction whose connection was lost cannot be rolled back, and the driver says only that.
    /Connection terminated|timeout expired|not queryable/.test(error.message)
  );
}

/** Returns whether no connection of the pool became free in time: the database works, but is overloaded. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Returns whether the database cannot serve a request at the moment: it is unavailable, or the pool is exhausted. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return describeDatabaseOutage(error) !== null || isPoolExhausted(error);
}
