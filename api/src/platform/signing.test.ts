import fc from "fast-check";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { readSigned, signText } from "./signing.ts";

const { db } = await openTestShop();

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
