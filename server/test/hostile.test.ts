import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, PASSWORD } from "../../api/src/account/fixtures.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { buildStorefront } from "../../scripts/storefront.mjs";
import type { Answer, Errand } from "./hostile-process.ts";
import type { HostileRequest } from "./hostile-requests.ts";

const SEED = 20_261_122;
const COUNT = 600;
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-hostile-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const html = { accept: "text/html" };
const get = (path: string, headers: Record<string, string> = html): HostileRequest => ({
  path,
  method: "GET",
  headers,
});
const send = (path: string, type: string | undefined, body?: string): HostileRequest => ({
  path,
  method: "POST",
  headers: { ...html, ...(type === undefined ? {} : { "content-type": type }) },
  ...(body === undefined ? {} : { body }),
});
const FORM = "application/x-www-form-urlencoded";

/** Every request with the status of the page that answers it. */
const pages: Record<string, [HostileRequest, number]> = {
  "a null character": [get("/%00"), 404],
  "a null character behind a fixed part": [get("/blog/tag/%00"), 404],
  "a line feed": [get("/a/b%0Ac"), 404],
  "a carriage return": [get("/en-US/a/b%0dc"), 404],
  "half of a character": [get("/%ED%A0%80"), 404],
  "a short link to no product": [get("/p/unknown"), 404],
  "an address of forms alone": [get("/currency"), 404],
  "another address of forms alone": [get("/en-US/wishlist/1"), 404],
  "the address of cart lines": [get("/cart/lines"), 404],
  "the address of an alert": [get("/profile/alerts/1"), 404],
  "a program that says nothing of what it takes": [get("/currency", {}), 404],
  "a method that pages do not have": [{ path: "/brands", method: "DELETE", headers: html }, 405],
  "a form sent to a page without forms": [send("/brands", FORM, "a=b"), 405],
  "a body that is no form": [send("/login", "text/plain", "text"), 415],
  "JSON in place of a form": [send("/en-US/login", "application/json", "{}"), 415],
  "no body": [send("/login", undefined), 415],
  "a broken multipart body": [send("/login", "multipart/form-data; boundary=a", "--a\r\nx"), 400],
  "cart lines that are no JSON": [send("/cart/lines", "application/json", "{"), 400],
  "a guest's cart without lines": [send("/cart/lines?merge=1", "application/json", "{}"), 400],
  "a form of another site": [
    { ...send("/login", FORM, "a=b"), headers: { ...html, "content-type": FORM, "sec-fetch-site": "cross-site" } },
    403,
  ],
  "a body that is too large": [send("/login", FORM, "a".repeat(1_100_000)), 413],
  "a link without its token": [get("/user/unsubscribe"), 410],
  "a link with a broken token": [get("/user/unsubscribe?token=x"), 410],
};
/** Every request with the status and the address that it leads to. */
const redirects: Record<string, [HostileRequest, number, string]> = {
  "two slashes": [get("//elsewhere.test/x"), 308, "/elsewhere.test/x"],
  "what the router cannot parse": [get("//x/..//"), 308, "/"],
  "two slashes behind a locale": [get("/en-US//%ED%A0%80"), 308, "/en-US/%ED%A0%80"],
  "a prefix in another case": [get("/en-us/cart"), 301, "/en-US/cart"],
  "a fixed part in another case": [get("/BRANDS"), 301, "/brands"],
  "a language switch on a page with other letters": [
    get("/language/en-US?to=%2F%D0%BA%D0%BE"),
    302,
    "/en-US/%D0%BA%D0%BE",
  ],
};

let answers: { named: Record<string, Answer>; failed: string[] };

beforeAll(async () => {
  await buildStorefront();
  const { email } = await aCustomer(shop.db);
  const signIn = new URLSearchParams({ email, password: PASSWORD, from: "/\u043A\u043E" });
  const errand: Errand = {
    connection: shop.connection,
    now: shop.clock.now(),
    seed: SEED,
    count: COUNT,
    named: {
      ...Object.fromEntries(
        [...Object.entries(pages), ...Object.entries(redirects)].map(([name, [one]]) => [name, one]),
      ),
      "sign-in": send("/login", FORM, String(signIn)),
    },
  };
  // It is longer than an argument may be.
  const errandFile = join(dataDir, "errand.json");
  writeFileSync(errandFile, JSON.stringify(errand));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "hostile-process.ts"), errandFile],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir }, maxBuffer: 64 * 1024 * 1024 },
  );
  answers = JSON.parse(stdout) as typeof answers;
}, 400_000);

it.each(Object.entries(pages))("%s is answered by a page of the shop", (name, [, status]) => {
  expect(answers.named[name]).toMatchObject({ status, isPage: true });
});

it.each(Object.entries(redirects))("%s leads to the right address", (name, [, status, location]) => {
  expect(answers.named[name]).toMatchObject({ status, location });
});

it("leads to an address with other letters after sign-in", () => {
  expect(answers.named["sign-in"]).toMatchObject({ status: 302, location: "/%D0%BA%D0%BE" });
});

describe("the words of the error pages", () => {
  it("name the path that was not found, in both languages", () => {
    expect(answers.named["a short link to no product"]?.body).toContain("Страница не найдена: /p/unknown");
    expect(answers.named["another address of forms alone"]?.body).toContain("Page not found: /wishlist/1");
    expect(answers.named["a carriage return"]?.body).toContain("Page not found: /a/b%20c");
  });
});

it(`fails at none of ${COUNT} hostile requests, leads to no other site, and stays in the layout`, () => {
  expect(answers.failed).toEqual([]);
});
