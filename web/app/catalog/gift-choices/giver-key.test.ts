import { expect, it } from "vitest";
import { generateGiverKey, readGiverKey, serializeGiverKey } from "./giver-key.ts";

it("is random, stored in a cookie that scripts cannot read, and read again", () => {
  const [one, other] = [generateGiverKey(), generateGiverKey()];
  expect(one).not.toBe(other);
  const cookie = serializeGiverKey(one, true);
  expect(cookie).toMatch(/HttpOnly; Secure$/);
  expect(readGiverKey(cookie.split(";")[0] ?? "")).toBe(one);
});

it("is ignored if it is not well formed", () => {
  expect(readGiverKey("giver=x")).toBeNull();
  expect(readGiverKey(null)).toBeNull();
});
