import fc from "fast-check";
import { expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { openDb } from "./db.ts";
import { readSigned, rotateSigningKey, signText } from "./signing.ts";

const { db, connection } = await openTestShop();

it("reads back what was signed, for the same purpose alone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), async (text) => {
      const token = await signText(db, "newsletter", text);
      expect(token).toMatch(/^[\w.-]+$/);
      expect(await readSigned(db, "newsletter", token)).toBe(text);
      expect(await readSigned(db, "reminders", token)).toBeNull();
    }),
    { numRuns: 30 },
  );
});

it("knows a token that was made elsewhere or changed", async () => {
  const token = await signText(db, "newsletter", "a@example.test");
  const [text = "", mark = ""] = token.split(".");
  const other = Buffer.from("b@example.test").toString("base64url");
  for (const wrong of ["", ".", text, `${other}.${mark}`, `${text}.${"A".repeat(43)}`, `${token}A`, `${token}.x`])
    expect(await readSigned(db, "newsletter", wrong)).toBeNull();
});

it("keeps one key for all who sign at once", async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => signText(db, "p", "x")));
  expect(new Set(tokens).size).toBe(1);
});

it("signs with a new key after a rotation, and accepts what the old one signed, unless that is revoked", async () => {
  const before = await signText(db, "newsletter", "a@example.test");
  await rotateSigningKey(db, { now: TEST_NOW, revokeRetired: false });
  const after = await signText(db, "newsletter", "a@example.test");
  expect(after).not.toBe(before);
  expect(await readSigned(db, "newsletter", before)).toBe("a@example.test");
  expect(await readSigned(db, "newsletter", after)).toBe("a@example.test");
  await rotateSigningKey(db, { now: TEST_NOW, revokeRetired: true });
  expect(await readSigned(db, "newsletter", before)).toBeNull();
  expect(await readSigned(db, "newsletter", after)).toBeNull();
});

it("accepts at once what another process signed with a new key", async () => {
  await signText(db, "newsletter", "x");
  const other = openDb(connection, () => undefined, 1);
  await rotateSigningKey(other.db, { now: TEST_NOW, revokeRetired: false });
  const token = await signText(other.db, "newsletter", "x");
  await other.db.destroy();
  expect(await readSigned(db, "newsletter", token)).toBe("x");
});
