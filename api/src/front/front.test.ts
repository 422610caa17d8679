import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
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
import { changeSetting } from "../platform/settings.ts";

const shop = await openTestShop();
const config = async (locale: string) => (await shop.ask("GET", "/v1/frontConfig", { locale })).body.data;

it("tells each locale its own number and its own company", async () => {
  const [ru, en] = [await config("ru-RU"), await config("en-US")];
  expect(ru.whatsapp.url).toBe(`https://wa.me/${ru.whatsapp.phone}`);
  expect(ru.whatsapp.phone).not.toBe(en.whatsapp.phone);
  const company = ({ contacts }: typeof ru) =>
    contacts.filter(({ kind }) => kind === "company" || kind === "address").map(({ value }) => value);
  expect(company(ru)).toHaveLength(2);
  expect(company(ru)).not.toEqual(company(en));
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

it("names a messenger, a network, a blog, two video sites and a channel", async () => {
  const { social } = await config("en-US");
  expect(social.map(({ kind }) => kind)).toEqual(["messenger", "network", "blog", "video", "shorts", "channel"]);
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
