import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { getSocketIp, parseNetworks } from "../../../api/src/platform/http/trusted-proxies.ts";
import { bindPort } from "../http/listen.ts";

/** Headers that proxies add; a proxy that adds none of them cannot be told from a client. */
const proxyHeaders = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"] as const;
const isPrivateAddress = parseNetworks("loopback, linklocal, uniquelocal, 100.64.0.0/10");

/**
 * Serves the metrics at `/metrics` to clients of private networks, so that a port that was opened by mistake tells
 * nobody on the internet what the store does; nor through a proxy, which would be such a client.
 * @param collect returns the metrics in the text format of Prometheus
 * @returns the port, and a function that closes it
 * @throws StartupError if METRICS_PORT is in use
 */
export async function serveMetrics(
  address: { host: string; port: number },
  collect: () => Promise<string>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing, collect).catch(() => outgoing.destroy());
  });
  server.requestTimeout = 10_000;
  const port = await bindPort(server, { ...address, variable: "METRICS_PORT" });
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether a client may read the metrics: it is in a private network and no proxy that forwards requests of others. */
export function mayReadMetrics(ipAddress: string, headers: IncomingHttpHeaders): boolean {
  return isPrivateAddress(ipAddress) && !proxyHeaders.some((name) => headers[name] !== undefined);
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse, collect: () => Promise<string>) {
  const { method, url = "", headers } = incoming;
  if (!mayReadMetrics(getSocketIp(incoming), headers) || url.split("?")[0] !== "/metrics") {
    outgoing.writeHead(404, { "content-type": "text/plain" }).end("Not Found\n");
    return;
  }
  if (method !== "GET") {
    outgoing.writeHead(405, { "content-type": "text/plain", allow: "GET" }).end("Method Not Allowed\n");
    return;
  }
  const text = await collect();
  outgoing
    .writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" })
    .end(`${text}\n`);
}
