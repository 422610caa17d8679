import { expect, it } from "vitest";
import { renderEmail } from "./email-layout.ts";

it("renders the same content as text and as HTML, with special characters escaped", () => {
  const email = renderEmail({
    locale: "ru-RU",
    storeName: "Лавка <1>",
    subject: "Заказ <7> & «чай»",
    paragraphs: ["Первое <script>", "Второе"],
    action: { name: "Открыть", href: 'http://shop.test/?a=1&b="2"' },
  });
  expect(email.text).toBe('Первое <script>\n\nОткрыть:\nhttp://shop.test/?a=1&b="2"\n\nВторое\n\n--\nЛавка <1>\n');
  expect(email.html).toContain("Лавка &lt;1&gt;</p>");
  expect(email.html).toContain('<html lang="ru-RU">');
  expect(email.html).toContain("<title>Заказ &lt;7&gt; &amp; «чай»</title>");
  expect(email.html).toContain("Первое &lt;script&gt;</p>");
  expect(email.html).toContain('<a href="http://shop.test/?a=1&amp;b=&quot;2&quot;"');
  expect(email.html).not.toContain("<script");
});

it("renders an email without an action", () => {
  const email = renderEmail({ locale: "en-US", storeName: "Leaf", subject: "Hello", paragraphs: ["One", "Two"] });
  expect(email.text).toBe("One\n\nTwo\n\n--\nLeaf\n");
  expect(email.html).not.toContain("<a ");
});

it("keeps numbers in HTML together with the words that belong to them", () => {
  const [storeName, subject] = ["Leaf", "Order No. 793 876 156 is paid"];
  expect(renderEmail({ locale: "en-US", storeName, subject, paragraphs: [] }).html).toContain(
    "Order No.\u00a0793\u00a0876\u00a0156\u00a0is paid</h1>",
  );
  const paragraphs = ["Забрать до 5 января в пункте"];
  const { html, text } = renderEmail({ locale: "ru-RU", storeName, subject, paragraphs });
  expect(html).toContain("Забрать до\u00a05\u00a0января в\u00a0пункте</p>");
  expect(text).toContain("Забрать до 5 января в пункте");
});
