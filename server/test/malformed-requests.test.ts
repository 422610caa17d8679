import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestCustomer, PASSWORD } from "../../api/src/account/fixtures.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { buildSites } from "../../scripts/sites.mjs";
import type { ResponseSummary, MalformedRequestsInput } from "./malformed-requests-process.ts";
import type { MalformedRequest } from "./malformed-requests.ts";

const SEED = 20_261_122;
const COUNT = 600;
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-malformed-requests-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const htmlHeaders = { accept: "text/html" };
const getRequest = (path: string, headers: Record<string, string> = htmlHeaders): MalformedRequest => ({
  path,
  method: "GET",
  headers,
});
const postRequest = (path: string, type: string | undefined, body?: string): MalformedRequest => ({
  path,
  method: "POST",
  headers: { ...htmlHeaders, ...(type === undefined ? {} : { "content-type": type }) },
  ...(body === undefined ? {} : { body }),
});
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Requests with the expected status of the page. */
const pages: Record<string, [MalformedRequest, number]> = {
  "a null character": [getRequest("/%00"), 404],
  "a null character after a fixed part": [getRequest("/blog/tag/%00"), 404],
  "a line feed": [getRequest("/a/b%0Ac"), 404],
  "a carriage return": [getRequest("/en-US/a/b%0dc"), 404],
  "half of a character": [getRequest("/%ED%A0%80"), 404],
  "a short link to no product": [getRequest("/p/unknown"), 404],
  "GET of a URL that only accepts forms": [getRequest("/currency"), 404],
  "GET of an English URL that only accepts forms": [getRequest("/en-US/wishlist/1"), 404],
  "GET of the cart lines": [getRequest("/cart/lines"), 404],
  "GET of an alert": [getRequest("/profile/alerts/1"), 404],
  "a client without an Accept header": [getRequest("/currency", {}), 404],
  "a method that pages do not have": [{ path: "/brands", method: "DELETE", headers: htmlHeaders }, 405],
  "a form sent to a page without forms": [postRequest("/brands", FORM_TYPE, "a=b"), 405],
  "a body that is not a form": [postRequest("/login", "text/plain", "text"), 415],
  "JSON instead of a form": [postRequest("/en-US/login", "application/json", "{}"), 415],
  "no body": [postRequest("/login", undefined), 415],
  "a broken multipart body": [postRequest("/login", "multipart/form-data; boundary=a", "--a\r\nx"), 400],
  "cart lines that are not JSON": [postRequest("/cart/lines", "application/json", "{"), 400],
  "a guest's cart without lines": [postRequest("/cart/lines?merge=1", "application/json", "{}"), 400],
  "a form from another site": [
    {
      ...postRequest("/login", FORM_TYPE, "a=b"),
      headers: { ...htmlHeaders, "content-type": FORM_TYPE, "sec-fetch-site": "cross-site" },
    },
    403,
  ],
  "a body that is too large": [postRequest("/login", FORM_TYPE, "a".repeat(1_100_000)), 413],
  "a link without its token": [getRequest("/user/unsubscribe"), 410],
  "a link with a broken token": [getRequest("/user/unsubscribe?token=x"), 410],
};
/** Requests with the expected status and redirect target. */
const redirects: Record<string, [MalformedRequest, number, string]> = {
  "two slashes": [getRequest("//elsewhere.test/x"), 308, "/elsewhere.test/x"],
  "a path that the router cannot parse": [getRequest("//x/..//"), 308, "/"],
  "two slashes after a locale": [getRequest("/en-US//%ED%A0%80"), 308, "/en-US/%ED%A0%80"],
  "a prefix in another case": [getRequest("/en-us/cart"), 301, "/en-US/cart"],
  "a fixed part in another case": [getRequest("/BRANDS"), 301, "/brands"],
  "a language switch on a page with other letters": [
    getRequest("/language/en-US?to=%2F%D0%BA%D0%BE"),
    302,
    "/en-US/%D0%BA%D0%BE",
  ],
};

let results: { named: Record<string, ResponseSummary>; failed: string[] };

beforeAll(async () => {
  await buildSites();
  const { email } = await createTestCustomer(shop.db);
  const signIn = new URLSearchParams({ email, password: PASSWORD, from: "/\u043A\u043E" });
  const input: MalformedRequestsInput = {
    connection: shop.connection,
    now: shop.clock.now(),
    seed: SEED,
    count: COUNT,
    named: {
      ...Object.fromEntries(
        [...Object.entries(pages), ...Object.entries(redirects)].map(([name, [one]]) => [name, one]),
      ),
      "sign-in": postRequest("/login", FORM_TYPE, String(signIn)),
    },
  };
  // The input is longer than a command-line argument may be.
  const inputFile = join(dataDir, "input.json");
  writeFileSync(inputFile, JSON.stringify(input));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "malformed-requests-process.ts"), inputFile],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 },
  );
  results = JSON.parse(stdout) as typeof results;
}, 400_000);

it.each(Object.entries(pages))("%s gets a page in the store's layout", (name, [, status]) => {
  expect(results.named[name]).toMatchObject({ status, isPage: true });
});

it.each(Object.entries(redirects))("%s redirects to the expected URL", (name, [, status, location]) => {
  expect(results.named[name]).toMatchObject({ status, location });
});

it("redirects to a non-ASCII path after sign-in", () => {
  expect(results.named["sign-in"]).toMatchObject({ status: 302, location: "/%D0%BA%D0%BE" });
});

describe("the texts of the error pages", () => {
  it("show the path that was not found, in both languages", () => {
    expect(results.named["a short link to no product"]?.body).toContain("Страница не найдена: /p/unknown");
    expect(results.named["GET of an English URL that only accepts forms"]?.body).toContain(
      "Page not found: /wishlist/1",
    );
    expect(results.named["a carriage return"]?.body).toContain("Page not found: /a/b%20c");
  });
});

it(`handles ${COUNT} malformed requests without a 5xx, an external redirect or an unstyled error page`, () => {
  expect(results.failed).toEqual([]);
});
