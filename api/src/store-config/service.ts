import { getInfoPages, getMenus } from "../content/menus/menus.ts";
import { askConsentEn, askConsentRu, metricaId, tagManagerId } from "../content/third-party/analytics-settings.ts";
import {
  chatWidgetId,
  chatWidgetSource,
  engagementId,
  engagementSource,
  type WidgetSource,
} from "../content/third-party/chat-settings.ts";
import {
  type ContactList,
  contactsEn,
  contactsRu,
  iconServiceId,
  social,
} from "../content/store-profile/contact-settings.ts";
import { isDemo, isOfflineEnabled, showCurrency } from "../content/settings.ts";
import { questionMax, questionMin } from "../reviews/settings.ts";
import { getOnTimePercent } from "../orders/promises/on-time-rates.ts";
import { returnDays } from "../orders/settings.ts";
import { commercialQty, orderMaxMinor, qtyMax } from "../catalog/settings.ts";
import { estimateCustoms, serializeCustoms } from "../customs/service.ts";
import { mainCountry } from "../customs/settings.ts";
import { getDestination } from "../delivery/destination.ts";
import { earnPercent } from "../loyalty/settings.ts";
import { flatPriceMinor, freeFromMinor, pickupMap } from "../delivery/settings.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { getStoreProfile } from "../platform/store-profile/store-profile.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting, readSettings } from "../platform/settings/settings.ts";
import type { StoreConfig } from "./schema.ts";

type ConfigRequest = { locale: Locale; currencyCode: string; deliveryCountry: string | null };

/** Returns the storefront's configuration for a locale; amounts in the currency of the request. */
export async function getStoreConfig(
  app: AppContext,
  { locale, currencyCode, deliveryCountry }: ConfigRequest,
): Promise<StoreConfig> {
  const { db } = app;
  const isRussian = locale === "ru-RU";
  const currency = await getCurrency(db, currencyCode);
  const read = await readSettings(db);
  const getAmount = (setting: typeof flatPriceMinor) => toMajorUnits(convertFromRub(read(setting), currency), currency);
  const contacts = read(isRussian ? contactsRu : contactsEn);
  const profile = await getStoreProfile(db, locale);
  return {
    locale,
    default_currency: isRussian ? "RUB" : "USD",
    features: {
      showCurrency: read(showCurrency),
      bonuses: isRussian,
      demo: read(isDemo),
      offline: read(isOfflineEnabled),
    },
    shop: { ...profile, sender: await formatSender(db) },
    menus: await getMenus(db, locale),
    ...(await getInfoPages(db, locale)),
    whatsapp: getWhatsapp(contacts),
    contacts,
    social: read(social),
    analytics: {
      metrica: read(metricaId),
      tag_manager: read(tagManagerId),
      ask_consent: read(isRussian ? askConsentRu : askConsentEn),
    },
    chat_widget_id: read(chatWidgetId),
    widgets: [
      ...createWidgets("chat", read(chatWidgetId), read(chatWidgetSource)),
      ...createWidgets("engagement", read(engagementId), read(engagementSource)),
    ],
    pickup_map: read(pickupMap),
    icon_service: getIconServiceUrl(read(iconServiceId)),
    limits: {
      qty: read(qtyMax),
      commercial_qty: read(commercialQty),
      question_min: read(questionMin),
      question_max: read(questionMax),
      order_max: getAmount(orderMaxMinor),
      return_days: read(returnDays),
    },
    duty: await getDutyLimit(app, currency, locale),
    delivery: {
      flat: getAmount(flatPriceMinor),
      free_from: getAmount(freeFromMinor),
      iso_code: currency.code,
      sign: currency.sign,
    },
    destination: deliveryCountry === null ? null : await getDestination(db, deliveryCountry, locale),
    on_time_percent: deliveryCountry === null ? null : await getOnTimePercent(db, deliveryCountry),
    loyalty_percent: isRussian ? read(earnPercent) : null,
    payment_test_mode: app.config.paymentProviders.includes("sandbox"),
  };
}

/** Returns the duty-free limit of the main destination country; null if there is no rule for it. */
async function getDutyLimit(
  { db, clock }: AppContext,
  currency: Currency,
  locale: Locale,
): Promise<StoreConfig["duty"]> {
  const emptyCart = { productsRubMinor: 0, goodsWeightG: 0, headings: 0 };
  const country = await getSetting(db, mainCountry);
  const { limit } = serializeCustoms(
    await estimateCustoms(db, { ...emptyCart, country }, currency, clock.now()),
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

function getWhatsapp(contacts: ContactList): StoreConfig["whatsapp"] {
  const contact = contacts.find(({ kind }) => kind === "whatsapp");
  return contact ? { phone: contact.value, label: contact.label, url: `https://wa.me/${contact.value}` } : null;
}

/** Formats the sender of parcels in English: `Shop, City, COUNTRY`. */
async function formatSender(db: Db): Promise<string> {
  const { name, dispatch } = await getStoreProfile(db, "en-US");
  return dispatch ? `${name}, ${dispatch.city}, ${dispatch.country.toUpperCase()}` : name;
}

type Widget = StoreConfig["widgets"][number];

/** Returns the widget if its id and its source are configured, otherwise an empty list. */
function createWidgets(kind: Widget["kind"], id: string | null, source: WidgetSource | null): Widget[] {
  if (id === null || source === null) return [];
  return [{ kind, script: source.script.replace("{id}", id), hosts: source.hosts }];
}

function getIconServiceUrl(id: string | null): string | null {
  return id === null ? null : `https://api.iconify.design/${id}`;
}
