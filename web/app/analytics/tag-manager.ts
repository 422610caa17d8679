import type { AnalyticsItem, AnalyticsEvent } from "./track.ts";
import type { ScriptHost, AnalyticsDestination } from "./analytics-destination.ts";

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

const MAX_ITEMS = 200; // GA4's limit for one event

const eventNames = {
  list: "view_item_list",
  click: "select_item",
  detail: "view_item",
  add: "add_to_cart",
  remove: "remove_from_cart",
  purchase: "purchase",
} as const;

/**
 * The data layer entries of an event, in GA4's names. Product data comes after an entry that clears the previous
 * product data.
 */
export function createTagManagerData(event: AnalyticsEvent): object[] {
  if (event.kind === "registration") return [{ event: "sign_up" }];
  if (event.kind === "hit") {
    const { url, title, referer } = event;
    return [{ event: "page_view", page_location: url, page_title: title, page_referrer: referer }];
  }
  const items = event.items.slice(0, MAX_ITEMS).map(createItem);
  return [{ ecommerce: null }, { event: eventNames[event.kind], ecommerce: { ...getEventFields(event), items } }];
}

type EcommerceEvent = Exclude<AnalyticsEvent, { kind: "hit" | "registration" }>;

function getEventFields(event: EcommerceEvent): object {
  const { currency, items } = event;
  if (event.kind === "purchase") {
    const { id, revenue, coupon } = event;
    return { transaction_id: id, currency, value: revenue, ...(coupon ? { coupon } : {}) };
  }
  const list = items[0]?.list;
  if (event.kind === "list" || event.kind === "click") return list ? { item_list_name: list } : {};
  return { currency, value: calculateValue(items) };
}

/** The total value, calculated in whole cents so that three times 0.1 is 0.3. */
function calculateValue(items: readonly AnalyticsItem[]): number {
  const cents = items.reduce((sum, { price = 0, quantity = 1 }) => sum + Math.round(price * 100) * quantity, 0);
  return cents / 100;
}

function createItem({ id, name, brand, category, variant, list, position, price, quantity }: AnalyticsItem): object {
  const levels = category?.split("/") ?? [];
  const fields = {
    item_id: id,
    item_name: name,
    item_brand: brand,
    ...Object.fromEntries(
      levels.map((level, index) => [index === 0 ? "item_category" : `item_category${index + 1}`, level]),
    ),
    item_variant: variant,
    item_list_name: list,
    index: position,
    price,
    quantity,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Starts Google Tag Manager. It is loaded only for visitors who agreed to analytics, so analytics storage is granted
 * before it starts. Nobody is asked about advertising, which stays denied (Consent Mode v2).
 */
export function startTagManager(containerId: string, { window, loadScript }: ScriptHost): AnalyticsDestination {
  const data = (window.dataLayer ??= []);
  // The tag manager distinguishes commands from events by the type: a command is an arguments object.
  function gtag(..._args: unknown[]) {
    data.push(arguments);
  }
  const ads = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
  gtag("consent", "default", { ...ads, analytics_storage: "denied", wait_for_update: 500 });
  gtag("consent", "update", { analytics_storage: "granted" });
  data.push({ "gtm.start": Date.now(), event: "gtm.js" });
  loadScript(`https://www.googletagmanager.com/gtm.js?id=${containerId}`);
  return (event) => void data.push(...createTagManagerData(event));
}
