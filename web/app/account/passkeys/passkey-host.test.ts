import { expect, it } from "vitest";
import { allowsPasskeys } from "./passkey-host.ts";

it.each([
  ["https://shop.example", true],
  ["http://localhost:3000", true],
  ["http://shop.localhost", true],
  ["http://shop.example", false],
  ["https://127.0.0.1:3000", false],
  ["https://[::1]:3000", false],
])("knows whether browsers allow passkeys at %s", (publicUrl, expected) => {
  expect(allowsPasskeys(publicUrl)).toBe(expected);
});
