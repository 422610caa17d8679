import { Hono } from "hono";
import { expect, it } from "vitest";
import { limitUploads } from "./upload-limit.ts";

const PHOTO_BYTES = 10_000_000;

/** A server that receives bodies until `receive` is called. */
function openServer() {
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  const app = new Hono().use(limitUploads()).post("*", async (c) => {
    await received;
    return c.text("received");
  });
  const send = async (ip: string, headers: Record<string, string>, path = "/v1/user/photos") =>
    app.request(path, { method: "POST", headers: { "x-client-ip": ip, ...headers } });
  /** Begins uploads from an address. @returns the statuses of all, once the server has received those that it accepts */
  const begin = (count: number, ip: string, headers: Record<string, string>) =>
    Array.from({ length: count }, () => send(ip, headers));
  return { send, begin, receive };
}

const countStatuses = async (responses: readonly Promise<Response>[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

it.each([
  ["a large body", { "content-length": String(PHOTO_BYTES) }],
  ["a photo of unknown length", { "transfer-encoding": "chunked" }],
])("limits how often a client sends %s at once, and frees its place", async (_, headers) => {
  const { begin, send, receive } = openServer();
  const uploads = begin(12, "203.0.113.7", headers);
  const others = begin(3, "203.0.113.8", headers);
  const refused = await send("203.0.113.7", headers);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  receive();
  expect(await countStatuses(uploads)).toEqual({ 200: 8, 429: 4 });
  expect(await countStatuses(others)).toEqual({ 200: 3 });
  expect((await send("203.0.113.7", headers)).status).toBe(200);
});

it("limits how many large bodies a process receives, and counts an IPv6 network as one client", async () => {
  const { begin, receive } = openServer();
  const headers = { "content-length": String(PHOTO_BYTES) };
  const network = Array.from({ length: 12 }, (_, index) => begin(1, `2001:db8::${index + 1}`, headers)).flat();
  const uploads = Array.from({ length: 50 }, (_, index) => begin(1, `203.0.113.${index}`, headers)).flat();
  receive();
  expect(await countStatuses(network)).toEqual({ 200: 8, 429: 4 });
  expect(await countStatuses(uploads)).toEqual({ 200: 24, 503: 26 });
});

it("limits no small bodies", async () => {
  const { send, begin, receive } = openServer();
  const requests = begin(100, "203.0.113.7", { "content-length": "1000000" });
  const chunked = send("203.0.113.7", { "transfer-encoding": "chunked" }, "/v1/webhooks/yookassa");
  receive();
  expect(await countStatuses([...requests, chunked])).toEqual({ 200: 101 });
});
