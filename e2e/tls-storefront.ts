import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { generate } from "selfsigned";
import { findPort } from "../server/src/http/listen.ts";
import { startTestStorefront } from "./storefront.ts";

const HOST = "127.0.0.1";

/** Starts a separate store behind a reverse proxy that terminates TLS with a self-signed certificate. */
export async function startTlsStorefront(): Promise<{ origin: string; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-tls-"));
  const port = await findPort({ host: HOST, port: 0 });
  const proxy = await startTlsProxy(port);
  const origin = `https://${HOST}:${(proxy.address() as AddressInfo).port}`;
  const storefront = await startTestStorefront(dataDir, {
    PORT: String(port),
    PUBLIC_URL: origin,
    TRUST_PROXY: "loopback",
    DEMO: "1",
    PAYMENT_PROVIDERS: "sandbox",
  });
  return {
    origin,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await storefront.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Forwards all requests to the port over plain HTTP, like nginx or Caddy. */
async function startTlsProxy(port: number): Promise<Server> {
  const { private: key, cert } = await generate([{ name: "commonName", value: HOST }], {
    keyType: "ec",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: HOST }] }],
  });
  const proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": incoming.socket.remoteAddress,
      "x-forwarded-proto": "https",
      "x-forwarded-host": incoming.headers.host,
    };
    const upstream = request(
      { host: HOST, port, method: incoming.method, path: incoming.url, headers },
      (upstreamResponse) => {
        outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        pipeline(upstreamResponse, outgoing, () => undefined);
      },
    );
    upstream.once("error", () => outgoing.destroy());
    outgoing.once("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, HOST, resolve);
  });
  return proxy;
}
