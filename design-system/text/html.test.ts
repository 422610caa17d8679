import { expect, it } from "vitest";
import { escapeHtml, htmlToText, truncateText } from "./html.ts";

it("escapes text for elements and attributes", () => {
  expect(escapeHtml(`<b title="x">'Чай' & рис</b>`)).toBe("&lt;b title=&quot;x&quot;&gt;'Чай' &amp; рис&lt;/b&gt;");
});

it("converts what it has escaped back", () => {
  for (const text of [`<b>"Чай" & 'рис'</b>`, "&amp;", "a\u00a0b"]) expect(htmlToText(escapeHtml(text))).toBe(text);
});

it("removes tags, decodes entities once and replaces tags as told", () => {
  const html = "<p>Лосьон &amp;amp; <b>крем</b>&nbsp;&#39;1&#39;</p><ul><li>тонкий</li></ul>";
  expect(htmlToText(html)).toBe("Лосьон &amp; крем\u00a0'1'тонкий");
  expect(htmlToText(html, (tag) => (tag === "<li>" ? " — " : ""))).toBe("Лосьон &amp; крем\u00a0'1' — тонкий");
});

it("truncates at a word boundary, and a long word within it", () => {
  expect(truncateText("one two", 7)).toBe("one two");
  expect(truncateText("one two three", 9)).toBe("one two…");
  expect(truncateText("abcdefghij", 5)).toBe("abcd…");
});
