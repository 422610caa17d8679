import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "../../api/src/platform/config.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { clientAddress, parseTrustedProxies, socketAddress } from "../../api/src/platform/trusted-proxies.ts";
import { openStorefrontSignature, SIGNATURE_HEADER, type StorefrontSignature } from "./storefront-signature.ts";

/** Who sent a request, and under which origin and ids. */
export type ClientInfo = {
  ipAddress: string;
  requestId: string;
  /** The W3C trace context, or null. */
  traceparent: string | null;
  /** The origin of the shop as the client sees it: `https://shop.example`. */
  origin: string;
};
export type GetClientInfo = (incoming: IncomingMessage) => ClientInfo;

const REQUEST_ID = /^[\w.:=+/-]{8,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/**
 * Reads who sent a request. X-Forwarded-For, -Proto and -Host, X-Request-Id and traceparent count only from proxies
 * named by TRUST_PROXY, and the address that a storefront passes on only with its signature: anyone may write headers.
 */
export function openClientInfo(
  config: Pick<Config, "publicUrl" | "trustProxy" | "secret" | "dataDir">,
  log: Log,
  signature: StorefrontSignature = openStorefrontSignature(config),
): GetClientInfo {
  const { publicUrl } = config;
  const trustsProxy = parseTrustedProxies(config.trustProxy);
  const warn = warnOnce(log);
  return (incoming) => {
    const { headers } = incoming;
    const peer = socketAddress(incoming);
    if (headers[SIGNATURE_HEADER] !== undefined) {
      if (signature.verify(headers))
        return { ipAddress: single(headers["x-client-ip"]), ...idsOf(incoming), origin: publicUrl };
      warn(
        "X-Storefront-Signature is not valid and is ignored: if a storefront sent it, set the same SHOP_SECRET for both",
        {
          peer,
        },
      );
    }
    const origin = single(headers.origin);
    const direct = `http://${headers.host}`;
    if (trustsProxy(peer, 0)) {
      const origins = [forwardedOrigin(incoming), direct];
      return {
        ipAddress: clientAddress(incoming, trustsProxy),
        ...idsOf(incoming),
        origin: origins.includes(origin) ? origin : publicUrl,
      };
    }
    if (headers["x-forwarded-for"] !== undefined)
      warn("X-Forwarded-For is ignored, so all clients of a proxy share its address: set TRUST_PROXY", { peer });
    return {
      ipAddress: peer,
      requestId: randomUUID(),
      traceparent: null,
      origin: origin === direct ? origin : publicUrl,
    };
  };
}

/** The ids that a trusted peer gave the request; a new one if it has none or a malformed one. */
function idsOf({ headers }: IncomingMessage): Pick<ClientInfo, "requestId" | "traceparent"> {
  const [requestId, traceparent] = [single(headers["x-request-id"]), single(headers["traceparent"])];
  return {
    requestId: REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    traceparent: TRACEPARENT.test(traceparent) ? traceparent : null,
  };
}

/** The origin that the nearest proxy was asked under. */
function forwardedOrigin({ headers }: IncomingMessage): string {
  const protocol = last(headers["x-forwarded-proto"]) === "https" ? "https" : "http";
  return `${protocol}://${last(headers["x-forwarded-host"]) || headers.host}`;
}

function single(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A proxy appends to what came: only the last value is its own. */
function last(value: string | string[] | undefined): string {
  return single(value).split(",").at(-1)?.trim() ?? "";
}

function warnOnce(log: Log): (message: string, fields: Record<string, string>) => void {
  const said = new Set<string>();
  return (message, fields) => {
    if (said.has(message)) return;
    said.add(message);
    log.error(message, undefined, fields);
  };
}
