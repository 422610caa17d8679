import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { permittedAddress } from "./leave.ts";

const shop = "https://shop.test";

describe("leading to another site", () => {
  it.each(["/cart", "https://shop.test/cart?x=1", "?auth=1"])("%s is this one", (address) => {
    expect(permittedAddress(address, shop)).toBe(address);
  });

  it.each([
    "https://bank.test/3ds",
    "//bank.test",
    "http://shop.test/",
    "https://shop.test.evil.test/",
    "javascript:1",
  ])("%s throws without permission", (address) =>
    expect(() => permittedAddress(address, shop)).toThrow("may not lead to"),
  );

  it("goes where it is permitted, if that is a page at all", () => {
    expect(permittedAddress("https://bank.test/3ds", shop, { external: true })).toBe("https://bank.test/3ds");
    for (const address of ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.c"])
      expect(() => permittedAddress(address, shop, { external: true })).toThrow("may not lead to");
  });

  it("is done in one place", () => {
    const app = join(import.meta.dirname, "..");
    const leaving = /\blocation\.(?:assign|replace)\(|\blocation(?:\.href)?\s*=[^=]|window\.open\(/;
    const files = globSync("**/*.{ts,tsx}", { cwd: app }).filter((file) => !file.endsWith(".test.ts"));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => leaving.test(readFileSync(join(app, file), "utf8")))).toEqual(["lib/leave.ts"]);
  });
});
