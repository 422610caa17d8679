import { expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { buildEdge } from "./edge.ts";
import { createLoadMonitor } from "./load-monitor.ts";

function createTestEdge(env: Record<string, string> = {}) {
  return buildEdge({
    config: readConfig({ PUBLIC_URL: "https://shop.test", ...env }),
    log: { info: () => undefined, error: () => undefined },
    loadMonitor: createLoadMonitor(),
    isReady: async () => true,
    admin: {
      handleRequest: async ({ url }, nonce) => new Response(`${new URL(url).pathname} ${nonce}`),
      assets: new Map([["/admin/assets/app-1.js", { content: new TextEncoder().encode("script"), etag: '"one"' }]]),
    },
    adminApi: { fetch: async () => new Response("admin API") },
    api: { fetch: async () => new Response("API", { status: 404 }) },
    getLoopDelayMs: () => 0,
  });
}

const edge = createTestEdge();

it("serves pages that are not cached, not indexed and load nothing from other hosts", async () => {
  const { status, headers } = await edge.request("https://shop.test/admin/orders");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("content-security-policy")).not.toMatch(/https?:|unsafe/);
  expect(headers.get("permissions-policy")).toBe(
    "camera=(self), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  );
});

it("sets a new nonce for the scripts of each page", async () => {
  const nonces = await Promise.all(
    ["/admin/", "/admin/"].map(async (path) => {
      const response = await edge.request(`https://shop.test${path}`);
      const nonce = (await response.text()).split(" ")[1];
      expect(response.headers.get("content-security-policy")).toContain(`script-src 'self' 'nonce-${nonce}'`);
      return nonce;
    }),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
});

it("serves the files of its build from the cache of the browser", async () => {
  const asset = await edge.request("https://shop.test/admin/assets/app-1.js");
  expect(await asset.text()).toBe("script");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.has("x-frame-options")).toBe(false);
  expect((await edge.request("https://shop.test/admin/assets/old-1.js")).status).toBe(404);
});

it("adds the slash at the end of its base path", async () => {
  const response = await edge.request("https://shop.test/admin");
  expect([response.status, response.headers.get("location")]).toEqual([308, "/admin/"]);
});

it("rejects forms from other sites, other methods and large bodies", async () => {
  const send = (init: RequestInit) => edge.request("https://shop.test/admin/preferences", init);
  expect((await send({ method: "POST", headers: { origin: "https://other.test" } })).status).toBe(403);
  expect((await send({ method: "POST", headers: { origin: "https://shop.test" } })).status).toBe(200);
  expect((await send({ method: "PUT" })).status).toBe(405);
  expect((await send({ method: "POST", body: "x".repeat(1024 * 1024 + 1) })).status).toBe(413);
});

/** Returns the statuses of a page and of the API. */
const getStatuses = async (testEdge: typeof edge, origin: string, headers: Record<string, string> = {}) => [
  (await testEdge.request(`${origin}/admin/`, { headers })).status,
  (await testEdge.request(`${origin}/v1/admin/me`, { headers })).status,
];

it("is served on the host of ADMIN_URL only", async () => {
  const separateEdge = createTestEdge({ ADMIN_URL: "https://office.test/admin" });
  expect(await getStatuses(separateEdge, "https://office.test")).toEqual([200, 200]);
  expect(await getStatuses(separateEdge, "https://shop.test")).toEqual([404, 404]);
});

it("is served to ADMIN_ALLOWED_NETWORKS only", async () => {
  const restrictedEdge = createTestEdge({ ADMIN_ALLOWED_NETWORKS: "203.0.113.0/24, 2001:db8::/32" });
  const getStatusesFrom = (ipAddress: string) =>
    getStatuses(restrictedEdge, "https://shop.test", { "x-client-ip": ipAddress });
  expect(await getStatusesFrom("203.0.113.9")).toEqual([200, 200]);
  expect(await getStatusesFrom("2001:db8::7")).toEqual([200, 200]);
  expect(await getStatusesFrom("198.51.100.1")).toEqual([404, 404]);
});

it("is left out with ADMIN=0", async () => {
  expect(await getStatuses(createTestEdge({ ADMIN: "0" }), "https://shop.test")).toEqual([404, 404]);
});
