import { Agent, type IncomingMessage, request, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import type { AnsweredRequest } from "./access-log.ts";
import { openClientInfo } from "./client-info.ts";
import { findPort, listen, type Answerer } from "./listen.ts";
import { openStorefrontSignature, SIGNATURE_HEADER } from "./storefront-signature.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-listen-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const secret = "a secret that both processes have";
const logged: string[] = [];
beforeEach(() => void (logged.length = 0));
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function open(answer: Answerer, env: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, SHOP_SECRET: secret, PUBLIC_URL: "https://shop.test", ...env });
  const log = { info: () => undefined, error: (message: string) => void logged.push(message) };
  const answered: AnsweredRequest[] = [];
  const listening = await listen({ host: "127.0.0.1", port: 0 }, answer, {
    getClientInfo: openClientInfo(config, log),
    onAnswered: (one) => answered.push(one),
  });
  stops.push(listening.stop);
  return { ...listening, answered };
}

function ask(port: number, options: RequestOptions = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, ...options }, resolve)
      .once("error", reject)
      .end();
  });
}

const seen = new Set(["x-client-ip", "x-request-id", "traceparent"]);
const tellSeen = (asked: Request) =>
  Response.json({
    url: asked.url,
    ...Object.fromEntries([...asked.headers].filter(([name]) => seen.has(name))),
  });
const askSeen = async (port: number, headers: RequestOptions["headers"] = {}) =>
  JSON.parse(await text(await ask(port, { headers }))) as Record<string, string>;

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const forwarded = { "x-forwarded-for": "203.0.113.7", "x-request-id": "proxy-gave-this", traceparent: TRACE };

it("believes nothing that a client says of itself", async () => {
  const { port } = await open(tellSeen);
  const headers = [
    ...["X-Client-IP", "6.6.6.6", "x-client-ip", "7.7.7.7", "host", "shop.test"],
    ...["x-forwarded-for", "8.8.8.8", "x-request-id", "of-the-client", "traceparent", TRACE],
  ];
  const got = await askSeen(port, headers);
  expect(got).toEqual({
    url: "https://shop.test/",
    "x-client-ip": "127.0.0.1",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(logged).toEqual([expect.stringContaining("set TRUST_PROXY")]);
});

it.each(["1", "loopback", "127.0.0.0/8, 10.0.0.0/8"])(
  "takes address and ids from a proxy with TRUST_PROXY=%s",
  async (trusted) => {
    const { port } = await open(tellSeen, { TRUST_PROXY: trusted });
    expect(await askSeen(port, forwarded)).toEqual({
      url: "https://shop.test/",
      "x-client-ip": "203.0.113.7",
      "x-request-id": "proxy-gave-this",
      traceparent: TRACE,
    });
    const chain = { "x-forwarded-for": "6.6.6.6, 203.0.113.7" };
    expect((await askSeen(port, chain))["x-client-ip"]).toBe("203.0.113.7");
    const mapped = { "x-forwarded-for": "::ffff:203.0.113.9" };
    expect((await askSeen(port, mapped))["x-client-ip"]).toBe("203.0.113.9");
    const junk = await askSeen(port, { "x-forwarded-for": "unknown", "x-request-id": "a b", traceparent: "00-x" });
    expect(junk["x-client-ip"]).toBe("127.0.0.1");
    expect(junk["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(junk["traceparent"]).toBeUndefined();
  },
);

it("takes nothing from a proxy that is not in the list", async () => {
  const { port } = await open(tellSeen, { TRUST_PROXY: "10.0.0.0/8" });
  expect((await askSeen(port, forwarded))["x-client-ip"]).toBe("127.0.0.1");
});

it("takes the client's address from a storefront with the same secret, and from no other", async () => {
  const { port } = await open(tellSeen);
  const client = { "x-client-ip": "203.0.113.7", "x-request-id": "storefront-gave-this", traceparent: TRACE };
  const signedWith = (other: string, now = Date.now()) =>
    openStorefrontSignature({ secret: other, dataDir }, () => now).sign(client);
  const got = await askSeen(port, { ...client, [SIGNATURE_HEADER]: signedWith(secret) });
  expect(got).toMatchObject(client);

  const forged = { ...client, "x-client-ip": "203.0.113.8", [SIGNATURE_HEADER]: signedWith(secret) };
  const otherSecret = { ...client, [SIGNATURE_HEADER]: signedWith("the secret of somebody else") };
  const old = { ...client, [SIGNATURE_HEADER]: signedWith(secret, Date.now() - 10 * 60_000) };
  for (const headers of [forged, otherSecret, old, { ...client, [SIGNATURE_HEADER]: "junk" }])
    expect(await askSeen(port, headers)).toMatchObject({
      "x-client-ip": "127.0.0.1",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  expect(logged).toEqual([expect.stringContaining("SHOP_SECRET")]);
});

it("builds the URL from PUBLIC_URL, unless the browser asks directly or through a trusted proxy under another name", async () => {
  const { port } = await open(tellSeen);
  const urlOf = async (headers: Record<string, string>, at = port) => (await askSeen(at, headers))["url"];
  expect(await urlOf({ host: "shop.test", origin: "https://shop.test" })).toBe("https://shop.test/");
  expect(await urlOf({ host: "127.0.0.1:3000", origin: "https://shop.test" })).toBe("https://shop.test/");
  expect(await urlOf({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" })).toBe("http://127.0.0.1:3000/");
  const other = { host: "www.shop.test", origin: "https://www.shop.test", "x-forwarded-proto": "https" };
  expect(await urlOf(other)).toBe("https://shop.test/");
  const trusting = await open(tellSeen, { TRUST_PROXY: "1" });
  expect(await urlOf(other, trusting.port)).toBe("https://www.shop.test/");
  expect(await urlOf({ ...other, host: "10.0.0.5", "x-forwarded-host": "www.shop.test" }, trusting.port)).toBe(
    "https://www.shop.test/",
  );
  expect(await urlOf({ ...other, origin: "https://evil.test" }, trusting.port)).toBe("https://shop.test/");
  const absolute = await ask(port, { path: "http://evil.test/a?b=1" });
  expect(JSON.parse(await text(absolute))).toMatchObject({ url: "https://shop.test/a?b=1" });
});

it("gives every request an id, which its answer carries unless it is a file of the build", async () => {
  const { port } = await open((asked) => new Response(asked.headers.get("x-request-id")));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.headers.get("x-request-id")).toBe(await answer.text());
  const file = await fetch(`http://127.0.0.1:${port}/assets/a.js`);
  expect(await file.text()).toMatch(/^[0-9a-f-]{36}$/);
  expect(file.headers.has("x-request-id")).toBe(false);
});

it("reports each request once it is answered, also one whose client left", async () => {
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const hang = () => {
    isAsked();
    return new Promise<Response>(() => undefined);
  };
  const { port, answered } = await open(({ url }) =>
    url.endsWith("/hangs") ? hang() : new Response("no", { status: 404 }),
  );
  await text(await ask(port, { path: "/page?q=1" }));
  await expect.poll(() => answered.length).toBe(1);
  expect(answered[0]).toMatchObject({ method: "GET", target: "/page?q=1", status: 404, isAborted: false });
  const leaving = request({ port, path: "/hangs" }).on("error", () => undefined);
  leaving.end();
  await asked;
  leaving.destroy();
  await expect.poll(() => answered.length).toBe(2);
  expect(answered[1]).toMatchObject({ target: "/hangs", isAborted: true });
});

it("says in one line that a port is taken", async () => {
  const { port } = await open(() => new Response("first"));
  await expect(findPort({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT.`,
  );
  await expect(findPort({ host: "127.0.0.1", port, variable: "HEALTH_PORT" })).rejects.toThrow("set HEALTH_PORT.");
});

it("closes the connection after an answer that left a body unread, and keeps it after any other", async () => {
  const { port } = await open(async (asked) => {
    if (asked.url.endsWith("/reads")) await asked.text();
    return new Response("answered");
  });
  const post = (path: string, rest: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`POST ${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 100000\r\n\r\nbeginning${rest}`);
      socket.once("data", (said) => {
        socket.destroy();
        resolve(said.toString().toLowerCase());
      });
    });
  expect(await post("/leaves", "")).toContain("connection: close");
  expect(await post("/reads", "x".repeat(100_000 - "beginning".length))).toContain("connection: keep-alive");
  expect((await ask(port, { agent: new Agent({ keepAlive: true }) })).headers.connection).toBe("keep-alive");
});

it("lets a request in hand end before it stops, and takes no new one", async () => {
  const { answer, isAsked, answerNow } = heldAnswer();
  const { port, stop } = await open(answer);
  const answered = fetch(`http://127.0.0.1:${port}/`);
  await isAsked;
  const stopped = stop();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  answerNow(new Response("in time"));
  expect(await (await answered).text()).toBe("in time");
  await stopped;
  stops.length = 0;
});

it("goes on answering while it drains, each answer closing its connection", async () => {
  const { answer, isAsked, answerNow } = heldAnswer();
  const { port, drain } = await open((asked) => (asked.url.endsWith("/held") ? answer() : new Response("new")));
  const agent = new Agent({ keepAlive: true });
  const first = await ask(port, { agent });
  expect([await text(first), first.headers.connection]).toEqual(["new", "keep-alive"]);
  const held = ask(port, { path: "/held", agent: new Agent({ keepAlive: true }) });
  await isAsked;
  await drain(0);
  const kept = await ask(port, { agent });
  expect([await text(kept), kept.headers.connection]).toEqual(["new", "close"]);
  const another = await ask(port, { agent });
  expect([await text(another), another.headers.connection]).toEqual(["new", "close"]);
  answerNow(new Response("held"));
  expect((await held).headers.connection).toBe("close");
});

/** An answer that is given when the test says so. */
function heldAnswer() {
  let tellAsked: () => void = () => undefined;
  let answerNow: (answer: Response) => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const given = new Promise<Response>((resolve) => {
    answerNow = resolve;
  });
  const answer = () => {
    tellAsked();
    return given;
  };
  return { answer, isAsked, answerNow: (response: Response) => answerNow(response) };
}
