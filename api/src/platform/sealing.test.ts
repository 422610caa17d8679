import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { seal, unseal } from "./sealing.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-sealing-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const own = { secret: "sixteen characters or more", dataDir };

it("opens what it sealed, for the same thing and with the same secret alone", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const content = Buffer.from(bytes);
      const sealed = seal(own, "a:1", content);
      expect(unseal(own, "a:1", sealed)).toEqual(content);
      expect(unseal(own, "a:2", sealed)).toBeNull();
      expect(unseal({ ...own, secret: "another secret of that length" }, "a:1", sealed)).toBeNull();
    }),
    { numRuns: 30 },
  );
});

it("never seals alike, and notices a changed, cut or empty content", () => {
  const content = Buffer.from("twenty bytes of a key");
  const sealed = seal(own, "a:1", content);
  expect(sealed.includes(content)).toBe(false);
  expect(seal(own, "a:1", content)).not.toEqual(sealed);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(unseal(own, "a:1", changed)).toBeNull();
  }
  expect(unseal(own, "a:1", sealed.subarray(0, 27))).toBeNull();
  expect(unseal(own, "a:1", Buffer.alloc(0))).toBeNull();
});

it("makes a secret for the installation where none is set, and keeps it", () => {
  const installed = { secret: undefined, dataDir };
  const sealed = seal(installed, "a:1", Buffer.from("x"));
  expect(unseal(installed, "a:1", sealed)?.toString()).toBe("x");
  expect(unseal(own, "a:1", sealed)).toBeNull();
});
