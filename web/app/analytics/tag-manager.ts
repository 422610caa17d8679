import type { Thing, ToldEvent } from "../lib/track.ts";
import type { Page, Teller } from "./teller.ts";

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

const MOST_ITEMS = 200; // GA4 takes no more in one event

const names = {
  list: "view_item_list",
  click: "select_item",
  detail: "view_item",
  add: "add_to_cart",
  remove: "remove_from_cart",
  purchase: "purchase",
} as const;

/** What is pushed for an event, in GA4's names; products after a push that clears those of before. */
export function tagManagerData(event: ToldEvent): object[] {
  if (event.kind === "registration") return [{ event: "sign_up" }];
  if (event.kind === "hit") {
    const { url, title, referer } = event;
    return [{ event: "page_view", page_location: url, page_title: title, page_referrer: referer }];
  }
  const items = event.things.slice(0, MOST_ITEMS).map(item);
  return [{ ecommerce: null }, { event: names[event.kind], ecommerce: { ...about(event), items } }];
}

type Sold = Exclude<ToldEvent, { kind: "hit" | "registration" }>;

function about(event: Sold): object {
  const { currency, things } = event;
  if (event.kind === "purchase") {
    const { id, revenue, coupon } = event;
    return { transaction_id: id, currency, value: revenue, ...(coupon ? { coupon } : {}) };
  }
  const list = things[0]?.list;
  if (event.kind === "list" || event.kind === "click") return list ? { item_list_name: list } : {};
  return { currency, value: valueOf(things) };
}

/** In whole cents, so that 0.1 three times is 0.3. */
function valueOf(things: readonly Thing[]): number {
  const cents = things.reduce((sum, { price = 0, quantity = 1 }) => sum + Math.round(price * 100) * quantity, 0);
  return cents / 100;
}

function item({ id, name, brand, category, variant, list, position, price, quantity }: Thing): object {
  const levels = category?.split("/") ?? [];
  const given = {
    item_id: id,
    item_name: name,
    item_brand: brand,
    ...Object.fromEntries(levels.map((level, at) => [at === 0 ? "item_category" : `item_category${at + 1}`, level])),
    item_variant: variant,
    item_list_name: list,
    index: position,
    price,
    quantity,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * Google Tag Manager. It is loaded for visitors who agreed to statistics, so these are granted before it starts;
 * nobody was asked about advertising, which stays denied (Consent Mode v2).
 */
export function startTagManager(container: string, { window, load }: Page): Teller {
  const data = (window.dataLayer ??= []);
  // A command is told from an event by being an arguments object.
  function gtag(..._args: unknown[]) {
    data.push(arguments);
  }
  const ads = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
  gtag("consent", "default", { ...ads, analytics_storage: "denied", wait_for_update: 500 });
  gtag("consent", "update", { analytics_storage: "granted" });
  data.push({ "gtm.start": Date.now(), event: "gtm.js" });
  load(`https://www.googletagmanager.com/gtm.js?id=${container}`);
  return (event) => void data.push(...tagManagerData(event));
}
