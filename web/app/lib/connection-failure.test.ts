import { expect, it } from "vitest";
import { isConnectionFailure, isUnanswered, markConnectionFailure } from "./connection-failure.ts";

const response = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

it.each([
  ["fetch that reached nobody", new TypeError("Failed to fetch"), true],
  ["an answer that cannot be decoded", new Error("Unable to decode", { cause: new SyntaxError() }), true],
  ["a proxy's own page", response(502, "<h1>Bad Gateway</h1>"), true],
  ["the shop while its database is away", response(503, { code: "not_ready" }), false],
  ["a page that does not exist", response(404, null), false],
  ["an error of the shop", new Error("Unexpected Server Error"), false],
])("%s: the shop did not answer: %j", (_what, error, expected) => {
  expect(isUnanswered(error)).toBe(expected);
});

it("tells a lost connection from a mistake of a component, which is a TypeError too", () => {
  const lost = new TypeError("Failed to fetch");
  markConnectionFailure(lost);
  expect(isConnectionFailure(lost)).toBe(true);
  expect(isConnectionFailure(new TypeError("x is undefined"))).toBe(false);
});
