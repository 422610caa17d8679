import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { createCheckedLookup, isPublicIpAddress } from "../../platform/http/public-download.ts";
import type { PushKeys } from "./push-keys.ts";
import { isPushServiceUrl } from "./push-services.ts";

/** Which servers a push may be sent to; other rules are for tests. */
export type PushRules = {
  isAllowedUrl: (url: string) => boolean;
  isAllowedIpAddress: (ipAddress: string) => boolean;
};

export const pushRules: PushRules = { isAllowedUrl: isPushServiceUrl, isAllowedIpAddress: isPublicIpAddress };

type Push = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  payload: string;
  keys: PushKeys;
  /** Who sends it, for the operator of the push service: a `mailto:` or `https:` URL (RFC 8292). */
  subject: string;
};

/** `gone`: the subscription has ended or cannot be used; `rejected`: this push will never be accepted. */
export type PushResult = "sent" | "gone" | "rejected";

const TIMEOUT_MS = 10_000;
/** Seconds for which the push service keeps a push for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60;

/**
 * Encrypts a push for one browser (RFC 8291) and sends it to its push service. The host and its IP addresses are
 * checked, and redirects are not followed.
 * @throws Error if it should be tried again: the service does not respond, is overloaded, or has failed
 */
export async function sendPush({ subscription, payload, keys, subject }: Push, rules: PushRules): Promise<PushResult> {
  const { endpoint, p256dh, auth } = subscription;
  if (!rules.isAllowedUrl(endpoint)) return "gone";
  // Loaded for the first push, since most processes send none.
  const { default: webPush } = await import("web-push");
  let details;
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: TTL_SECONDS,
      contentEncoding: "aes128gcm",
    });
  } catch {
    // The keys of the browser are not a point on the curve: nothing can be encrypted for it.
    return "gone";
  }
  const status = await post(new URL(endpoint), details.headers, details.body, rules);
  if (status >= 200 && status < 300) return "sent";
  // 401 and 403: the subscription is for other keys of the store.
  if ([401, 403, 404, 410].includes(status)) return "gone";
  if (status === 408 || status === 429 || status >= 500) throw new Error(`the push service answers ${status}`);
  return "rejected";
}

/** Sends a request. @returns the status of the response, whose body is not read */
async function post(
  url: URL,
  headers: Record<string, string | number>,
  body: Buffer | null,
  { isAllowedIpAddress }: PushRules,
): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Node.js calls `lookup` for names only, not for IP addresses.
  if (isIP(host) !== 0 && !isAllowedIpAddress(host)) throw new Error("the push service has a private IP address");
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const options = {
    ...{ method: "POST", headers, agent: false, lookup: createCheckedLookup(isAllowedIpAddress) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject).end(body);
  });
}
