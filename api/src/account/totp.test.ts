import { expect, it } from "vitest";
import { base32, codeOf, keyAddress, newKey, stepAt, stepOf } from "./totp.ts";

/** RFC 6238, Appendix B, SHA-1: the six digits that its eight end in. */
const key = Buffer.from("12345678901234567890");
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

it.each(vectors)("shows at second %i what the standard shows", (seconds, code) => {
  const moment = new Date(seconds * 1000);
  expect(codeOf(key, stepAt(moment))).toBe(code);
  expect(stepOf(key, code, moment)).toBe(stepAt(moment));
});

it("takes the code of the half-minute before and after, and none further away", () => {
  const step = stepAt(new Date("2026-11-20T09:00:00Z"));
  const at = (steps: number) => new Date((step + steps) * 30_000);
  const code = codeOf(key, step);
  expect([-2, -1, 0, 1, 2].map((steps) => stepOf(key, code, at(steps)))).toEqual([null, step, step, step, null]);
  expect(stepOf(key, "", at(0))).toBeNull();
  expect(stepOf(newKey(), code, at(0))).toBeNull();
});

/** RFC 4648, section 10. */
it.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("writes %j as %j", (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

it("tells an app the key and whose it is", () => {
  const address = new URL(keyAddress(key, "a+b@example.test", "Tea & Co"));
  expect(decodeURIComponent(address.pathname)).toContain("Tea & Co:a+b@example.test");
  expect(address.searchParams.get("secret")).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(address.searchParams.get("issuer")).toBe("Tea & Co");
});
