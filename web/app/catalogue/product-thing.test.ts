import { expect, it } from "vitest";
import { plainText, sharedPicture } from "./product-thing.ts";

it("makes the first words of clean HTML a plain text", () => {
  expect(plainText("<p>Лосьон &amp; крем.</p><p>Два слоя&nbsp;&lt;тонких&gt;.</p>")).toBe(
    "Лосьон & крем. Два слоя <тонких>.",
  );
  const long = plainText(`<p>${"слово ".repeat(60)}</p>`);
  expect(long).toMatch(/слово…$/);
  expect(long.length).toBeLessThanOrEqual(161);
});

it("shows search engines a picture as large as there is, with its own measure", () => {
  const key = "0123456789abcdef01234567";
  expect(sharedPicture({ key, width: 1600, height: 2000 })).toEqual({
    src: `/media/${key}-1200.jpg`,
    width: 1200,
    height: 1500,
  });
  expect(sharedPicture({ key, width: 700, height: 700 }).src).toBe(`/media/${key}-640.jpg`);
});
