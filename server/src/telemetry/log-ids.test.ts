import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { jsonLog } from "../../../api/src/platform/log.ts";
import { createClientInfoReader } from "../http/client-info.ts";
import { listen, type RequestHandler } from "../http/listen.ts";
import { createStorefrontSignature } from "../http/storefront-signature.ts";
import { createRemoteApiClient } from "../storefront/storefront.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-log-ids-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const config = readConfig({ DATA_DIR: dataDir, SHOP_SECRET: "a secret that both processes have" });
const stopFunctions: (() => Promise<void>)[] = [];
let lines: { message: string; request?: string; trace?: string }[];
beforeEach(() => {
  lines = [];
  const write = (text: string | Uint8Array) => {
    lines.push(JSON.parse(String(text)) as (typeof lines)[number]);
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(write);
  vi.spyOn(process.stderr, "write").mockImplementation(write);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stopFunctions.splice(0)) await stop();
});

async function openTestServer(handler: RequestHandler): Promise<string> {
  const { port, stop } = await listen({ host: "127.0.0.1", port: 0 }, handler, {
    getClientInfo: createClientInfoReader(config, jsonLog),
  });
  stopFunctions.push(stop);
  return `http://127.0.0.1:${port}`;
}

it("writes the ids of the request in the lines of its handler, and of work that it has started", async () => {
  const later = Promise.withResolvers<void>();
  const origin = await openTestServer(async (request) => {
    jsonLog.info("handled");
    setTimeout(() => {
      jsonLog.error("worked", new Error("reason"));
      later.resolve();
    }, 5);
    return Response.json(Object.fromEntries(request.headers));
  });
  const [first, second] = await Promise.all(
    [1, 2].map(async () => (await fetch(origin)).json() as Promise<Record<string, string>>),
  );
  await later.promise;
  await expect.poll(() => lines.length).toBe(4);
  for (const headers of [first, second]) {
    const ids = { request: headers?.["x-request-id"], trace: headers?.["traceparent"]?.split("-")[1] };
    expect(lines.filter(({ request }) => request === ids.request)).toMatchObject([
      { message: "handled", ...ids },
      { message: "worked", ...ids },
    ]);
  }
  jsonLog.info("outside");
  expect(lines.at(-1)).not.toHaveProperty("request");
});

it("writes the same ids in a storefront and in its API", async () => {
  const apiOrigin = await openTestServer(() => {
    jsonLog.info("in the API");
    return Response.json({});
  });
  const { api } = createRemoteApiClient(apiOrigin, createStorefrontSignature(config));
  const origin = await openTestServer(async ({ headers }) => {
    jsonLog.info("in the storefront");
    const clientHeaders = ["x-client-ip", "x-request-id", "traceparent"].map((name) => [name, headers.get(name) ?? ""]);
    await api("/v1/brands", { headers: Object.fromEntries(clientHeaders) as Record<string, string> });
    return new Response("page");
  });
  await (await fetch(origin)).text();
  const [storefront, remote] = lines;
  expect(storefront).toMatchObject({ message: "in the storefront", request: expect.any(String) });
  expect(remote).toMatchObject({ message: "in the API", request: storefront?.request, trace: storefront?.trace });
});
