import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { changeSetting } from "../platform/settings.ts";
import { contactsRu, showCurrency } from "../content/settings.ts";

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
