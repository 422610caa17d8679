import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { encrypt, decrypt } from "./encryption.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-encryption-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const config = { secret: "sixteen characters or more", dataDir };

it("decrypts only with the same context and the same secret", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const content = Buffer.from(bytes);
      const encrypted = encrypt(config, "a:1", content);
      expect(decrypt(config, "a:1", encrypted)).toEqual(content);
      expect(decrypt(config, "a:2", encrypted)).toBeNull();
      expect(decrypt({ ...config, secret: "another secret of that length" }, "a:1", encrypted)).toBeNull();
    }),
    { numRuns: 30 },
  );
});

it("uses a new nonce each time, and rejects modified, truncated or empty content", () => {
  const content = Buffer.from("twenty bytes of a key");
  const encrypted = encrypt(config, "a:1", content);
  expect(encrypted.includes(content)).toBe(false);
  expect(encrypt(config, "a:1", content)).not.toEqual(encrypted);
  for (let index = 0; index < encrypted.length; index++) {
    const changed = Buffer.from(encrypted);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(decrypt(config, "a:1", changed)).toBeNull();
  }
  expect(decrypt(config, "a:1", encrypted.subarray(0, 27))).toBeNull();
  expect(decrypt(config, "a:1", Buffer.alloc(0))).toBeNull();
});

it("generates and stores a secret if none is configured", () => {
  const installationConfig = { secret: undefined, dataDir };
  const encrypted = encrypt(installationConfig, "a:1", Buffer.from("x"));
  expect(decrypt(installationConfig, "a:1", encrypted)?.toString()).toBe("x");
  expect(decrypt(config, "a:1", encrypted)).toBeNull();
});
