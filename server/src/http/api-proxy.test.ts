import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { createApiProxy } from "./api-proxy.ts";

const receivedRequests: (IncomingMessage & { content: string })[] = [];
const api = createServer((incoming, outgoing) => {
  void text(incoming).then((content) => {
    receivedRequests.push(Object.assign(incoming, { content }));
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
await new Promise<void>((resolve) => {
  api.listen(0, "127.0.0.1", resolve);
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});
const signature = { sign: () => "signed", verify: () => true };
const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
const proxyRequest = createApiProxy(origin, signature);

it("forwards the body, all headers and cookies, except hop-by-hop headers", async () => {
  const headers = { host: "shop.test", authorization: "Bearer x", te: "trailers", "accept-encoding": "gzip" };
  const response = await proxyRequest(
    new Request("https://shop.test/v1/a?b=1", { method: "POST", headers, body: "content" }),
  );
  expect([response.status, await response.text()]).toEqual([201, "as it is"]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect([response.headers.get("content-encoding"), response.headers.has("keep-alive")]).toEqual(["gzip", false]);
  expect(receivedRequests.at(-1)).toMatchObject({ method: "POST", url: "/v1/a?b=1", content: "content" });
  expect(receivedRequests.at(-1)?.headers).toMatchObject({
    ...{ host: origin.slice("http://".length), authorization: "Bearer x", "accept-encoding": "gzip" },
    "x-storefront-signature": "signed",
  });
  expect(receivedRequests.at(-1)?.headers["te"]).toBeUndefined();
});

it("does not end a truncated response as if it were complete", async () => {
  const response = await proxyRequest(new Request("https://shop.test/v1/breaks"));
  await expect(response.text()).rejects.toThrow();
});

it("responds 503 if the API cannot be reached", async () => {
  const proxyToNowhere = createApiProxy("http://127.0.0.1:1", signature);
  const response = await proxyToNowhere(new Request("https://shop.test/robots.txt"));
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  const postResponse = await proxyToNowhere(new Request("https://shop.test/v1/a", { method: "POST", body: "content" }));
  expect([postResponse.status, await postResponse.json()]).toEqual([503, { code: "not_ready" }]);
});
