import { expect, it } from "vitest";
import { plainText } from "./product-thing.ts";

it("makes the first words of clean HTML a plain text", () => {
  expect(plainText("<p>Лосьон &amp; крем.</p><p>Два слоя&nbsp;&lt;тонких&gt;.</p>")).toBe(
    "Лосьон & крем. Два слоя <тонких>.",
  );
  const long = plainText(`<p>${"слово ".repeat(60)}</p>`);
  expect(long).toMatch(/слово…$/);
  expect(long.length).toBeLessThanOrEqual(161);
});
