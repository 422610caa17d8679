import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { urlOf } from "../test/database-url.ts";
import { findPort } from "./listen.ts";
import { openShop } from "./shop.ts";

const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-shop-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

async function openRole(env: Record<string, string>) {
  const databaseUrl = urlOf(shop.connection);
  return openShop(
    readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: "0", HOST: "127.0.0.1", ACCESS_LOG: "0", ...env }),
  );
}

it("lets a load balancer see that a worker stops before it does", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const { close } = await openRole({ ROLE: "worker", HEALTH_PORT: String(port), DRAIN_SECONDS: "1" });
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all(["/healthz", "/readyz", "/v1/products"].map(statusOf))).toEqual([200, 200, 404]);
  let isClosed = false;
  const closed = close().then(() => {
    isClosed = true;
  });
  expect(await Promise.all(["/healthz", "/readyz"].map(statusOf))).toEqual([200, 503]);
  expect(isClosed).toBe(false);
  await closed;
  await expect(statusOf("/healthz")).rejects.toThrow("fetch failed");
});

it("does not listen as a worker unless HEALTH_PORT is set", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const { close } = await openRole({ ROLE: "worker", PORT: String(port) });
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
  await close();
});

it("does not start a storefront apart that cannot sign its requests", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const env = { ROLE: "web", PORT: String(port), API_BASE_URL: "http://127.0.0.1:1", DATA_DIR: "/dev/null/data" };
  await expect(openRole(env)).rejects.toThrow("SHOP_SECRET");
});
