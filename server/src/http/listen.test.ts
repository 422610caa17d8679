import { once } from "node:events";
import { Agent, type IncomingMessage, request, type RequestOptions } from "node:http";
import { connect, Server, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { canConnect } from "../../../api/src/platform/can-connect.ts";
import { readConfig } from "../../../api/src/platform/config.ts";
import type { LoggedRequest } from "./access-log.ts";
import { createClientInfoReader } from "./client-info.ts";
import { findPort, listen, type RequestHandler } from "./listen.ts";
import { createStorefrontSignature, SIGNATURE_HEADER } from "./storefront-signature.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-listen-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const secret = "a secret that both processes have";
const logged: string[] = [];
beforeEach(() => void (logged.length = 0));
const stopFunctions: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopFunctions.splice(0)) await stop();
});

async function openTestServer(handler: RequestHandler, env: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, SHOP_SECRET: secret, PUBLIC_URL: "https://shop.test", ...env });
  const log = { info: () => undefined, error: (message: string) => void logged.push(message) };
  const finishedRequests: LoggedRequest[] = [];
  const listening = await listen({ host: "127.0.0.1", port: 0 }, handler, {
    getClientInfo: createClientInfoReader(config, log),
    onFinished: (finishedRequest) => finishedRequests.push(finishedRequest),
  });
  stopFunctions.push(async () => listening.stop());
  return { ...listening, finishedRequests };
}

function sendRequest(port: number, options: RequestOptions = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, ...options }, resolve)
      .once("error", reject)
      .end();
  });
}

const clientHeaderNames = new Set(["x-client-ip", "x-request-id", "traceparent"]);
const respondWithClientInfo = (incoming: Request) =>
  Response.json({
    url: incoming.url,
    ...Object.fromEntries([...incoming.headers].filter(([name]) => clientHeaderNames.has(name))),
  });
const getClientInfo = async (port: number, headers: RequestOptions["headers"] = {}) =>
  JSON.parse(await text(await sendRequest(port, { headers }))) as Record<string, string>;

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
/** The trace context of a request that begins a trace: not that of the client, and not recorded without a collector. */
const NEW_TRACE = /^00-(?!4bf92f)[\da-f]{32}-[\da-f]{16}-00$/;
const forwardedHeaders = { "x-forwarded-for": "203.0.113.7", "x-request-id": "proxy-gave-this", traceparent: TRACE };

it("uses the origin of the back office for requests to its host, directly and behind a proxy", async () => {
  const env = { ADMIN_URL: "https://office.test/admin", TRUST_PROXY: "1" };
  for (const [settings, headers] of [
    [{ ...env, TRUST_PROXY: "0" }, (host: string) => ({ host })],
    [env, (host: string) => ({ "x-forwarded-proto": "https", "x-forwarded-host": host })],
  ] as const) {
    const { port } = await openTestServer(respondWithClientInfo, settings);
    expect((await getClientInfo(port, headers("office.test"))).url).toBe("https://office.test/");
    expect((await getClientInfo(port, headers("other.test"))).url).toBe("https://shop.test/");
  }
});

it("ignores client headers about the client's identity", async () => {
  const { port } = await openTestServer(respondWithClientInfo);
  const headers = [
    ...["X-Client-IP", "6.6.6.6", "x-client-ip", "7.7.7.7", "host", "shop.test"],
    ...["x-forwarded-for", "8.8.8.8", "x-request-id", "of-the-client", "traceparent", TRACE],
  ];
  const clientInfo = await getClientInfo(port, headers);
  expect(clientInfo).toEqual({
    url: "https://shop.test/",
    "x-client-ip": "127.0.0.1",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    traceparent: expect.stringMatching(NEW_TRACE),
  });
  expect(logged).toEqual([expect.stringContaining("set TRUST_PROXY")]);
});

it.each(["1", "loopback", "127.0.0.0/8, 10.0.0.0/8"])(
  "takes the IP address and ids from a proxy with TRUST_PROXY=%s",
  async (trustProxy) => {
    const { port } = await openTestServer(respondWithClientInfo, { TRUST_PROXY: trustProxy });
    expect(await getClientInfo(port, forwardedHeaders)).toEqual({
      url: "https://shop.test/",
      "x-client-ip": "203.0.113.7",
      "x-request-id": "proxy-gave-this",
      traceparent: TRACE,
    });
    const chainHeaders = { "x-forwarded-for": "6.6.6.6, 203.0.113.7" };
    expect((await getClientInfo(port, chainHeaders))["x-client-ip"]).toBe("203.0.113.7");
    const mappedHeaders = { "x-forwarded-for": "::ffff:203.0.113.9" };
    expect((await getClientInfo(port, mappedHeaders))["x-client-ip"]).toBe("203.0.113.9");
    const invalidHeadersInfo = await getClientInfo(port, {
      "x-forwarded-for": "unknown",
      "x-request-id": "a b",
      traceparent: "00-x",
    });
    expect(invalidHeadersInfo["x-client-ip"]).toBe("127.0.0.1");
    expect(invalidHeadersInfo["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(invalidHeadersInfo["traceparent"]).toMatch(NEW_TRACE);
  },
);

it("ignores headers of a proxy that is not in the list", async () => {
  const { port } = await openTestServer(respondWithClientInfo, { TRUST_PROXY: "10.0.0.0/8" });
  expect((await getClientInfo(port, forwardedHeaders))["x-client-ip"]).toBe("127.0.0.1");
});

it("takes the client's IP address from a storefront with the same secret, and from no other", async () => {
  const { port } = await openTestServer(respondWithClientInfo);
  const client = { "x-client-ip": "203.0.113.7", "x-request-id": "storefront-gave-this", traceparent: TRACE };
  const signWith = (signingSecret: string, now = Date.now()) =>
    createStorefrontSignature({ secret: signingSecret, dataDir }, () => now).sign(client);
  const clientInfo = await getClientInfo(port, { ...client, [SIGNATURE_HEADER]: signWith(secret) });
  expect(clientInfo).toMatchObject(client);

  const forged = { ...client, "x-client-ip": "203.0.113.8", [SIGNATURE_HEADER]: signWith(secret) };
  const otherSecret = { ...client, [SIGNATURE_HEADER]: signWith("the secret of somebody else") };
  const expired = { ...client, [SIGNATURE_HEADER]: signWith(secret, Date.now() - 10 * 60_000) };
  for (const headers of [forged, otherSecret, expired, { ...client, [SIGNATURE_HEADER]: "junk" }])
    expect(await getClientInfo(port, headers)).toMatchObject({
      "x-client-ip": "127.0.0.1",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  expect(logged).toEqual([expect.stringContaining("SHOP_SECRET")]);
});

it("builds the URL from PUBLIC_URL, unless the browser uses another origin directly or through a trusted proxy", async () => {
  const { port } = await openTestServer(respondWithClientInfo);
  const getRequestUrl = async (headers: Record<string, string>, requestPort = port) =>
    (await getClientInfo(requestPort, headers))["url"];
  expect(await getRequestUrl({ host: "shop.test", origin: "https://shop.test" })).toBe("https://shop.test/");
  expect(await getRequestUrl({ host: "127.0.0.1:3000", origin: "https://shop.test" })).toBe("https://shop.test/");
  expect(await getRequestUrl({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" })).toBe(
    "http://127.0.0.1:3000/",
  );
  const otherOriginHeaders = { host: "www.shop.test", origin: "https://www.shop.test", "x-forwarded-proto": "https" };
  expect(await getRequestUrl(otherOriginHeaders)).toBe("https://shop.test/");
  const trustingServer = await openTestServer(respondWithClientInfo, { TRUST_PROXY: "1" });
  expect(await getRequestUrl(otherOriginHeaders, trustingServer.port)).toBe("https://www.shop.test/");
  expect(
    await getRequestUrl(
      { ...otherOriginHeaders, host: "10.0.0.5", "x-forwarded-host": "www.shop.test" },
      trustingServer.port,
    ),
  ).toBe("https://www.shop.test/");
  expect(await getRequestUrl({ ...otherOriginHeaders, origin: "https://evil.test" }, trustingServer.port)).toBe(
    "https://shop.test/",
  );
  const absoluteResponse = await sendRequest(port, { path: "http://evil.test/a?b=1" });
  expect(JSON.parse(await text(absoluteResponse))).toMatchObject({ url: "https://shop.test/a?b=1" });
  expect((await sendRequest(port, { method: "OPTIONS", path: "*" })).statusCode).toBe(400);
});

it("gives every request an id, and returns it in the response except for static assets", async () => {
  const { port } = await openTestServer((incoming) => new Response(incoming.headers.get("x-request-id")));
  const pageResponse = await fetch(`http://127.0.0.1:${port}/`);
  expect(pageResponse.headers.get("x-request-id")).toBe(await pageResponse.text());
  const assetResponse = await fetch(`http://127.0.0.1:${port}/assets/a.js`);
  expect(await assetResponse.text()).toMatch(/^[0-9a-f-]{36}$/);
  expect(assetResponse.headers.has("x-request-id")).toBe(false);
});

it("reports each finished request, including those whose client disconnected", async () => {
  const { promise: requestReceived, resolve: signalReceived } = Promise.withResolvers<void>();
  const neverRespond = () => {
    signalReceived();
    return new Promise<Response>(() => undefined);
  };
  const { port, finishedRequests } = await openTestServer(({ url }) =>
    url.endsWith("/hangs") ? neverRespond() : new Response("no", { status: 404 }),
  );
  await text(await sendRequest(port, { path: "/page?q=1" }));
  await expect.poll(() => finishedRequests.length).toBe(1);
  expect(finishedRequests[0]).toMatchObject({ method: "GET", target: "/page?q=1", status: 404, isAborted: false });
  const abortedRequest = request({ port, path: "/hangs" }).on("error", () => undefined);
  abortedRequest.end();
  await requestReceived;
  abortedRequest.destroy();
  await expect.poll(() => finishedRequests.length).toBe(2);
  expect(finishedRequests[1]).toMatchObject({ target: "/hangs", isAborted: true });
});

it("reports a port in use in one line", async () => {
  const { port } = await openTestServer(() => new Response("first"));
  await expect(findPort({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT.`,
  );
  await expect(findPort({ host: "127.0.0.1", port, variable: "HEALTH_PORT" })).rejects.toThrow("set HEALTH_PORT.");
});

it("closes the connection after a response that left the body unread, and keeps it otherwise", async () => {
  const { port } = await openTestServer(async (incoming) => {
    if (incoming.url.endsWith("/reads")) await incoming.text();
    return new Response("answered");
  });
  const post = (path: string, restOfBody: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`POST ${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 100000\r\n\r\nbeginning${restOfBody}`);
      socket.once("data", (received) => {
        socket.destroy();
        resolve(received.toString().toLowerCase());
      });
    });
  expect(await post("/leaves", "")).toContain("connection: close");
  expect(await post("/reads", "x".repeat(100_000 - "beginning".length))).toContain("connection: keep-alive");
  expect((await sendRequest(port, { agent: new Agent({ keepAlive: true }) })).headers.connection).toBe("keep-alive");
});

it("closes the connection of a client that goes on sending after its time, but not that of a large upload", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const received = vi.fn<() => void>();
    const { port } = await openTestServer(async (incoming) => {
      received();
      return new Response(await incoming.text());
    });
    const send = (contentLength: number) => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${contentLength}\r\n\r\nbeginning`);
      return { socket, closed: once(socket, "close") };
    };
    const [slow, upload] = [send(1000), send(10_000_000)];
    await vi.waitUntil(() => received.mock.calls.length === 2);
    await vi.advanceTimersByTimeAsync(40_000);
    await slow.closed;
    await vi.advanceTimersByTimeAsync(200_000);
    expect(upload.socket.closed).toBe(false);
    upload.socket.destroy();
    await upload.closed;
  } finally {
    vi.useRealTimers();
  }
});

it("finishes running requests before it stops, and accepts no new ones", async () => {
  const { handler, requested, respond } = createDeferredResponse();
  const { port, stop } = await openTestServer(handler);
  const runningRequest = fetch(`http://127.0.0.1:${port}/`);
  await requested;
  const stopped = stop();
  await vi.waitUntil(async () => !(await canConnect(port)));
  respond(new Response("in time"));
  expect(await (await runningRequest).text()).toBe("in time");
  await stopped;
  stopFunctions.length = 0;
});

it("answers requests whose connections were waiting when it stops", async () => {
  const { port, stop } = await openTestServer(() => new Response("in time"));
  const request = "GET / HTTP/1.1\r\nhost: shop.test\r\nconnection: close\r\n\r\n";
  const answers = Array.from({ length: 20 }, () => text(connect(port, "127.0.0.1").end(request)));
  // The event loop does not run while the system establishes the connections.
  const until = performance.now() + 50;
  while (performance.now() < until);
  await stop();
  for (const answer of await Promise.all(answers)) expect(answer).toContain("in time");
  stopFunctions.length = 0;
});

it("answers on open connections while it stops, closes each after its response, and leaves idle ones open", async () => {
  const { handler, requested, respond } = createDeferredResponse();
  const { port, stop } = await openTestServer((incoming) =>
    incoming.url.endsWith("/held") ? handler() : new Response("new"),
  );
  const [used, unused] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  for (const agent of [used, unused]) {
    const first = await sendRequest(port, { agent });
    expect([await text(first), first.headers.connection]).toEqual(["new", "keep-alive"]);
  }
  const held = sendRequest(port, { path: "/held", agent: new Agent({ keepAlive: true }) });
  await requested;
  const closed = once(Object.values(unused.freeSockets)[0]?.[0] as Socket, "close");
  const idleMs = 1000;
  const startedAt = performance.now();
  const stopped = stop(idleMs);
  await vi.waitUntil(async () => !(await canConnect(port)));
  const next = await sendRequest(port, { agent: used });
  expect([await text(next), next.headers.connection]).toEqual(["new", "close"]);
  respond(new Response("held"));
  expect((await held).headers.connection).toBe("close");
  await closed;
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(idleMs);
  await stopped;
  stopFunctions.length = 0;
});

it("gives a request on an idle connection the full time to finish", async () => {
  const { handler, requested, respond } = createDeferredResponse();
  const { port, stop } = await openTestServer((incoming) =>
    incoming.url.endsWith("/held") ? handler() : new Response("first"),
  );
  const agent = new Agent({ keepAlive: true });
  await text(await sendRequest(port, { agent }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const stopped = stop(4500);
    while (await canConnect(port));
    const held = sendRequest(port, { agent, path: "/held" });
    await requested;
    vi.advanceTimersByTime(9400);
    respond(new Response("in time"));
    expect(await text(await held)).toBe("in time");
    await stopped;
  } finally {
    vi.useRealTimers();
  }
  stopFunctions.length = 0;
});

it("checks host and port without opening the port", async () => {
  const { port: usedPort } = await openTestServer(() => new Response());
  await expect(findPort({ host: "0.0.0.0", port: usedPort })).rejects.toThrow("is in use");
  await expect(findPort({ host: "203.0.113.9", port: 3000 })).rejects.toThrow("Cannot listen on HOST 203.0.113.9");
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const listenCalls = vi.spyOn(Server.prototype, "listen");
  expect(await findPort({ host: "127.0.0.1", port })).toBe(port);
  expect(listenCalls.mock.calls.map(([first]) => first)).toEqual([0]);
});

/** A handler whose response is sent when the test calls `respond`; `requested` resolves when it is called. */
function createDeferredResponse() {
  const { promise: requested, resolve: signalRequested } = Promise.withResolvers<void>();
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  const handler = () => {
    signalRequested();
    return response;
  };
  return { handler, requested, respond };
}
