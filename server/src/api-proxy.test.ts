import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { openApiProxy } from "./api-proxy.ts";

const asked: (IncomingMessage & { content: string })[] = [];
const api = createServer((incoming, outgoing) => {
  void text(incoming).then((content) => {
    asked.push(Object.assign(incoming, { content }));
    if (incoming.url === "/v1/breaks") {
      outgoing.writeHead(200, { "content-length": "100" });
      outgoing.write("beginning");
      setImmediate(() => outgoing.destroy());
      return;
    }
    outgoing.writeHead(201, { "set-cookie": ["a=1", "b=2"], "content-encoding": "gzip", "keep-alive": "timeout=9" });
    outgoing.end("as it is");
  });
});
await new Promise<void>((listening) => {
  api.listen(0, "127.0.0.1", listening);
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});
const signature = { sign: () => "signed", verify: () => true };
const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
const pass = openApiProxy(origin, signature);

it("passes a body, every header and every cookie on, and nothing that is about the connection", async () => {
  const headers = { host: "shop.test", authorization: "Bearer x", te: "trailers", "accept-encoding": "gzip" };
  const answer = await pass(new Request("https://shop.test/v1/a?b=1", { method: "POST", headers, body: "content" }));
  expect([answer.status, await answer.text()]).toEqual([201, "as it is"]);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect([answer.headers.get("content-encoding"), answer.headers.has("keep-alive")]).toEqual(["gzip", false]);
  expect(asked.at(-1)).toMatchObject({ method: "POST", url: "/v1/a?b=1", content: "content" });
  expect(asked.at(-1)?.headers).toMatchObject({
    ...{ host: origin.slice("http://".length), authorization: "Bearer x", "accept-encoding": "gzip" },
    "x-storefront-signature": "signed",
  });
  expect(asked.at(-1)?.headers["te"]).toBeUndefined();
});

it("does not end an answer that breaks off as if it were whole", async () => {
  const answer = await pass(new Request("https://shop.test/v1/breaks"));
  await expect(answer.text()).rejects.toThrow();
});

it("answers 503 where the API cannot be reached", async () => {
  const lost = openApiProxy("http://127.0.0.1:1", signature);
  const answer = await lost(new Request("https://shop.test/robots.txt"));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  const posted = await lost(new Request("https://shop.test/v1/a", { method: "POST", body: "content" }));
  expect([posted.status, await posted.json()]).toEqual([503, { code: "not_ready" }]);
});
