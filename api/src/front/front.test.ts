import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { shopMenus } from "../content/menu-settings.ts";
import {
  askConsentEn,
  chatWidgetId,
  chatWidgetSource,
  contactsRu,
  engagementId,
  engagementSource,
  iconServiceId,
  metricaId,
  showCurrency,
  tagManagerId,
} from "../content/settings.ts";
import { mainCountry } from "../customs/settings.ts";
import { aRussianCustomsRule } from "../delivery/fixtures.ts";
import { readBrandFile, saveBrandFile } from "../platform/brand-files.ts";
import { legalEntity, shopName } from "../platform/identity-settings.ts";
import { changeSetting } from "../platform/settings.ts";

const shop = await openTestShop();
const config = async (locale: string) => (await shop.ask("GET", "/v1/frontConfig", { locale })).body.data;

const link = (text: string, to: string) => ({ text, to });

it("knows no contacts, channels or logo of a shop that has named none", async () => {
  for (const locale of ["ru-RU", "en-US"]) {
    const { whatsapp, contacts, social, shop: identity } = await config(locale);
    expect({ whatsapp, contacts, social }).toEqual({ whatsapp: null, contacts: [], social: [] });
    expect(identity).toMatchObject({ dispatch: null, legal: null, support_hours: null, tagline: null });
    expect(identity.files).toMatchObject({ logo: null, wordmark: null, favicon: "/favicon.svg" });
    expect(identity.title).toBe(identity.name);
  }
});

it("names the duty-free limit of the main country in the currency asked for, and none without a rule", async () => {
  const duty = async () => (await shop.ask("GET", "/v1/frontConfig", { currency: "RUB" })).body.data.duty;
  await aRussianCustomsRule(shop.db);
  const rule = { country: "RU", iso_code: "RUB", sign: "₽", weight_g: 31_000, percent: 15, valid_from: "2024-04-01" };
  expect(await duty()).toEqual({ ...rule, limit: expect.any(Number) });
  const abroad = await shop.ask("GET", "/v1/frontConfig", { currency: "EUR" });
  expect(abroad.body.data.duty).toMatchObject({ iso_code: "EUR", limit: expect.closeTo(200, -1) });
  await changeSetting(shop.db, mainCountry, "KZ");
  expect(await duty()).toBeNull();
});

it("says in each language who the shop is", async () => {
  await changeSetting(shop.db, shopName, { "ru-RU": "Лавка", "en-US": "Leaf" });
  await changeSetting(shop.db, legalEntity, {
    name: { "ru-RU": "ООО «Лавка»", "en-US": "Leaf LLC" },
    address: { "ru-RU": "Москва", "en-US": "Moscow" },
    inn: "7707083893",
    ogrn: "1027700132195",
    bank: null,
  });
  const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  await saveBrandFile(shop.db, "logo", await readBrandFile(Buffer.from(mark)));
  const [ru, en] = [(await config("ru-RU")).shop, (await config("en-US")).shop];
  expect([ru.name, ru.legal?.name, ru.sender]).toEqual(["Лавка", "ООО «Лавка»", "Leaf"]);
  expect([en.name, en.legal?.name, en.title]).toEqual(["Leaf", "Leaf LLC", "Leaf"]);
  expect(en.files.logo).toMatch(/^\/media\/brand-[0-9a-f]{24}\.svg$/);
});

it("shows no menu link without a page, per language, and no column that is empty then", async () => {
  const menus = { header: [], footer: [{ title: "Help", entries: [link("Delivery", "/info/delivery")] }] };
  const small_print = [
    link("Elsewhere", "https://example.com/x"),
    link("Gone", "/category/gone"),
    link("Cart", "/cart"),
  ];
  await changeSetting(shop.db, shopMenus, {
    "ru-RU": { ...menus, small_print },
    "en-US": { ...menus, small_print: [] },
  });
  await shop.db
    .insertInto("pages")
    .values({ slug: "delivery", locale: "en-US", title: "Delivery", body: "A." })
    .execute();
  const [ru, en] = [await config("ru-RU"), await config("en-US")];
  expect([ru.menus.footer, ru.info_pages]).toEqual([[], []]);
  expect(ru.menus.small_print.map(({ to }) => to)).toEqual(["https://example.com/x", "/cart"]);
  expect([en.menus.footer.length, en.info_pages]).toEqual([1, ["delivery"]]);
});

it("follows the shop when a channel or a feature changes", async () => {
  await changeSetting(shop.db, contactsRu, [{ kind: "whatsapp", value: "79001112233", label: "Чат" }]);
  await changeSetting(shop.db, showCurrency, false);
  const ru = await config("ru-RU");
  expect(ru.whatsapp).toEqual({ phone: "79001112233", label: "Чат", url: "https://wa.me/79001112233" });
  expect(ru.contacts).toEqual([{ kind: "whatsapp", value: "79001112233", label: "Чат" }]);
  expect(ru.features.showCurrency).toBe(false);
});

it("takes no number that is none", async () => {
  const broken = [{ kind: "whatsapp" as const, value: "https://elsewhere", label: "WhatsApp" }] as const;
  await expect(changeSetting(shop.db, contactsRu, [...broken])).rejects.toThrow();
  const number = { kind: "whatsapp" as const, value: "79001112233", label: "WhatsApp" };
  await expect(changeSetting(shop.db, contactsRu, [number, number])).rejects.toThrow("one WhatsApp");
});

const services = async (locale = "ru-RU") => {
  const { body } = await shop.ask("GET", "/v1/frontConfig", { locale });
  const { analytics, chat_widget_id, widgets, icon_service } = body.data;
  return { analytics, chat_widget_id, widgets, icon_service };
};

describe("services of others", () => {
  it("are none until the shop sets them up", async () => {
    expect(await services()).toEqual({
      analytics: { metrica: null, tag_manager: null, ask_consent: true },
      chat_widget_id: null,
      widgets: [],
      icon_service: null,
    });
  });

  it("are told to the storefront with the script and the hosts of each", async () => {
    await changeSetting(shop.db, metricaId, "12345678");
    await changeSetting(shop.db, tagManagerId, "GTM-AB12");
    await changeSetting(shop.db, chatWidgetId, "room-7");
    await changeSetting(shop.db, chatWidgetSource, {
      script: "https://chat.example.com/w/{id}.js",
      hosts: ["wss://*.example.com"],
    });
    await changeSetting(shop.db, iconServiceId, "simple-icons");
    await changeSetting(shop.db, askConsentEn, false);
    expect(await services()).toEqual({
      analytics: { metrica: "12345678", tag_manager: "GTM-AB12", ask_consent: true },
      chat_widget_id: "room-7",
      widgets: [{ kind: "chat", script: "https://chat.example.com/w/room-7.js", hosts: ["wss://*.example.com"] }],
      icon_service: "https://api.iconify.design/simple-icons",
    });
    expect((await services("en-US")).analytics.ask_consent).toBe(false);
  });

  it("include the engagement widget only where it is said which one it is", async () => {
    await changeSetting(shop.db, engagementId, "shop1");
    expect((await services()).widgets).toEqual([]);
    await changeSetting(shop.db, engagementSource, { script: "https://e.example.com/t.js?key={id}", hosts: [] });
    expect((await services()).widgets).toEqual([
      { kind: "engagement", script: "https://e.example.com/t.js?key=shop1", hosts: [] },
    ]);
  });

  it.each([
    ["an id that ends a script", () => changeSetting(shop.db, metricaId, '1");alert(1)//')],
    ["an id of another form", () => changeSetting(shop.db, tagManagerId, "gtm-1")],
    ["an id that leaves its place", () => changeSetting(shop.db, chatWidgetId, "../evil")],
    [
      "a script that is not encrypted",
      () => changeSetting(shop.db, chatWidgetSource, { script: "http://a.example.com/{id}", hosts: [] }),
    ],
    [
      "a script without the id",
      () => changeSetting(shop.db, chatWidgetSource, { script: "https://a.example.com/x", hosts: [] }),
    ],
    [
      "a host that adds to the policy",
      () =>
        changeSetting(shop.db, chatWidgetSource, {
          script: "https://a.example.com/{id}",
          hosts: ["https://a.example.com; script-src *"],
        }),
    ],
    [
      "every host there is",
      () => changeSetting(shop.db, chatWidgetSource, { script: "https://a.example.com/{id}", hosts: ["https://*"] }),
    ],
  ])("refuse %s", async (_what, change) => {
    await expect(change()).rejects.toThrow();
  });
});
