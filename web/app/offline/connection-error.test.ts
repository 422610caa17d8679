import { expect, it } from "vitest";
import { isConnectionError, looksLikeConnectionError, markConnectionError } from "./connection-error.ts";

const createErrorResponse = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

it.each([
  ["a failed fetch", new TypeError("Failed to fetch"), true],
  ["a response that cannot be decoded", new Error("Unable to decode", { cause: new SyntaxError() }), true],
  ["a proxy's own page", createErrorResponse(502, "<h1>Bad Gateway</h1>"), true],
  ["the store while its database is unavailable", createErrorResponse(503, { code: "not_ready" }), false],
  ["a page that does not exist", createErrorResponse(404, null), false],
  ["an error of the store", new Error("Unexpected Server Error"), false],
])("%s: is a connection error: %j", (_what, error, expected) => {
  expect(looksLikeConnectionError(error)).toBe(expected);
});

it("distinguishes a lost connection from a TypeError of a component", () => {
  const lost = new TypeError("Failed to fetch");
  markConnectionError(lost);
  expect(isConnectionError(lost)).toBe(true);
  expect(isConnectionError(new TypeError("x is undefined"))).toBe(false);
});
