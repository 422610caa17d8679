import { expect, it } from "vitest";
import { layOutLetter } from "./letter-layout.ts";

it("says the same as text and as HTML, and lets no words through as markup", () => {
  const letter = layOutLetter({
    locale: "ru-RU",
    shop: "Лавка <1>",
    subject: "Заказ <7> & «чай»",
    paragraphs: ["Первое <script>", "Второе"],
    action: { name: "Открыть", href: 'http://shop.test/?a=1&b="2"' },
  });
  expect(letter.text).toBe('Первое <script>\n\nОткрыть:\nhttp://shop.test/?a=1&b="2"\n\nВторое\n\n--\nЛавка <1>\n');
  expect(letter.html).toContain("Лавка &lt;1&gt;</p>");
  expect(letter.html).toContain('<html lang="ru-RU">');
  expect(letter.html).toContain("<title>Заказ &lt;7&gt; &amp; «чай»</title>");
  expect(letter.html).toContain("Первое &lt;script&gt;</p>");
  expect(letter.html).toContain('<a href="http://shop.test/?a=1&amp;b=&quot;2&quot;"');
  expect(letter.html).not.toContain("<script");
});

it("goes without an action", () => {
  const letter = layOutLetter({ locale: "en-US", shop: "Leaf", subject: "Hello", paragraphs: ["One", "Two"] });
  expect(letter.text).toBe("One\n\nTwo\n\n--\nLeaf\n");
  expect(letter.html).not.toContain("<a ");
});
