import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";

const shop = await openTestShop();
const page = (slug: string, locale: string) => shop.ask("GET", `/v1/pages/${slug}`, { locale });

it("gives a text page in the language asked for, and tells whether the other language has it", async () => {
  const words = { description: "", body_html: "<p>10–18</p>" };
  await shop.db
    .insertInto("pages")
    .values([
      { slug: "delivery", locale: "ru-RU", title: "Доставка", ...words },
      { slug: "delivery", locale: "en-US", title: "Delivery", ...words },
      { slug: "legal-notice", locale: "en-US", title: "Legal notice", ...words },
    ])
    .execute();
  expect((await page("delivery", "ru-RU")).body.data).toMatchObject({ title: "Доставка", twin: true });
  expect((await page("legal-notice", "en-US")).body.data).toMatchObject({ title: "Legal notice", twin: false });
  const missing = await page("legal-notice", "ru-RU");
  expect([missing.status, missing.body.code]).toEqual([404, "page_not_found"]);
});
