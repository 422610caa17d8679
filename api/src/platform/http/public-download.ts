import { type LookupAddress, lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** A download that is refused or fails. The message gives the reason, in one sentence without a period. */
export class DownloadError extends Error {
  override name = "DownloadError";
}

export type DownloadLimits = {
  maxBytes: number;
  /** Timeout for the whole download, redirects included. */
  timeoutMs: number;
  /** Accepted media types, such as `image/png`. */
  types: readonly string[];
  signal?: AbortSignal;
  /** Whether an IP address may be connected to; by default only public ones. */
  isAllowed?: (ipAddress: string) => boolean;
};

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Returns whether an IP address is public: not private, loopback, link-local or otherwise reserved. */
export function isPublicIpAddress(ipAddress: string): boolean {
  if (!ipaddr.isValid(ipAddress)) return false;
  const address = ipaddr.process(ipAddress);
  // Only 2000::/3 of IPv6 is assigned to the public internet (RFC 4291).
  const isGlobal = address.kind() === "ipv4" || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isGlobal && address.range() === "unicast";
}

/**
 * Downloads a file from the public internet over HTTP or HTTPS, safe against server-side request forgery: each IP
 * address is checked, also after a redirect, and the connection is made to the address that was checked.
 * @throws DownloadError if the URL, an IP address, the type or the size is not allowed, or the server does not respond
 */
export async function downloadPublic(url: string, limits: DownloadLimits): Promise<Buffer> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  try {
    return await fetchFollowingRedirects(url, { ...limits, signal });
  } catch (error) {
    limits.signal?.throwIfAborted();
    if (timeout.aborted) throw new DownloadError(`no complete answer within ${limits.timeoutMs / 1000} seconds`);
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(error instanceof Error ? error.message : String(error));
  }
}

async function fetchFollowingRedirects(first: string, limits: DownloadLimits): Promise<Buffer> {
  let url = parseUrl(first);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await sendRequest(url, limits);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return readBody(response, limits);
    response.destroy();
    if (!REDIRECTS.has(statusCode) || headers.location === undefined)
      throw new DownloadError(`the server answers ${statusCode}`);
    url = parseUrl(headers.location, url);
  }
  throw new DownloadError(`more than ${MAX_REDIRECTS} redirects`);
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || !["http:", "https:"].includes(url.protocol)) throw new DownloadError("only http and https are allowed");
  if (url.username || url.password) throw new DownloadError("a URL with a user name or password is not allowed");
  return url;
}

/** Sends one request. Returns the response with its body unread. */
async function sendRequest(
  url: URL,
  { signal, isAllowed = isPublicIpAddress }: DownloadLimits,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Node.js calls `lookup` for names only, not for IP addresses.
  if (isIP(host) !== 0 && !isAllowed(host)) throw createNotPublicError(host);
  const options: RequestOptions = {
    ...(signal ? { signal } : {}),
    agent: false,
    lookup: createCheckedLookup(isAllowed),
    headers: { accept: "image/*", "accept-encoding": "identity", "user-agent": "shop-import" },
  };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on("error", reject).end();
  });
}

/** Creates a DNS lookup that fails if any IP address of the host is not allowed. */
export function createCheckedLookup(isAllowed: (ipAddress: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error) callback(error, "");
      else if (!first || !addresses.every(({ address }) => isAllowed(address)))
        callback(createNotPublicError(host), "");
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function createNotPublicError(host: string): DownloadError {
  return new DownloadError(`${host} is not an address of the public internet`);
}

async function readBody(response: IncomingMessage, { maxBytes, types }: DownloadLimits): Promise<Buffer> {
  const createTooLargeError = () => new DownloadError(`larger than ${Math.floor(maxBytes / 1_000_000)} MB`);
  const type = (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  try {
    if (!types.includes(type)) throw new DownloadError(`is ${type || "of no type"}, but must be ${types.join(", ")}`);
    if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw createTooLargeError();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw createTooLargeError();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
