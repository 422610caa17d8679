import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/**
 * Whether an IP address is that of a trusted proxy. `hop` is its distance from this process; 0 is the other end of the
 * socket.
 */
export type TrustedProxyCheck = (ipAddress: string, hop: number) => boolean;

/**
 * Parses TRUST_PROXY: a number of hops, or a comma-separated list of addresses, CIDR ranges and the names `loopback`,
 * `linklocal` and `uniquelocal`.
 * @throws TypeError if an entry is none of these
 */
export function parseTrustedProxies(value: string): TrustedProxyCheck {
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value);
  return parseNetworks(value);
}

/**
 * Parses a comma-separated list of addresses, CIDR ranges and the names `loopback`, `linklocal` and `uniquelocal`.
 * @returns whether an IP address is in one of the networks
 * @throws TypeError if an entry is none of these
 */
export function parseNetworks(value: string): (ipAddress: string) => boolean {
  const isInNetworks = proxyAddr.compile(value.split(",").map((entry) => entry.trim()));
  return (ipAddress) => isInNetworks(ipAddress, 0);
}

/** Returns whether `parseNetworks` accepts a value. */
export function isNetworkList(value: string): boolean {
  try {
    parseNetworks(value);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether `parseTrustedProxies` accepts a value. */
export function isTrustedProxies(value: string): boolean {
  try {
    parseTrustedProxies(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the IP address of the client: the last one in X-Forwarded-For that is not a trusted proxy, or that of the
 * socket. IPv4-mapped IPv6 addresses are returned as IPv4.
 */
export function resolveClientIp(incoming: IncomingMessage, isTrustedProxy: TrustedProxyCheck): string {
  const ipAddress = removeIpv6Prefix(proxyAddr(incoming, isTrustedProxy));
  return isIP(ipAddress) ? ipAddress : getSocketIp(incoming);
}

/** Returns the IP address of the other end of the connection: the client, or the last proxy before this process. */
export function getSocketIp({ socket }: IncomingMessage): string {
  return removeIpv6Prefix(socket.remoteAddress ?? "");
}

function removeIpv6Prefix(ipAddress: string): string {
  return ipAddress.replace(/^::ffff:(?=\d+\.)/i, "");
}
