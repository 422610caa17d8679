import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "../../../api/src/platform/config.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { resolveClientIp, parseTrustedProxies, getSocketIp } from "../../../api/src/platform/http/trusted-proxies.ts";
import { createStorefrontSignature, SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";

/** The client of a request, the public origin it used, and the ids of the request. */
export type ClientInfo = {
  ipAddress: string;
  requestId: string;
  /** The W3C trace context of a trusted proxy or storefront; null if the request begins a trace of its own. */
  traceparent: string | null;
  /** The origin of the store as the client sees it: `https://shop.example`. */
  origin: string;
};
export type GetClientInfo = (incoming: IncomingMessage) => ClientInfo;

const REQUEST_ID_PATTERN = /^[\w.:=+/-]{8,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT_PATTERN = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/**
 * Creates a reader of the client information of a request. X-Forwarded-For, -Proto and -Host, X-Request-Id and
 * traceparent are only read from proxies listed in TRUST_PROXY, and the IP address that a storefront forwards only with
 * its signature, because any client can send these headers.
 */
export function createClientInfoReader(
  config: Pick<Config, "publicUrl" | "adminUrl" | "trustProxy" | "secret" | "dataDir">,
  log: Log,
  signature: StorefrontSignature = createStorefrontSignature(config),
): GetClientInfo {
  const { publicUrl } = config;
  const adminUrl = new URL(config.adminUrl ?? publicUrl);
  /** Returns the origin of the back office for a request to its host, otherwise that of the store. */
  const getSiteOrigin = (host: string | undefined) => (host === adminUrl.host ? adminUrl.origin : publicUrl);
  const isTrustedProxy = parseTrustedProxies(config.trustProxy);
  const logWarning = createOnceLogger(log);
  return (incoming) => {
    const { headers } = incoming;
    const peer = getSocketIp(incoming);
    if (headers[SIGNATURE_HEADER] !== undefined) {
      if (signature.verify(headers))
        return { ipAddress: toSingleValue(headers["x-client-ip"]), ...getRequestIds(incoming), origin: publicUrl };
      logWarning(
        "X-Storefront-Signature is not valid and is ignored: if a storefront sent it, set the same SHOP_SECRET and the same time for both",
        {
          peer,
        },
      );
    }
    const origin = toSingleValue(headers.origin);
    const directOrigin = `http://${headers.host}`;
    if (isTrustedProxy(peer, 0)) {
      const forwardedHost = getForwardedHost(incoming);
      const allowedOrigins = [`${getForwardedProtocol(incoming)}://${forwardedHost}`, directOrigin];
      return {
        ipAddress: resolveClientIp(incoming, isTrustedProxy),
        ...getRequestIds(incoming),
        origin: allowedOrigins.includes(origin) ? origin : getSiteOrigin(forwardedHost),
      };
    }
    if (headers["x-forwarded-for"] !== undefined)
      logWarning("X-Forwarded-For is ignored, so all clients of a proxy share its address: set TRUST_PROXY", { peer });
    return {
      ipAddress: peer,
      requestId: randomUUID(),
      traceparent: null,
      origin: origin === directOrigin ? origin : getSiteOrigin(headers.host),
    };
  };
}

/**
 * Returns the ids that a trusted peer sent with the request. A missing or malformed request id is replaced by a new
 * one.
 */
function getRequestIds({ headers }: IncomingMessage): Pick<ClientInfo, "requestId" | "traceparent"> {
  const [requestId, traceparent] = [toSingleValue(headers["x-request-id"]), toSingleValue(headers["traceparent"])];
  return {
    requestId: REQUEST_ID_PATTERN.test(requestId) ? requestId : randomUUID(),
    traceparent: TRACEPARENT_PATTERN.test(traceparent) ? traceparent : null,
  };
}

/** Returns the protocol with which the nearest proxy received the request. */
function getForwardedProtocol({ headers }: IncomingMessage): "http" | "https" {
  return getLastValue(headers["x-forwarded-proto"]) === "https" ? "https" : "http";
}

/** Returns the host under which the nearest proxy received the request. */
function getForwardedHost({ headers }: IncomingMessage): string | undefined {
  return getLastValue(headers["x-forwarded-host"]) || headers.host;
}

function toSingleValue(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Returns the last value of a list header: a proxy appends to what it received, so only the last value is its own. */
function getLastValue(value: string | string[] | undefined): string {
  return toSingleValue(value).split(",").at(-1)?.trim() ?? "";
}

/** Creates a function that logs each message once, since every request could cause it again. */
function createOnceLogger(log: Log): (message: string, fields: Record<string, string>) => void {
  const loggedMessages = new Set<string>();
  return (message, fields) => {
    if (loggedMessages.has(message)) return;
    loggedMessages.add(message);
    log.error(message, undefined, fields);
  };
}
