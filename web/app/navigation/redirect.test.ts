import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateRedirectUrl } from "./redirect.ts";

const origin = "https://shop.test";

describe("redirecting to another site", () => {
  it.each(["/cart", "https://shop.test/cart?x=1", "?auth=1"])("%s is the same site", (address) => {
    expect(validateRedirectUrl(address, origin)).toBe(address);
  });

  it.each([
    "https://bank.test/3ds",
    "//bank.test",
    "http://shop.test/",
    "https://shop.test.evil.test/",
    "javascript:1",
  ])("%s throws unless external URLs are allowed", (address) =>
    expect(() => validateRedirectUrl(address, origin)).toThrow("may not lead to"),
  );

  it("allows external pages on request, but only http and https", () => {
    expect(validateRedirectUrl("https://bank.test/3ds", origin, { external: true })).toBe("https://bank.test/3ds");
    for (const address of ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.c"])
      expect(() => validateRedirectUrl(address, origin, { external: true })).toThrow("may not lead to");
  });

  it("is implemented in one module", () => {
    const app = join(import.meta.dirname, "..");
    const redirectCode = /\blocation\.(?:assign|replace)\(|\blocation(?:\.href)?\s*=[^=]|window\.open\(/;
    const files = globSync("**/*.{ts,tsx}", { cwd: app }).filter((file) => !/\.test\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => redirectCode.test(readFileSync(join(app, file), "utf8")))).toEqual([
      "navigation/redirect.ts",
    ]);
  });
});
