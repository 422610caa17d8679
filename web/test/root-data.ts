import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { RootData } from "../app/store-config/root-data.ts";

/** A signed-in customer. */
export const customer: NonNullable<RootData["user"]> = {
  id: 1,
  name: "Anna",
  surname: "Sokolova",
  email: "anna@example.com",
  phone: "+7 900 000-00-01",
  email_verified: true,
  has_account: true,
  csrf_token: "csrf-1",
};

const files = {
  ...{ logo: null, wordmark: null, emblem: null, favicon: "/favicon.svg", "apple-touch-icon": "/a.png" },
  ...{ "icon-192": "/b.png", "icon-512": "/c.png", "icon-maskable-512": "/d.png" },
};

/** Returns the root loader's data for a guest, with the differences given. */
export function createRootData(locale: Locale, overrides: Partial<RootData> = {}): RootData {
  return {
    locale,
    strategy: "prefix_except_default",
    publicUrl: "http://shop.test",
    buildId: "1",
    requestId: "ab12-cd34",
    config: {
      locale,
      default_currency: "RUB",
      features: { showCurrency: true, bonuses: true, demo: false, offline: false },
      shop: {
        ...{ name: "Leaf", title: "Leaf", description: null, tagline: "Tea", dispatch: null, legal: null },
        ...{ sender: "Leaf", support_hours: { text: "Every day, 9 to 18", short: "9 to 18" }, files },
      },
      menus: { header: [], footer: [], small_print: [] },
      ...{ info_pages: [], info_pages_elsewhere: [], contacts: [], social: [], widgets: [] },
      ...{ whatsapp: null, chat_widget_id: null, icon_service: null, pickup_map: null, duty: null },
      analytics: { metrica: null, tag_manager: null, ask_consent: true },
      limits: { qty: 20, commercial_qty: 4, question_min: 10, question_max: 1000, order_max: 100_000, return_days: 7 },
      delivery: { flat: 499, free_from: 5000, iso_code: "RUB", sign: "₽" },
      destination: null,
      on_time_percent: null,
      loyalty_percent: null,
      payment_test_mode: true,
    },
    deliveryCity: null,
    user: null,
    cart: null,
    wishlist: null,
    notifications: 0,
    unavailableCurrency: null,
    ...overrides,
  };
}
