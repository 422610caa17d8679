import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { flatPriceMinor } from "../delivery/settings.ts";
import { CommandError } from "../platform/commands/command.ts";
import { legalEntity, shopName } from "../platform/store-profile/settings.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { commands } from "./commands.ts";
import { createPage } from "./fixtures.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-pages-"));
afterAll(() => rmSync(folder, { recursive: true }));
const getPage = (path: string, locale = "ru-RU") => shop.request("GET", `/v1/pages/${path}`, { locale });

const run = createCommandRunner(shop, commands);

async function setPage(slug: string, text: string, options: Record<string, string> = {}) {
  const file = join(folder, "page.md");
  writeFileSync(file, text);
  return run("pages set", { SLUG: slug, FILE: file }, options);
}

const DELIVERY_TEXT = `# Доставка

Из Осаки за {{delivery.flat_price}}.

## Сколько стоит {#cost}

Доставка стоит **{{delivery.flat_price}}**, от {{ delivery.free_from }} бесплатно: [подробно](/info/delivery#cost).

## Сроки

- 10 дней
`;

describe("GET /v1/pages/{slug}", () => {
  it("replaces variables by details of the shop, empty if they are not set", async () => {
    const text =
      "# Продавец\n\nКто продаёт.\n\n{{shop.name}}: ИНН {{seller.inn}}, банк {{seller.bank}}, {{shop.city}}.\n";
    await setPage("seller", text);
    await updateSetting(shop.db, shopName, { "ru-RU": "Лавка", "en-US": "Leaf" });
    expect((await getPage("seller")).body.data.html).toContain("Лавка: ИНН , банк , .");
    await updateSetting(shop.db, legalEntity, {
      name: { "ru-RU": "ООО «Лавка»", "en-US": "Leaf LLC" },
      address: { "ru-RU": "Москва", "en-US": "Moscow" },
      ...{ inn: "7707083893", ogrn: "1027700132195", bank: null },
    });
    expect((await getPage("seller")).body.data.html).toContain("ИНН 7707083893");
  });

  it("returns values in the description as plain text, without HTML entities", async () => {
    const names = { "ru-RU": 'Лавка "Чай & Лист" <Удзи>', "en-US": "Leaf" };
    await updateSetting(shop.db, shopName, names);
    await setPage("seller", "# Продавец\n\nМагазин {{shop.name}}.\n\n{{shop.name}}\n");
    const { description, html } = (await getPage("seller")).body.data;
    expect(description).toBe('Магазин Лавка "Чай & Лист" <Удзи>.');
    expect(html).toContain("&quot;Чай &amp; Лист&quot; &lt;Удзи&gt;");
  });

  it("returns a page with current values, headings, and whether the other locale has it", async () => {
    await setPage("delivery", DELIVERY_TEXT);
    await setPage("delivery", DELIVERY_TEXT.replace("Доставка\n", "Delivery\n"), { locale: "en-US" });
    await setPage("legal-notice", DELIVERY_TEXT, { locale: "en-US" });
    const russian = (await getPage("delivery")).body.data;
    expect(russian).toMatchObject({
      title: "Доставка",
      description: "Из Осаки за 499\u00a0₽.",
      twin: true,
      others: [],
    });
    expect(russian.headings).toEqual([
      { id: "cost", text: "Сколько стоит" },
      { id: "part-2", text: "Сроки" },
    ]);
    expect(russian.html).toContain('<h2 id="cost">Сколько стоит</h2>');
    expect(russian.html).toContain("<strong>499\u00a0₽</strong>, от 5\u00a0000\u00a0₽ бесплатно");
    expect(russian.html).toContain('<a href="/info/delivery#cost">');
    const english = (await getPage("delivery", "en-US")).body.data;
    expect(english.html).toContain('<a href="/en-US/info/delivery#cost">');
    expect(english.others).toEqual([{ slug: "legal-notice", title: "Доставка" }]);
    await updateSetting(shop.db, flatPriceMinor, 650_50);
    expect((await getPage("delivery")).body.data.html).toContain("<strong>651\u00a0₽</strong>");
    const missing = await getPage("legal-notice");
    expect([missing.status, missing.body.code]).toEqual([404, "page_not_found"]);
  });

  it("keeps every version, and replaces a version that is published again", async () => {
    await setPage("delivery", DELIVERY_TEXT);
    await setPage("oferta", DELIVERY_TEXT, { version: "2026-03" });
    shop.clock.advance(86_400_000);
    await setPage("oferta", DELIVERY_TEXT.replace("10 дней", "12 дней"), { version: "2026-11" });
    await setPage("oferta", DELIVERY_TEXT.replace("10 дней", "14 дней"), { version: "2026-11" });
    const newest = (await getPage("oferta")).body.data;
    expect(newest.versions.map(({ version }) => version)).toEqual(["2026-11", "2026-03"]);
    expect(newest.html).toContain("14 дней");
    expect((await getPage("oferta?version=2026-03")).body.data).toMatchObject({
      version: "2026-03",
      updated_at: "2026-11-20T09:00:00.000Z",
    });
    expect((await getPage("oferta?version=2026-03")).body.data.html).toContain("10 дней");
    expect((await getPage("oferta?version=1999")).status).toBe(404);
  });

  it("inserts current customs limits, and keeps table placeholders", async () => {
    await setPage(
      "custom-tax",
      "# Лимиты\n\nСколько можно.\n\n{customs-rules}\n\nНорма {{customs.limit}}, {{customs.duty_percent}}.",
    );
    const { html } = (await getPage("custom-tax")).body.data;
    expect(html).toContain("<p>{customs-rules}</p>");
    expect(html).toMatch(/Норма 200\s€, 15\s%\./);
  });

  it("sanitizes HTML from the database", async () => {
    const body = `<script>alert(1)</script>Да<img src=x onerror=alert(1)> <a href="//evil.test" onclick="x">y</a> {{no.such}}\n\n[x](javascript:alert(1))`;
    await createPage(shop.db, { slug: "bad", title: "Б", body });
    const { html } = (await getPage("bad")).body.data;
    expect(html).not.toMatch(/script|onerror|onclick|evil|\{\{/);
    expect(html).toContain("Да");
  });
});

describe("pages set", () => {
  it.each([
    ["# Т\n\nА.\n\n<script>alert(1)</script>", "HTML is not supported: <script>"],
    ["# Т\n\nА.\n\n[x](javascript:alert(1))", "a link must be a path of the shop or an https"],
    ["# Т\n\nА.\n\n![x](https://elsewhere.test/a.png)", "images are not supported"],
    ["# Т\n\nА.\n\n{{delivery.flat_pricee}}", "{{delivery.flat_pricee}} is not a variable"],
    ["# Т\n\nА.\n\n[x](/category/gone)", "there is no page at /category/gone"],
    ["# Т\n\nА.\n\n# Ещё", "only the title at the beginning"],
    ["Без заголовка", "must begin with"],
  ])("refuses %j and changes nothing", async (text, expectedError) => {
    await expect(setPage("payment", text)).rejects.toThrow(CommandError);
    await expect(setPage("payment", text)).rejects.toThrow(expectedError);
    expect((await getPage("payment")).status).toBe(404);
  });

  it("refuses an invalid slug, locale, version and file", async () => {
    await expect(setPage("Pay ment", DELIVERY_TEXT)).rejects.toThrow("SLUG");
    await expect(setPage("payment", DELIVERY_TEXT, { locale: "fr-FR" })).rejects.toThrow("--locale");
    await expect(setPage("payment", DELIVERY_TEXT, { version: "a b" })).rejects.toThrow("--version");
    await expect(run("pages set", { SLUG: "payment", FILE: join(folder, "none.md") })).rejects.toThrow(
      "cannot be read",
    );
  });

  it("publishes nothing if the version cannot be kept", async () => {
    await sql`alter table page_versions add constraint rejected check (version <> 'rejected')`.execute(shop.db);
    await expect(setPage("delivery", DELIVERY_TEXT, { version: "rejected" })).rejects.toThrow(
      "violates check constraint",
    );
    expect((await run("pages list")).data).toEqual([]);
  });

  it("is followed by list and check", async () => {
    await setPage("delivery", DELIVERY_TEXT);
    expect((await run("pages list")).lines.join("\n")).toMatch(
      /delivery +ru-RU +2026-11-20 +2026-11-20T09:00:00.000Z +Доставка/,
    );
    expect(await run("pages check")).toMatchObject({ lines: ["No problems found."], hasFailed: false });
    await shop.db.updateTable("pages").set({ body: "[x](/brand)" }).execute();
    expect(await run("pages check")).toMatchObject({
      lines: ["/info/delivery (ru-RU): there is no page at /brand"],
      hasFailed: true,
    });
  });
});
