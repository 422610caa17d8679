import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { shopMenus } from "../content/menus/menu-settings.ts";
import { askConsentEn, metricaId, tagManagerId } from "../content/third-party/analytics-settings.ts";
import {
  chatWidgetId,
  chatWidgetSource,
  engagementId,
  engagementSource,
} from "../content/third-party/chat-settings.ts";
import { contactsRu, iconServiceId } from "../content/store-profile/contact-settings.ts";
import { showCurrency } from "../content/settings.ts";
import { mainCountry } from "../customs/settings.ts";
import { pickupMap } from "../delivery/settings.ts";
import { createRussianCustomsRule } from "../delivery/fixtures.ts";
import { validateBrandFile, saveBrandFile } from "../platform/store-profile/brand-files.ts";
import { legalEntity, shopName } from "../platform/store-profile/settings.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { createPage } from "../cms-pages/fixtures.ts";

const shop = await openTestShop();
const getConfig = async (locale: string) => (await shop.request("GET", "/v1/frontConfig", { locale })).body.data;

const createLink = (text: string, to: string) => ({ text, to });

it("returns no contacts, channels or logo if the shop has set none", async () => {
  for (const locale of ["ru-RU", "en-US"]) {
    const { whatsapp, contacts, social, shop: profile } = await getConfig(locale);
    expect({ whatsapp, contacts, social }).toEqual({ whatsapp: null, contacts: [], social: [] });
    expect(profile).toMatchObject({ dispatch: null, legal: null, support_hours: null, tagline: null });
    expect(profile.files).toMatchObject({ logo: null, wordmark: null, favicon: "/favicon.svg" });
    expect(profile.title).toBe(profile.name);
  }
});

it("returns the duty-free limit of the main country in the request's currency, and null without a rule", async () => {
  const getDuty = async () => (await shop.request("GET", "/v1/frontConfig", { currency: "RUB" })).body.data.duty;
  await createRussianCustomsRule(shop.db);
  const rule = { country: "RU", iso_code: "RUB", sign: "₽", weight_g: 31_000, percent: 15, valid_from: "2024-04-01" };
  expect(await getDuty()).toEqual({ ...rule, limit: expect.any(Number) });
  const inEuro = await shop.request("GET", "/v1/frontConfig", { currency: "EUR" });
  expect(inEuro.body.data.duty).toMatchObject({ iso_code: "EUR", limit: expect.closeTo(200, -1) });
  await updateSetting(shop.db, mainCountry, "KZ");
  expect(await getDuty()).toBeNull();
});

it("returns the store profile in each language", async () => {
  await updateSetting(shop.db, shopName, { "ru-RU": "Лавка", "en-US": "Leaf" });
  await updateSetting(shop.db, legalEntity, {
    name: { "ru-RU": "ООО «Лавка»", "en-US": "Leaf LLC" },
    address: { "ru-RU": "Москва", "en-US": "Moscow" },
    inn: "7707083893",
    ogrn: "1027700132195",
    bank: null,
  });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  await saveBrandFile(shop.db, "logo", await validateBrandFile(Buffer.from(svg)));
  const [ru, en] = [(await getConfig("ru-RU")).shop, (await getConfig("en-US")).shop];
  expect([ru.name, ru.legal?.name, ru.sender]).toEqual(["Лавка", "ООО «Лавка»", "Leaf"]);
  expect([en.name, en.legal?.name, en.title]).toEqual(["Leaf", "Leaf LLC", "Leaf"]);
  expect(en.files.logo).toMatch(/^\/media\/brand-[0-9a-f]{24}\.svg$/);
});

it("omits menu links to missing pages per language, and columns that are empty then", async () => {
  const menus = { header: [], footer: [{ title: "Help", entries: [createLink("Delivery", "/info/delivery")] }] };
  const small_print = [
    createLink("Elsewhere", "https://example.com/x"),
    createLink("Gone", "/category/gone"),
    createLink("Cart", "/cart"),
  ];
  await updateSetting(shop.db, shopMenus, {
    "ru-RU": { ...menus, small_print },
    "en-US": { ...menus, small_print: [] },
  });
  await createPage(shop.db, { slug: "delivery", locale: "en-US", title: "Delivery", body: "A." });
  const [ru, en] = [await getConfig("ru-RU"), await getConfig("en-US")];
  expect([ru.menus.footer, ru.info_pages]).toEqual([[], []]);
  expect(ru.menus.small_print.map(({ to }) => to)).toEqual(["https://example.com/x", "/cart"]);
  expect([en.menus.footer.length, en.info_pages]).toEqual([1, ["delivery"]]);
});

it("reflects changed channels and features", async () => {
  await updateSetting(shop.db, contactsRu, [{ kind: "whatsapp", value: "79001112233", label: "Чат" }]);
  await updateSetting(shop.db, showCurrency, false);
  const ru = await getConfig("ru-RU");
  expect(ru.whatsapp).toEqual({ phone: "79001112233", label: "Чат", url: "https://wa.me/79001112233" });
  expect(ru.contacts).toEqual([{ kind: "whatsapp", value: "79001112233", label: "Чат" }]);
  expect(ru.features.showCurrency).toBe(false);
});

it("rejects an invalid phone number", async () => {
  const invalidNumber = [{ kind: "whatsapp" as const, value: "https://elsewhere", label: "WhatsApp" }] as const;
  await expect(updateSetting(shop.db, contactsRu, [...invalidNumber])).rejects.toThrow();
  const number = { kind: "whatsapp" as const, value: "79001112233", label: "WhatsApp" };
  await expect(updateSetting(shop.db, contactsRu, [number, number])).rejects.toThrow("one WhatsApp");
});

const getServices = async (locale = "ru-RU") => {
  const { body } = await shop.request("GET", "/v1/frontConfig", { locale });
  const { analytics, chat_widget_id, widgets, pickup_map, icon_service } = body.data;
  return { analytics, chat_widget_id, widgets, pickup_map, icon_service };
};

describe("third-party services", () => {
  it("are empty until the shop configures them", async () => {
    expect(await getServices()).toEqual({
      analytics: { metrica: null, tag_manager: null, ask_consent: true },
      chat_widget_id: null,
      widgets: [],
      pickup_map: null,
      icon_service: null,
    });
  });

  it("are returned with the script and the hosts of each", async () => {
    await updateSetting(shop.db, metricaId, "12345678");
    await updateSetting(shop.db, tagManagerId, "GTM-AB12");
    await updateSetting(shop.db, chatWidgetId, "room-7");
    await updateSetting(shop.db, chatWidgetSource, {
      script: "https://chat.example.com/w/{id}.js",
      hosts: ["wss://*.example.com"],
    });
    await updateSetting(shop.db, iconServiceId, "simple-icons");
    const map = { style: "https://maps.example.com/style.json", hosts: ["https://tiles.example.com"] };
    await updateSetting(shop.db, pickupMap, map);
    await updateSetting(shop.db, askConsentEn, false);
    expect(await getServices()).toEqual({
      analytics: { metrica: "12345678", tag_manager: "GTM-AB12", ask_consent: true },
      chat_widget_id: "room-7",
      widgets: [{ kind: "chat", script: "https://chat.example.com/w/room-7.js", hosts: ["wss://*.example.com"] }],
      pickup_map: map,
      icon_service: "https://api.iconify.design/simple-icons",
    });
    expect((await getServices("en-US")).analytics.ask_consent).toBe(false);
  });

  it("include the engagement widget only if its source is configured", async () => {
    await updateSetting(shop.db, engagementId, "shop1");
    expect((await getServices()).widgets).toEqual([]);
    await updateSetting(shop.db, engagementSource, { script: "https://e.example.com/t.js?key={id}", hosts: [] });
    expect((await getServices()).widgets).toEqual([
      { kind: "engagement", script: "https://e.example.com/t.js?key=shop1", hosts: [] },
    ]);
  });

  it.each([
    [
      "a map whose style is not loaded over https",
      () => updateSetting(shop.db, pickupMap, { style: "http://maps.example.com/style.json", hosts: [] }),
    ],
    [
      "a map with more than an origin as host",
      () =>
        updateSetting(shop.db, pickupMap, { style: "https://maps.example.com/a", hosts: ["https://x.example/; *"] }),
    ],
    ["an id that contains script code", () => updateSetting(shop.db, metricaId, '1");alert(1)//')],
    ["an id in another format", () => updateSetting(shop.db, tagManagerId, "gtm-1")],
    ["an id with path traversal", () => updateSetting(shop.db, chatWidgetId, "../evil")],
    [
      "a script URL without HTTPS",
      () => updateSetting(shop.db, chatWidgetSource, { script: "http://a.example.com/{id}", hosts: [] }),
    ],
    [
      "a script URL without the id",
      () => updateSetting(shop.db, chatWidgetSource, { script: "https://a.example.com/x", hosts: [] }),
    ],
    [
      "a host that adds a CSP directive",
      () =>
        updateSetting(shop.db, chatWidgetSource, {
          script: "https://a.example.com/{id}",
          hosts: ["https://a.example.com; script-src *"],
        }),
    ],
    [
      "a wildcard for all hosts",
      () => updateSetting(shop.db, chatWidgetSource, { script: "https://a.example.com/{id}", hosts: ["https://*"] }),
    ],
  ])("reject %s", async (_what, change) => {
    await expect(change()).rejects.toThrow();
  });
});
