import type { Config } from "../../../api/src/platform/config.ts";
import { redactPath } from "../../../api/src/platform/http/redact-path.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { getTraceId } from "../../../api/src/platform/observability/request-scope.ts";

/** A request that was answered, or whose client disconnected before the response was complete. */
export type LoggedRequest = {
  method: string;
  /** The request target as the client sent it, including the query string. */
  target: string;
  /** The template of the route, such as `/v1/products/:slug`; null if none is known. */
  route: string | null;
  status: number;
  /** Duration in milliseconds. */
  ms: number;
  requestId: string;
  traceparent: string;
  isAborted: boolean;
};

/** Static files and health checks: frequent, and not worth a log line. */
const unloggedPaths = /^\/(?:assets\/|admin\/assets\/|healthz$|readyz$)/;
/** Returns whether requests are logged: as ACCESS_LOG says, otherwise unless stdout is a terminal. */
export function isAccessLogEnabled({ accessLog }: Pick<Config, "accessLog">): boolean {
  return accessLog ?? !process.stdout.isTTY;
}

/**
 * Writes one log line for a request: method, path, status, duration in milliseconds, request id and trace id. The query
 * string (it may contain an email or a token), codes in the path and the client's IP address are left out.
 */
export function logRequest(log: Log, request: LoggedRequest): void {
  const path = redactPath(request.target);
  if (unloggedPaths.test(path) && request.status < 500) return;
  log.info("request", {
    method: request.method,
    path,
    status: request.status,
    ms: Math.round(request.ms),
    request: request.requestId,
    trace: getTraceId(request.traceparent),
    ...(request.isAborted ? { aborted: true } : {}),
  });
}
