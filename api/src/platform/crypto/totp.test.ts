import { expect, it } from "vitest";
import { encodeBase32, generateCode, createOtpauthUri, generateKey, getTimeStep, findMatchingStep } from "./totp.ts";

/** RFC 6238, Appendix B, SHA-1: the last six of the eight digits. */
const key = Buffer.from("12345678901234567890");
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

it.each(vectors)("returns the code of the RFC at second %i", (seconds, code) => {
  const moment = new Date(seconds * 1000);
  expect(generateCode(key, getTimeStep(moment))).toBe(code);
  expect(findMatchingStep(key, code, moment)).toBe(getTimeStep(moment));
});

it("accepts the code of the step before and after, but none further away", () => {
  const step = getTimeStep(new Date("2026-11-20T09:00:00Z"));
  const momentAt = (steps: number) => new Date((step + steps) * 30_000);
  const code = generateCode(key, step);
  expect([-2, -1, 0, 1, 2].map((steps) => findMatchingStep(key, code, momentAt(steps)))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ]);
  expect(findMatchingStep(key, "", momentAt(0))).toBeNull();
  expect(findMatchingStep(generateKey(), code, momentAt(0))).toBeNull();
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
])("encodes %j as %j", (text, encoded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded);
});

it("encodes the key, the account and the issuer in the URI", () => {
  const uri = new URL(createOtpauthUri(key, "a+b@example.test", "Tea & Co"));
  expect(decodeURIComponent(uri.pathname)).toContain("Tea & Co:a+b@example.test");
  expect(uri.searchParams.get("secret")).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(uri.searchParams.get("issuer")).toBe("Tea & Co");
});
