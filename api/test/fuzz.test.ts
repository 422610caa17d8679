import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type TestCustomer, createTestCustomer } from "../src/account/fixtures.ts";
import { buildApi } from "../src/app.ts";
import { openTestShop } from "./harness.ts";

/** Fixed, so that failures are reproducible. */
const SEED = 20_261_122;
const REQUESTS_PER_OPERATION = 6;

const shop = await openTestShop();
const api = buildApi(shop.app);
const { paths } = (await (await api.request("/v1/openapi.json")).json()) as {
  paths: Record<string, Record<string, unknown>>;
};
const operations = Object.entries(paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })))
  // An event stream never ends.
  .filter(({ path }) => path !== "/v1/user/notification/stream");
const writeOperations = operations.filter(({ method }) => method !== "GET");

const contentType = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-8",
  "application/json, text/plain",
  "application/json;",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "image/svg+xml",
  "*/*",
  "json",
  "application/jsonx",
  "\u00ff/\u00fe",
  "",
  null,
);
const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", "{", "[]", "null", '"', "{}{}", '{"a":1e999}', '{"__proto__":{}}', "\u0000", "[".repeat(5000)),
);
const parameter = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.constantFrom("0", "-1", "1", "99999999999999999999", "..", "a b", "%", "null", "\u0000", "е", "1e5"),
);
const request = fc.record({ contentType, body, parameter, isChunked: fc.boolean(), isSignedIn: fc.boolean() });
type FuzzRequest = typeof request extends fc.Arbitrary<infer T> ? T : never;

let customer: TestCustomer;
beforeEach(async () => {
  customer = await createTestCustomer(shop.db);
});

/** Sends a request with the parameter in each place of the path. @returns the status */
async function send(method: string, path: string, { body: content, ...options }: FuzzRequest): Promise<number> {
  const filledPath = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(options.parameter));
  const bytes = new TextEncoder().encode(content);
  const headers = new Headers(options.isSignedIn ? { authorization: `Bearer ${customer.token}` } : {});
  if (options.contentType !== null) headers.set("content-type", options.contentType);
  const isGet = method === "GET";
  if (!isGet) {
    if (options.isChunked) headers.set("transfer-encoding", "chunked");
    else headers.set("content-length", String(bytes.length));
  }
  const stream = () => new Blob([bytes]).stream();
  const query = isGet ? `?page=${encodeURIComponent(content)}&sort=${encodeURIComponent(content)}` : "";
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!isGet) init.body = options.isChunked ? stream() : bytes;
  const response = await api.fetch(new Request(`http://shop.test${filledPath}${query}`, init));
  await response.body?.cancel();
  return response.status;
}

describe("malformed requests", () => {
  it.each(operations)("never cause a server error in $method $path", async ({ method, path }) => {
    for (const input of fc.sample(request, { seed: SEED, numRuns: REQUESTS_PER_OPERATION })) {
      const status = await send(method, path, input);
      expect({ input, failed: status === 500, errors: shop.errors }).toEqual({ input, failed: false, errors: [] });
    }
  });

  it.each(writeOperations.filter(({ path }) => !path.endsWith("photos") && !path.includes("/webhooks/")))(
    "with another content type get 415 from $method $path",
    async ({ method, path }) => {
      for (const type of ["application/json, text/plain", "text/plain", null] as const)
        for (const isChunked of [false, true]) {
          const input = { contentType: type, body: "{}", parameter: "1", isChunked, isSignedIn: true };
          expect([type, isChunked, await send(method, path, input)]).toEqual([type, isChunked, 415]);
        }
    },
  );
});
