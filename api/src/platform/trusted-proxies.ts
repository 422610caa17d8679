import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/** Whether the address `hop` steps away from this process (0: the other end of the socket) is one of our own proxies. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/**
 * Reads TRUST_PROXY: a number of hops, or a comma-separated list of addresses, CIDR ranges and the names `loopback`,
 * `linklocal` and `uniquelocal`.
 * @throws TypeError if an entry is none of these.
 */
export function parseTrustedProxies(value: string): TrustsProxy {
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value);
  return proxyAddr.compile(value.split(",").map((entry) => entry.trim()));
}

/** Whether `parseTrustedProxies` can read a value. */
export function isTrustedProxies(value: string): boolean {
  try {
    parseTrustedProxies(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The client's IP address: the last one of X-Forwarded-For that no trusted proxy has, or that of the socket.
 * IPv4 addresses are returned in their own notation, also if the socket is an IPv6 one.
 */
export function clientAddress(incoming: IncomingMessage, trusts: TrustsProxy): string {
  const address = withoutIpv6Prefix(proxyAddr(incoming, trusts));
  return isIP(address) ? address : socketAddress(incoming);
}

/** The IP address of the other end of the connection: a client or the last proxy before this process. */
export function socketAddress({ socket }: IncomingMessage): string {
  return withoutIpv6Prefix(socket.remoteAddress ?? "");
}

function withoutIpv6Prefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
