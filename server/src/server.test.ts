import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { getDatabaseUrl } from "../test/database-url.ts";
import { findPort } from "./http/listen.ts";
import { startServer } from "./server.ts";

const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-server-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

async function startRole(env: Record<string, string>) {
  const databaseUrl = getDatabaseUrl(shop.connection);
  return startServer(
    readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: "0", HOST: "127.0.0.1", ACCESS_LOG: "0", ...env }),
  );
}

it("is not ready while a worker stops, before it stops listening", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const { close } = await startRole({ ROLE: "worker", HEALTH_PORT: String(port), DRAIN_SECONDS: "1" });
  const getStatus = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all(["/healthz", "/readyz", "/v1/products"].map(getStatus))).toEqual([200, 200, 404]);
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  expect(await Promise.all(["/healthz", "/readyz"].map(getStatus))).toEqual([200, 503]);
  expect(isClosed).toBe(false);
  await closing;
  await expect(getStatus("/healthz")).rejects.toThrow("fetch failed");
});

it("does not listen as a worker unless HEALTH_PORT is set", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const { close } = await startRole({ ROLE: "worker", PORT: String(port) });
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
  await close();
});

it("does not start a separate storefront that cannot sign its requests", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const env = { ROLE: "web", PORT: String(port), API_BASE_URL: "http://127.0.0.1:1", DATA_DIR: "/dev/null/data" };
  await expect(startRole(env)).rejects.toThrow("SHOP_SECRET");
});

it("does not start with another secret than the other processes, except as a sandbox gateway", async () => {
  const { close } = await startRole({ ROLE: "worker", SHOP_SECRET: "the secret of all processes" });
  await close();
  const other = { SHOP_SECRET: "the secret of one process" };
  await expect(startRole({ ROLE: "worker", ...other })).rejects.toThrow("SHOP_SECRET is not the secret");
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const gateway = await startRole({ ROLE: "gateway", PORT: String(port), ...other });
  await gateway.close();
});
