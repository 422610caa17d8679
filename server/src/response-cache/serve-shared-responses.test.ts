import { createServer, request as sendRaw, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { ContentWatcher, type ReadContentChanges } from "./content-watcher.ts";
import type { Render } from "./render-shared-response.ts";
import { ResponseCache } from "./response-cache.ts";
import { serveSharedResponses, type SharedResponseOptions } from "./serve-shared-responses.ts";
import type { ReceivedRequest, SharedRequest } from "./shared-request.ts";
import type { SharedResponses } from "./shared-responses.ts";
import { StoredResponse } from "./stored-response.ts";

const page = "<p>порядок</p>".repeat(5000);
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const policy = { tags: ["product:1"], expiresAt: null };
const renderPage: Render = async (_request, policies) => {
  policies.push(policy);
  return new Response(page, { headers: { "content-type": "text/html", "x-visitor": "guest" } });
};
const readNothing: ReadContentChanges = async () => ({
  state: { snapshot: "1:1:", server: "1", version: 1 },
  tags: [],
});

/** Shares every GET request that has no `cookie`. */
function describeRequest({ method, target, headers }: ReceivedRequest): SharedRequest | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (headers.get("cookie") !== null) return null;
  return {
    key: target,
    target,
    getHeaders: () => ({ "x-shared": "1" }),
    setCookies: ["locale=ru"],
    isDefault: headers.get("x-default") !== null,
  };
}

async function serve(
  render: Render = renderPage,
  read: ReadContentChanges = readNothing,
  maxAgeMs = 0,
  options: Pick<SharedResponseOptions, "cdn" | "shared"> = {},
) {
  const cache = new ResponseCache(10_000_000);
  const renderSpy = vi.fn<Render>(render);
  const log = { info: () => undefined, error: vi.fn<() => void>() };
  const watcher = new ContentWatcher(read, (tags) => cache.drop(tags), { maxAgeMs });
  const middleware = serveSharedResponses({ describeRequest, cache, watcher, render: renderSpy, log, ...options });
  const server = createServer((incoming, outgoing) =>
    middleware(incoming, outgoing, () => outgoing.end("handled by itself")),
  );
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    get: (path: string, init?: RequestInit) => fetch(origin + path, init),
    origin,
    render: renderSpy,
    log,
    cache,
  };
}

const getStatus = (response: Response) => [response.status, response.headers.get("x-cache")];

it("makes a response once, and serves it from the cache", async () => {
  const { get, render } = await serve();
  const first = await get("/one");
  expect(getStatus(first)).toEqual([200, "miss"]);
  expect(await first.text()).toBe(page);
  const second = await get("/one");
  expect(getStatus(second)).toEqual([200, "hit"]);
  expect(await second.text()).toBe(page);
  expect(second.headers.get("x-visitor")).toBe("guest");
  expect(second.headers.getSetCookie()).toEqual(["locale=ru"]);
  expect(getStatus(await get("/two"))).toEqual([200, "miss"]);
  expect(render).toHaveBeenCalledTimes(2);
  // The response is made with the headers of the description alone.
  expect(render.mock.calls[0]?.[0].headers.get("x-shared")).toBe("1");
  expect(render.mock.calls[0]?.[0].headers.get("accept")).toBeNull();
});

it("makes a response once for a thousand requests at the same time", async () => {
  const { get, render } = await serve();
  const pages = await Promise.all(Array.from({ length: 1000 }, async () => (await get("/one")).text()));
  expect(new Set(pages)).toEqual(new Set([page]));
  expect(render).toHaveBeenCalledTimes(1);
});

/** Responses that processes share, of which only what is called is recorded. */
function createShared(find: SharedResponses["find"]) {
  const shared = {
    find: vi.fn<SharedResponses["find"]>(find),
    store: vi.fn<SharedResponses["store"]>(async () => undefined),
  };
  return { shared: shared as unknown as SharedResponses, ...shared };
}

it("asks once for the response of another process, and then serves it from its own cache", async () => {
  const response = await StoredResponse.create(new Headers({ "x-visitor": "other" }), Buffer.from(page));
  const expiresAt = Date.now() + 60_000;
  const { shared, find, store } = createShared(async () => ({ response, policy, startedAt: Date.now(), expiresAt }));
  const { get, render } = await serve(renderPage, readNothing, 0, { shared });
  const responses = await Promise.all(Array.from({ length: 10 }, () => get("/one")));
  const statuses = responses.map((item) => item.headers.get("x-cache"));
  expect(statuses).toContain("shared");
  expect(statuses).not.toContain("miss");
  expect(await responses[0]?.text()).toBe(page);
  expect(getStatus(await get("/one"))).toEqual([200, "hit"]);
  expect(find).toHaveBeenCalledExactlyOnceWith("/one");
  expect([render, store].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it("shares a response with the state that was read before it was made", async () => {
  let version = 0;
  const { shared, store } = createShared(async () => null);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { get } = await serve(
    async (request, policies) => {
      await promise;
      return renderPage(request, policies);
    },
    async () => ({ state: { snapshot: "1:1:", server: "1", version: ++version }, tags: [] }),
    0,
    { shared },
  );
  const first = get("/one");
  await vi.waitUntil(() => version === 1);
  const second = get("/one");
  await vi.waitUntil(() => version === 2);
  resolve();
  for (const response of [await first, await second]) expect(getStatus(response)).toEqual([200, "miss"]);
  expect(store).toHaveBeenCalledExactlyOnceWith("/one", expect.anything(), {
    snapshot: "1:1:",
    server: "1",
    version: 1,
  });
});

it("shares nothing that it does not store itself", async () => {
  const { shared, store } = createShared(async () => null);
  const options = { shared };
  const { get } = await serve(async () => new Response("once"), readNothing, 0, options);
  expect(getStatus(await get("/one"))).toEqual([200, "bypass"]);
  let tags: string[] = [];
  const changing = await serve(
    async () => new Response("other"),
    async () => ({ state: { snapshot: "1:1:", server: "1", version: 1 }, tags }),
    0,
    options,
  );
  changing.render.mockImplementationOnce(async (request, policies) => {
    tags = ["product:1"];
    await changing.get("/two");
    return renderPage(request, policies);
  });
  expect(getStatus(await changing.get("/one"))).toEqual([200, "miss"]);
  expect(store).not.toHaveBeenCalled();
});

it("tells the endpoint of each client but the one for whom the response was made", async () => {
  const onServe = vi.fn<(client: { ipAddress: string }) => void>();
  const { get } = await serve(async (request, policies) => {
    policies.push({ ...policy, onServe });
    return renderPage(request, []);
  });
  await Promise.all(["1", "2", "3"].map((n) => get("/one", { headers: { "x-client-ip": `192.0.2.${n}` } })));
  expect(onServe).toHaveBeenCalledTimes(2);
  await get("/one", { headers: { "x-client-ip": "192.0.2.4" } });
  await get("/one", { headers: { "x-client-ip": "192.0.2.5", "accept-encoding": "zstd" } });
  expect(onServe.mock.calls.slice(2)).toEqual([[{ ipAddress: "192.0.2.4" }], [{ ipAddress: "192.0.2.5" }]]);
});

it("lets a CDN keep what it serves from the cache to those who have chosen nothing", async () => {
  const expiresAt = Date.now() + 45_500;
  const render: Render = async (_request, policies) => {
    policies.push({ tags: ["product:1", "catalog"], expiresAt });
    return new Response(page, { headers: { "cache-control": "private, no-store" } });
  };
  const { get } = await serve(render, readNothing, 0, { cdn: { maxAgeSeconds: 600 } });
  const getTags = (response: Response) => response.headers.get("cache-tag");
  expect(getTags(await get("/one", { headers: { "x-default": "1" } }))).toBeNull();
  expect(getTags(await get("/one"))).toBeNull();
  const { headers } = await get("/one", { headers: { "x-default": "1" } });
  expect(headers.get("cache-tag")).toBe("pages,product:1,catalog");
  expect(headers.get("surrogate-key")).toBe("pages product:1 catalog");
  // At most until the page changes by time.
  expect(headers.get("cdn-cache-control")).toMatch(/^public, max-age=4[45]$/);
  expect(headers.get("x-accel-expires")).toMatch(/^4[45]$/);
  expect(headers.get("cache-control")).toBe("private, no-store");
  const without = await serve(render);
  await without.get("/one", { headers: { "x-default": "1" } });
  expect(getTags(await without.get("/one", { headers: { "x-default": "1" } }))).toBeNull();
});

it("leaves requests that are not shared to the next handler", async () => {
  const { get, render } = await serve();
  expect(await (await get("/one", { headers: { cookie: "token=1" } })).text()).toBe("handled by itself");
  expect(await (await get("/one", { method: "POST", body: "x" })).text()).toBe("handled by itself");
  expect(render).not.toHaveBeenCalled();
});

it.each([
  ["an error", 404, {}, [policy]],
  ["a response with a cookie", 200, { "set-cookie": "currency=" }, [policy]],
  ["a response of unknown content", 200, {}, []],
  ["a response with a part that must not be cached", 200, {}, [policy, null]],
])("does not store %s", async (_, status, headers, collected) => {
  const { get, render } = await serve(async (_request, policies) => {
    policies.push(...collected);
    return new Response("once", { status, headers });
  });
  for (let count = 1; count <= 2; count++) {
    const response = await get("/one", { redirect: "manual" });
    expect(getStatus(response)).toEqual([status, "bypass"]);
    expect(await response.text()).toBe("once");
    expect(render).toHaveBeenCalledTimes(count);
  }
});

it("serves nothing from the cache while it cannot know what has changed", async () => {
  let isBroken = false;
  const { get } = await serve(renderPage, async (since) => {
    if (isBroken) throw new Error("no connection");
    return readNothing(since);
  });
  await get("/one");
  isBroken = true;
  expect(await (await get("/one")).text()).toBe("handled by itself");
  isBroken = false;
  expect(getStatus(await get("/one"))).toEqual([200, "hit"]);
});

it("shows the change of a request at once to the next one", async () => {
  let tags: string[] = [];
  const { get } = await serve(
    renderPage,
    async () => ({ state: { snapshot: "1:1:", server: "1", version: 1 }, tags }),
    60_000,
  );
  await get("/one");
  tags = ["product:1"];
  expect(getStatus(await get("/one"))).toEqual([200, "hit"]);
  await (await get("/one", { method: "POST", body: "x" })).text();
  expect(getStatus(await get("/one"))).toEqual([200, "miss"]);
});

it("makes a response anew after a change", async () => {
  let tags: string[] = [];
  const { get } = await serve(renderPage, async () => ({ state: { snapshot: "1:1:", server: "1", version: 1 }, tags }));
  await get("/one");
  tags = ["product:2"];
  expect(getStatus(await get("/one"))).toEqual([200, "hit"]);
  tags = ["product:1"];
  expect(getStatus(await get("/one"))).toEqual([200, "miss"]);
});

it("leaves the request to the next handler if the response cannot be made", async () => {
  const { get, log } = await serve(() => Promise.reject(new Error("broken")));
  expect(await (await get("/one")).text()).toBe("handled by itself");
  expect(log.error).toHaveBeenCalledTimes(1);
});

it.each([
  ["an error of the server", 500, {}],
  ["a redirect", 301, { location: "/two" }],
])("leaves the request to the next handler after %s", async (_, status, headers) => {
  const { get } = await serve(async () => new Response("broken", { status, headers }));
  expect(await (await get("/one")).text()).toBe("handled by itself");
});

it("makes a response anew for those who ask after a change, while it is being made for others", async () => {
  let tags: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { get, render } = await serve(
    async (_request, policies) => {
      const isFirst = render.mock.calls.length === 1;
      await (isFirst ? first : second).promise;
      policies.push(policy);
      return new Response(isFirst ? "old" : "new");
    },
    async () => ({ state: { snapshot: "1:1:", server: "1", version: 1 }, tags }),
  );
  const before = get("/one");
  await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(1));
  tags = ["product:1"];
  const after = get("/one");
  await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(2));
  second.resolve();
  expect(await (await after).text()).toBe("new");
  first.resolve();
  expect(await (await before).text()).toBe("old");
  tags = [];
  // The older one is not stored.
  expect(await (await get("/one")).text()).toBe("new");
});

it("answers 304 to a client that has the response already", async () => {
  const { get } = await serve();
  const etag = (await get("/one")).headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const known = await get("/one", { headers: { "if-none-match": `"other", ${etag}` } });
  expect([...getStatus(known), await known.text()]).toEqual([304, "hit", ""]);
  const unknown = await get("/one", { headers: { "if-none-match": '"other"' } });
  expect(unknown.status).toBe(200);
});

it.each([
  ["zstd", "gzip, deflate, br, zstd", zstdDecompressSync],
  ["br", "gzip, br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  [undefined, "identity", (body: Buffer) => body],
])("sends %s to a client that accepts %s", async (encoding, accepted, decompress) => {
  const { origin } = await serve();
  for (const cacheStatus of ["miss", "hit"]) {
    const { headers, body } = await readRaw(`${origin}/one`, "GET", { "accept-encoding": accepted });
    expect([headers["content-encoding"], headers["x-cache"]]).toEqual([encoding, cacheStatus]);
    expect(Number(headers["content-length"])).toBe(body.byteLength);
    expect(decompress(body).toString()).toBe(page);
  }
});

it("compresses a response that is served often as far as possible", async () => {
  const text = Array.from({ length: 4000 }, (_, index) => `<p>${index * 7919} ${index % 97} порядок</p>`).join("");
  const { origin } = await serve(async (_request, policies) => {
    policies.push(policy);
    return new Response(text, { headers: { "content-type": "text/html" } });
  });
  const accepted = { "accept-encoding": "gzip, deflate, br, zstd" };
  const first = await readRaw(`${origin}/one`, "GET", accepted);
  expect(first.headers["content-encoding"]).toBe("zstd");
  const last = await vi.waitFor(async () => {
    const response = await readRaw(`${origin}/one`, "GET", accepted);
    expect(response.headers["content-encoding"]).toBe("br");
    return response;
  }, 10_000);
  expect(last.body.byteLength).toBeLessThan(0.9 * first.body.byteLength);
  expect(brotliDecompressSync(last.body).toString()).toBe(text);
  const { headers } = await readRaw(`${origin}/one`, "GET", { "accept-encoding": "gzip, zstd" });
  expect(headers["content-encoding"]).toBe("zstd");
});

it("sends the headers alone in response to HEAD", async () => {
  const { origin } = await serve();
  const { headers, body } = await readRaw(`${origin}/one`, "HEAD", {});
  expect([Number(headers["content-length"]), body.byteLength]).toEqual([Buffer.byteLength(page), 0]);
});

/** Sends a request without decompressing the response. */
function readRaw(url: string, method: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    sendRaw(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });
}
