import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { generate } from "selfsigned";
import { findPort } from "../server/src/listen.ts";
import { startBuiltShop } from "./built-shop.ts";

const HOST = "127.0.0.1";

/** A built shop of its own behind a reverse proxy that terminates TLS, with a certificate made for this run. */
export async function openSecureShop(): Promise<{ origin: string; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-secure-"));
  const port = await findPort({ host: HOST, port: 0 });
  const proxy = await openTlsProxy(port);
  const origin = `https://${HOST}:${(proxy.address() as AddressInfo).port}`;
  const shop = await startBuiltShop(dataDir, {
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
      await shop.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Passes everything on to the port over plain HTTP, as nginx or Caddy do. */
async function openTlsProxy(port: number): Promise<Server> {
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
    const passed = request({ host: HOST, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    passed.once("error", () => outgoing.destroy());
    outgoing.once("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => {
    proxy.listen(0, HOST, listening);
  });
  return proxy;
}
