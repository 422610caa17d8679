import type { Config } from "../../api/src/platform/config.ts";
import type { Log } from "../../api/src/platform/log.ts";

/** A request that was answered, or whose client left before that. */
export type AnsweredRequest = {
  method: string;
  /** As the client sent it, with the query. */
  target: string;
  status: number;
  ms: number;
  requestId: string;
  traceparent: string | null;
  isAborted: boolean;
};

/** Files of the build and health checks: many, and nothing happens in them that a line would explain. */
const unlogged = /^\/(?:assets\/|healthz$|readyz$)/;
/** The one segment after these is worth money or opens somebody's page. */
const secretSegment = /(\/(?:promo|certificates|certificates\/printed)\/)(?!balance$|printed\/)[^/]+/;

/** Whether requests are logged: as ACCESS_LOG says, otherwise unless a person reads the log on a terminal. */
export function isAccessLogged({ accessLog }: Pick<Config, "accessLog">): boolean {
  return accessLog ?? !process.stdout.isTTY;
}

/**
 * Writes one line for a request: method, path, status, milliseconds, request id, trace id. Neither the query, which may hold
 * an email or a token, nor codes in the path, nor the client's address.
 */
export function logRequest(log: Log, request: AnsweredRequest): void {
  const path = loggedPath(request.target);
  if (unlogged.test(path) && request.status < 500) return;
  log.info("request", {
    method: request.method,
    path,
    status: request.status,
    ms: Math.round(request.ms),
    request: request.requestId,
    ...(request.traceparent ? { trace: request.traceparent.split("-")[1] } : {}),
    ...(request.isAborted ? { aborted: true } : {}),
  });
}

/** The path without its query and without secrets. @param target of the request line, a path or a whole URL */
export function loggedPath(target: string): string {
  const [path = ""] = target.replace(/^https?:\/\/[^/]*/, "").split(/[?#]/, 1);
  return path.replace(secretSegment, "$1***");
}
