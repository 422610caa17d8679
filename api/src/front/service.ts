import {
  askConsentEn,
  askConsentRu,
  chatWidgetId,
  chatWidgetSource,
  contactsEn,
  contactsRu,
  engagementId,
  engagementSource,
  iconServiceId,
  isDemo,
  isOfflineKept,
  metricaId,
  questionMax,
  questionMin,
  returnDays,
  showCurrency,
  social,
  tagManagerId,
  type WidgetSource,
} from "../content/settings.ts";
import { commercialQty, orderMaxMinor, qtyMax } from "../catalogue/settings.ts";
import { estimateCustoms, wireCustoms } from "../customs/service.ts";
import { mainCountry } from "../customs/settings.ts";
import { flatMinor, freeFromMinor } from "../delivery/settings.ts";
import { type Currency, fromRub, toWire } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import type { House } from "../platform/http.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import type { FrontConfig } from "./schema.ts";

/** What the storefront is told at its start, per locale; amounts in the currency of the request (spec §7 frontConfig). */
export async function frontConfigFor(house: House, locale: Locale, currencyCode: string): Promise<FrontConfig> {
  const { db } = house;
  const ru = locale === "ru-RU";
  const currency = await currencyByCode(db, currencyCode);
  const shown = async (setting: typeof flatMinor) =>
    toWire(fromRub(await settingValue(db, setting), currency), currency);
  const contacts = await settingValue(db, ru ? contactsRu : contactsEn);
  const [{ value: phone, label }] = contacts;
  return {
    locale,
    default_currency: ru ? "RUB" : "USD",
    features: {
      showCurrency: await settingValue(db, showCurrency),
      bonuses: ru,
      demo: await settingValue(db, isDemo),
      offline: await settingValue(db, isOfflineKept),
    },
    whatsapp: { phone, label, url: `https://wa.me/${phone}` },
    contacts,
    social: await settingValue(db, social),
    analytics: {
      metrica: await settingValue(db, metricaId),
      tag_manager: await settingValue(db, tagManagerId),
      ask_consent: await settingValue(db, ru ? askConsentRu : askConsentEn),
    },
    chat_widget_id: await settingValue(db, chatWidgetId),
    widgets: [
      ...widget("chat", await settingValue(db, chatWidgetId), await settingValue(db, chatWidgetSource)),
      ...widget("engagement", await settingValue(db, engagementId), await settingValue(db, engagementSource)),
    ],
    icon_service: iconService(await settingValue(db, iconServiceId)),
    limits: {
      qty: await settingValue(db, qtyMax),
      commercial_qty: await settingValue(db, commercialQty),
      question_min: await settingValue(db, questionMin),
      question_max: await settingValue(db, questionMax),
      order_max: await shown(orderMaxMinor),
      return_days: await settingValue(db, returnDays),
    },
    duty: await dutyLimit(house, currency, locale),
    delivery: {
      flat: await shown(flatMinor),
      free_from: await shown(freeFromMinor),
      iso_code: currency.code,
      sign: currency.sign,
    },
    payment_test_mode: house.config.paymentProviders.includes("sandbox"),
  };
}

async function dutyLimit({ db, clock }: House, currency: Currency, locale: Locale): Promise<FrontConfig["duty"]> {
  const nothing = { productsRubMinor: 0, goodsWeightG: 0, headings: 0 };
  const country = await settingValue(db, mainCountry);
  const { limit } = wireCustoms(
    await estimateCustoms(db, { ...nothing, country }, currency, clock.now()),
    currency,
    locale,
  );
  return (
    limit && {
      country,
      limit: limit.in_cart_currency,
      iso_code: currency.code,
      sign: currency.sign,
      weight_g: limit.weight_g,
      percent: limit.duty_percent,
      valid_from: limit.valid_from,
    }
  );
}

type Widget = FrontConfig["widgets"][number];

function widget(kind: Widget["kind"], id: string | null, source: WidgetSource | null): Widget[] {
  if (id === null || source === null) return [];
  return [{ kind, script: source.script.replace("{id}", id), hosts: source.hosts }];
}

function iconService(id: string | null): string | null {
  return id === null ? null : `https://api.iconify.design/${id}`;
}
