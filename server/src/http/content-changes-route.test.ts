import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { createClientInfoReader } from "./client-info.ts";
import { addContentChangesRoute, createRemoteContentReader } from "./content-changes-route.ts";
import { listen } from "./listen.ts";
import { createStorefrontSignature } from "./storefront-signature.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-content-changes-"));
const log = { info: () => undefined, error: () => undefined };
const readTestConfig = (SHOP_SECRET: string) => readConfig({ DATA_DIR: dataDir, SHOP_SECRET });
const config = readTestConfig("a secret that both processes have");
const changes = { state: { snapshot: "1:1:", server: "1", version: 1 }, tags: ["product:17"] };
const edge = new Hono();
addContentChangesRoute(edge, async () => changes, createStorefrontSignature(config));
const { port, stop } = await listen({ host: "127.0.0.1", port: 0 }, edge.fetch, {
  getClientInfo: createClientInfoReader(config, log),
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

it("tells a storefront with the same secret what has changed, and nobody else", async () => {
  const origin = `http://127.0.0.1:${port}`;
  const createReader = (other: typeof config) => createRemoteContentReader(origin, createStorefrontSignature(other));
  expect(await createReader(config)(null)).toEqual(changes);
  await expect(createReader(readTestConfig("the secret of somebody else"))(null)).rejects.toThrow("answered 404");
  expect((await fetch(`${origin}/internal/content-changes`)).status).toBe(404);
});
