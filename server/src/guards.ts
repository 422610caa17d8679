import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { clientIp } from "../../api/src/platform/http.ts";
import { logSecurityEvent } from "../../api/src/platform/security-log.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { SIGNATURE_HEADER } from "./storefront-signature.ts";

const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** A method that no part of the shop knows. */
export const knownMethods: MiddlewareHandler = async (c, next) => {
  if (known.has(c.req.method)) return next();
  return c.text("Method Not Allowed", 405, { allow: "GET, HEAD, POST" });
};

/** Pages are read and posted to, nothing else. */
export const pageMethods: MiddlewareHandler = async (c, next) => {
  const { method } = c.req;
  if (method === "GET" || method === "HEAD" || method === "POST") return next();
  const headers = { allow: "GET, HEAD, POST, OPTIONS" };
  return method === "OPTIONS" ? c.body(null, 204, headers) : c.text("Method Not Allowed", 405, headers);
};

/**
 * A form of another site must not act with a shopper's cookie. Browsers say where a post comes from;
 * a program that says nothing has no cookie that was not its own to send.
 */
export function sameOrigin(publicUrl: string, log: Log): MiddlewareHandler {
  return async (c, next) => {
    if (safe.has(c.req.method)) return next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isOurs =
      site === "same-origin" ||
      (site === undefined &&
        (origin === undefined ||
          [publicUrl, new URL(c.req.url).origin].includes(origin) ||
          hostOf(origin) === c.req.header("host")));
    if (isOurs) return next();
    const requestId = c.req.header("x-request-id") ?? "";
    logSecurityEvent(log, { kind: "csrf_refused", requestId, ip: clientIp(c), detail: c.req.path });
    return c.text("Forbidden: this form was sent from another site.", 403);
  };
}

/**
 * A storefront apart from its API never gets a storefront's own calls: then API_BASE_URL leads back to a storefront, which
 * would ask itself without end.
 */
export function refuseLoops(log: Log): MiddlewareHandler {
  let isLogged = false;
  return async (c, next) => {
    if (c.req.header(SIGNATURE_HEADER) === undefined) return next();
    if (!isLogged)
      log.error("X-Storefront-Signature reached a storefront: if another sent it, its API_BASE_URL is not the API's");
    isLogged = true;
    return c.text("Loop Detected", 508);
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** The event loop stands still this long on average only when there is more to do than can be done. */
const OVERLOADED_MS = 700;

/** How long, on average, the event loop stood still since it was last asked, in ms. */
function standstill(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const mean = delay.mean / 1e6;
    delay.reset();
    return mean;
  };
}

/** Turns requests away, cheaply, while the process cannot keep up. */
export function shedLoad(delayMs: () => number = standstill()): MiddlewareHandler {
  let isOverloaded = false;
  setInterval(() => {
    isOverloaded = delayMs() > OVERLOADED_MS;
  }, 1000).unref();
  return async (c, next) => {
    if (!isOverloaded || c.req.path === "/healthz") return next();
    return c.text("Too many visitors at once. Please try again in a moment.", 503, { "retry-after": "2" });
  };
}

/** So long may an answer take to begin. */
const ANSWER_WITHIN_MS = 30_000;

/** A request that hangs is told so, and stops holding its connection. */
export const answerInTime: MiddlewareHandler = async (c, next) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, "late");
  });
  try {
    const outcome = await Promise.race([next(), late]);
    if (outcome === "late") c.res = c.text("This takes too long. Please try again.", 503, { "retry-after": "5" });
  } finally {
    clearTimeout(timer);
  }
};
