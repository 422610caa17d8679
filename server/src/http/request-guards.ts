import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import { getClientIp } from "../../../api/src/platform/http/endpoint.ts";
import { logSecurityEvent } from "../../../api/src/platform/audit/security-log.ts";
import { redactPath } from "../../../api/src/platform/http/redact-path.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { defineCounter } from "../../../api/src/platform/observability/metrics.ts";
import { getRequestTimeout } from "./request-timeout.ts";
import { SIGNATURE_HEADER } from "./storefront-signature.ts";

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Rejects methods that no part of the store supports. */
export const rejectUnknownMethods: MiddlewareHandler = async (c, next) => {
  if (knownMethods.has(c.req.method)) return next();
  return c.text("Method Not Allowed", 405, { allow: "GET, HEAD, POST" });
};

/** Allows only GET, HEAD, POST and OPTIONS for pages. */
export const allowPageMethods: MiddlewareHandler = async (c, next) => {
  const { method } = c.req;
  if (method === "GET" || method === "HEAD" || method === "POST") return next();
  const headers = { allow: "GET, HEAD, POST, OPTIONS" };
  return method === "OPTIONS" ? c.body(null, 204, headers) : c.text("Method Not Allowed", 405, headers);
};

/**
 * Rejects forms submitted from other sites (CSRF). Browsers send Sec-Fetch-Site or Origin with a POST; a client that
 * sends neither is not a browser and has no cookies that another site could abuse.
 */
export function requireSameOrigin(publicUrl: string, log: Log): MiddlewareHandler {
  return async (c, next) => {
    if (safeMethods.has(c.req.method)) return next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isSameOrigin =
      site === "same-origin" ||
      (site === undefined &&
        (origin === undefined ||
          [publicUrl, new URL(c.req.url).origin].includes(origin) ||
          getHost(origin) === c.req.header("host")));
    if (isSameOrigin) return next();
    const requestId = c.req.header("x-request-id") ?? "";
    logSecurityEvent(log, {
      kind: "csrf_refused",
      requestId,
      ipAddress: getClientIp(c),
      detail: redactPath(c.req.path),
    });
    return c.text("Forbidden: this form was sent from another site.", 403);
  };
}

/**
 * Rejects signed storefront requests that reach a storefront-only process: they mean that API_BASE_URL points to a
 * storefront, which would send requests to itself forever.
 */
export function rejectProxyLoops(log: Log): MiddlewareHandler {
  let isLogged = false;
  return async (c, next) => {
    if (c.req.header(SIGNATURE_HEADER) === undefined) return next();
    if (!isLogged)
      log.error("X-Storefront-Signature reached a storefront: if another sent it, its API_BASE_URL is not the API's");
    isLogged = true;
    return c.text("Loop Detected", 508);
  };
}

function getHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Starts measuring the event loop. @returns a function that returns the mean delay since its last call, in ms. */
function monitorEventLoop(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  return () => {
    const mean = histogram.mean / 1e6;
    histogram.reset();
    return mean;
  };
}

const LOAD_CHECK_INTERVAL_MS = 1000;
const countShedRequest = defineCounter(
  "furoshiki_http_requests_shed_total",
  "Requests that were answered with 503 because the process was overloaded.",
);

/**
 * Rejects requests with 503 while the process is overloaded: once a second, the mean event loop delay since the last
 * check decides about the requests of the next second.
 * @param maxDelayMs the highest accepted delay in milliseconds (`MAX_EVENT_LOOP_DELAY_MS`); 0 for no limit
 */
export function shedLoad(maxDelayMs: number, getDelayMs: () => number = monitorEventLoop()): MiddlewareHandler {
  let isOverloaded = false;
  setInterval(() => {
    isOverloaded = maxDelayMs > 0 && getDelayMs() > maxDelayMs;
  }, LOAD_CHECK_INTERVAL_MS).unref();
  return async (c, next) => {
    if (!isOverloaded || c.req.path === "/healthz") return next();
    countShedRequest();
    return c.text("Too many visitors at once. Please try again in a moment.", 503, { "retry-after": "2" });
  };
}

/** Responds with 503 to a request that takes too long, so that it does not keep its connection open. */
export const limitResponseTime: MiddlewareHandler = async (c, next) =>
  timeout(getRequestTimeout(c.req.header("content-length")), createTimeoutError)(c, next);

function createTimeoutError(): HTTPException {
  const headers = { "content-type": "text/plain; charset=UTF-8", "retry-after": "5" };
  return new HTTPException(503, { res: new Response("This takes too long. Please try again.", { headers }) });
}
