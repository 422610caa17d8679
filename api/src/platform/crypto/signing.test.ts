import fc from "fast-check";
import { expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { openDb } from "../db/connection-pool.ts";
import { verifySignedToken, rotateSigningKey, createSignedToken } from "./signing.ts";

const { db, connection } = await openTestShop();

it("verifies a token for the same purpose only", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), async (text) => {
      const token = await createSignedToken(db, "newsletter", text);
      expect(token).toMatch(/^[\w.-]+$/);
      expect(await verifySignedToken(db, "newsletter", token)).toBe(text);
      expect(await verifySignedToken(db, "reminders", token)).toBeNull();
    }),
    { numRuns: 30 },
  );
});

it("rejects a token that is forged or modified", async () => {
  const token = await createSignedToken(db, "newsletter", "a@example.test");
  const [text = "", signature = ""] = token.split(".");
  const other = Buffer.from("b@example.test").toString("base64url");
  for (const invalidToken of [
    "",
    ".",
    text,
    `${other}.${signature}`,
    `${text}.${"A".repeat(43)}`,
    `${token}A`,
    `${token}.x`,
  ])
    expect(await verifySignedToken(db, "newsletter", invalidToken)).toBeNull();
});

it("creates one key for parallel requests", async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => createSignedToken(db, "p", "x")));
  expect(new Set(tokens).size).toBe(1);
});

it("signs with a new key after a rotation, and accepts the old one unless it is revoked", async () => {
  const before = await createSignedToken(db, "newsletter", "a@example.test");
  await rotateSigningKey(db, { now: TEST_NOW, revokeRetired: false });
  const after = await createSignedToken(db, "newsletter", "a@example.test");
  expect(after).not.toBe(before);
  expect(await verifySignedToken(db, "newsletter", before)).toBe("a@example.test");
  expect(await verifySignedToken(db, "newsletter", after)).toBe("a@example.test");
  await rotateSigningKey(db, { now: TEST_NOW, revokeRetired: true });
  expect(await verifySignedToken(db, "newsletter", before)).toBeNull();
  expect(await verifySignedToken(db, "newsletter", after)).toBeNull();
});

it("accepts a token that another process signed with a new key immediately", async () => {
  await createSignedToken(db, "newsletter", "x");
  const other = openDb(connection, () => undefined, 1);
  await rotateSigningKey(other.db, { now: TEST_NOW, revokeRetired: false });
  const token = await createSignedToken(other.db, "newsletter", "x");
  await other.db.destroy();
  expect(await verifySignedToken(db, "newsletter", token)).toBe("x");
});
