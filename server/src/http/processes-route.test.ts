import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { createProcessStatus } from "../../../api/src/platform/process-status.ts";
import { createClientInfoReader } from "./client-info.ts";
import { listen } from "./listen.ts";
import { addProcessesRoute, createRemoteProcessRegistry } from "./processes-route.ts";
import { createStorefrontSignature, SIGNATURE_HEADER } from "./storefront-signature.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-processes-"));
const log = { info: () => undefined, error: () => undefined };
const config = readConfig({ DATA_DIR: dataDir, SHOP_SECRET: "a secret that both processes have" });
const signature = createStorefrontSignature(config);
const calls: unknown[] = [];
const edge = new Hono();
addProcessesRoute(
  edge,
  {
    record: async (process, now) => void calls.push(["record", process, now]),
    remove: async (process) => void calls.push(["remove", process]),
  },
  signature,
);
const { port, stop } = await listen({ host: "127.0.0.1", port: 0 }, edge.fetch, {
  getClientInfo: createClientInfoReader(config, log),
});
const origin = `http://127.0.0.1:${port}`;
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

it("records a storefront with the same secret, and nothing that anybody else sends", async () => {
  const { record } = createProcessStatus("web", "build-1");
  const registry = createRemoteProcessRegistry(origin, signature);
  const now = new Date();
  await registry.record(record, now);
  await registry.remove(record);
  expect(calls).toEqual([
    ["record", record, now],
    ["remove", record],
  ]);
  const other = createStorefrontSignature({ ...config, secret: "the secret of somebody else" });
  await expect(createRemoteProcessRegistry(origin, other).record(record, now)).rejects.toThrow("answered 404");
  // The signature of one body does not fit another.
  const headers = { "x-client-ip": "127.0.0.1", "x-request-id": "of-another-body" };
  const response = await fetch(`${origin}/internal/processes`, {
    method: "POST",
    body: JSON.stringify({ process: record, isRunning: true }),
    headers: { ...headers, [SIGNATURE_HEADER]: signature.sign(headers) },
  });
  expect(response.status).toBe(404);
  expect(calls).toHaveLength(2);
});
