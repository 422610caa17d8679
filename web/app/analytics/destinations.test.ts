import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnalyticsItem, AnalyticsEvent } from "./track.ts";
import { createMetricaData, getMetricaGoal, startMetrica } from "./metrica.ts";
import { startTagManager, createTagManagerData } from "./tag-manager.ts";

const cream: AnalyticsItem = { id: "1024-0", name: "Крем", brand: "Aka", category: "Уход/Лицо/Кремы", price: 1290 };
const listedItem: AnalyticsItem = { ...cream, list: "category", position: 1 };
const addedItem: AnalyticsItem = { id: "1024-7", name: "Крем", price: 0.1, quantity: 3 };
const events = {
  hit: { kind: "hit", url: "http://shop.test/krem", title: "Крем", referer: "http://shop.test/" },
  list: { kind: "list", currency: "RUB", items: [listedItem] },
  click: { kind: "click", currency: "RUB", items: [listedItem] },
  detail: { kind: "detail", currency: "RUB", items: [{ ...cream, variant: "170 мл" }] },
  add: { kind: "add", currency: "USD", items: [addedItem] },
  remove: { kind: "remove", currency: "USD", items: [addedItem] },
  purchase: { kind: "purchase", id: "100234", currency: "RUB", revenue: 4870, coupon: "SAKURA10", items: [addedItem] },
  registration: { kind: "registration" },
} as const satisfies Record<string, AnalyticsEvent>;

/** A page that loads nothing and records the scripts it was asked to load. */
function createPage() {
  const loaded: string[] = [];
  const window = {} as Window;
  return { window, loaded, loadScript: (url: string) => void loaded.push(url) };
}
/** Converts arguments objects to plain arrays. */
const toPlainArrays = (entries: readonly unknown[] = []) =>
  entries.map((entry) =>
    Object.prototype.toString.call(entry) === "[object Arguments]" ? [...(entry as unknown[])] : entry,
  );

afterEach(() => void vi.useRealTimers());

describe("Yandex Metrica", () => {
  it.each<[keyof typeof events, object | null]>([
    ["hit", null],
    ["registration", null],
    ["list", { ecommerce: { currencyCode: "RUB", impressions: [listedItem] } }],
    ["click", { ecommerce: { currencyCode: "RUB", click: { products: [listedItem] } } }],
    ["detail", { ecommerce: { currencyCode: "RUB", detail: { products: [{ ...cream, variant: "170 мл" }] } } }],
    ["add", { ecommerce: { currencyCode: "USD", add: { products: [addedItem] } } }],
    ["remove", { ecommerce: { currencyCode: "USD", remove: { products: [addedItem] } } }],
    [
      "purchase",
      {
        ecommerce: {
          currencyCode: "RUB",
          purchase: { actionField: { id: "100234", coupon: "SAKURA10", revenue: 4870 }, products: [addedItem] },
        },
      },
    ],
  ])("receives exactly this data for %s", (kind, expected) =>
    expect(createMetricaData(events[kind])).toEqual(expected),
  );

  it("has goals for a registration and an order", () => {
    const goals = Object.values(events).map(getMetricaGoal).filter(Boolean);
    expect(goals).toEqual(["ORDER_CREATED", "REGISTRATION"]);
  });

  it("starts without a hit of its own and receives each hit, e-commerce event and goal", () => {
    vi.useFakeTimers({ now: 5 });
    const page = createPage();
    const send = startMetrica("12345678", page);
    send(events.hit);
    send(events.add);
    send(events.registration);
    expect(page.loaded).toEqual(["https://mc.yandex.ru/metrika/tag.js"]);
    const options = { defer: true, clickmap: true, trackLinks: true, accurateTrackBounce: true };
    expect(toPlainArrays(page.window.ym?.a)).toEqual([
      [12_345_678, "init", { ...options, ecommerce: "ymDataLayer" }],
      [12_345_678, "hit", "http://shop.test/krem", { title: "Крем", referer: "http://shop.test/" }],
      [12_345_678, "reachGoal", "REGISTRATION"],
    ]);
    expect(page.window.ym?.l).toBe(5);
    expect(page.window.ymDataLayer).toEqual([createMetricaData(events.add)]);
    expect(page.window.dataLayer).toBeUndefined();
  });
});

describe("the tag manager", () => {
  const item = { item_id: "1024-7", item_name: "Крем", price: 0.1, quantity: 3 };
  const levels = { item_category: "Уход", item_category2: "Лицо", item_category3: "Кремы" };
  const viewedItem = { item_id: "1024-0", item_name: "Крем", item_brand: "Aka", ...levels, price: 1290 };
  const listItem = { ...viewedItem, item_list_name: "category", index: 1 };
  const purchaseFields = { transaction_id: "100234", currency: "RUB", value: 4870, coupon: "SAKURA10" };

  it.each<[keyof typeof events, object[]]>([
    [
      "hit",
      [
        {
          event: "page_view",
          page_location: "http://shop.test/krem",
          page_title: "Крем",
          page_referrer: "http://shop.test/",
        },
      ],
    ],
    ["registration", [{ event: "sign_up" }]],
    [
      "list",
      [{ ecommerce: null }, { event: "view_item_list", ecommerce: { item_list_name: "category", items: [listItem] } }],
    ],
    [
      "click",
      [{ ecommerce: null }, { event: "select_item", ecommerce: { item_list_name: "category", items: [listItem] } }],
    ],
    [
      "detail",
      [
        { ecommerce: null },
        {
          event: "view_item",
          ecommerce: { currency: "RUB", value: 1290, items: [{ ...viewedItem, item_variant: "170 мл" }] },
        },
      ],
    ],
    ["add", [{ ecommerce: null }, { event: "add_to_cart", ecommerce: { currency: "USD", value: 0.3, items: [item] } }]],
    [
      "remove",
      [{ ecommerce: null }, { event: "remove_from_cart", ecommerce: { currency: "USD", value: 0.3, items: [item] } }],
    ],
    ["purchase", [{ ecommerce: null }, { event: "purchase", ecommerce: { ...purchaseFields, items: [item] } }]],
  ])("receives exactly this data for %s", (kind, expected) =>
    expect(createTagManagerData(events[kind])).toEqual(expected),
  );

  it("receives at most 200 products per event", () => {
    const listEvent: AnalyticsEvent = {
      kind: "list",
      currency: "RUB",
      items: Array.from({ length: 300 }, () => cream),
    };
    expect(createTagManagerData(listEvent)[1]).toMatchObject({ ecommerce: { items: { length: 200 } } });
  });

  it("has analytics storage granted and advertising denied before it starts", () => {
    vi.useFakeTimers({ now: 5 });
    const page = createPage();
    startTagManager("GTM-AB12", page)(events.registration);
    expect(page.loaded).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-AB12"]);
    const ads = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
    expect(toPlainArrays(page.window.dataLayer)).toEqual([
      ["consent", "default", { ...ads, analytics_storage: "denied", wait_for_update: 500 }],
      ["consent", "update", { analytics_storage: "granted" }],
      { "gtm.start": 5, event: "gtm.js" },
      { event: "sign_up" },
    ]);
    expect(page.window.ymDataLayer).toBeUndefined();
  });
});
