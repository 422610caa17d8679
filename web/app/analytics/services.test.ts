import { afterEach, describe, expect, it, vi } from "vitest";
import type { Thing, ToldEvent } from "../lib/track.ts";
import { metricaData, metricaGoal, startMetrica } from "./metrica.ts";
import { startTagManager, tagManagerData } from "./tag-manager.ts";

const cream: Thing = { id: "1024-0", name: "Крем", brand: "Aka", category: "Уход/Лицо/Кремы", price: 1290 };
const listed: Thing = { ...cream, list: "category", position: 1 };
const put: Thing = { id: "1024-7", name: "Крем", price: 0.1, quantity: 3 };
const events = {
  hit: { kind: "hit", url: "http://shop.test/krem", title: "Крем", referer: "http://shop.test/" },
  list: { kind: "list", currency: "RUB", things: [listed] },
  click: { kind: "click", currency: "RUB", things: [listed] },
  detail: { kind: "detail", currency: "RUB", things: [{ ...cream, variant: "170 мл" }] },
  add: { kind: "add", currency: "USD", things: [put] },
  remove: { kind: "remove", currency: "USD", things: [put] },
  purchase: { kind: "purchase", id: "100234", currency: "RUB", revenue: 4870, coupon: "SAKURA10", things: [put] },
  registration: { kind: "registration" },
} as const satisfies Record<string, ToldEvent>;

/** A page that loads nothing, and what it was asked to load. */
function aPage() {
  const loaded: string[] = [];
  const window = {} as Window;
  return { window, loaded, load: (address: string) => void loaded.push(address) };
}
/** Arguments objects as plain arrays. */
const plain = (pushed: readonly unknown[] = []) =>
  pushed.map((one) => (Object.prototype.toString.call(one) === "[object Arguments]" ? [...(one as unknown[])] : one));

afterEach(() => void vi.useRealTimers());

describe("the counter", () => {
  it.each<[keyof typeof events, object | null]>([
    ["hit", null],
    ["registration", null],
    ["list", { ecommerce: { currencyCode: "RUB", impressions: [listed] } }],
    ["click", { ecommerce: { currencyCode: "RUB", click: { products: [listed] } } }],
    ["detail", { ecommerce: { currencyCode: "RUB", detail: { products: [{ ...cream, variant: "170 мл" }] } } }],
    ["add", { ecommerce: { currencyCode: "USD", add: { products: [put] } } }],
    ["remove", { ecommerce: { currencyCode: "USD", remove: { products: [put] } } }],
    [
      "purchase",
      {
        ecommerce: {
          currencyCode: "RUB",
          purchase: { actionField: { id: "100234", coupon: "SAKURA10", revenue: 4870 }, products: [put] },
        },
      },
    ],
  ])("is pushed exactly this for %s", (kind, pushed) => expect(metricaData(events[kind])).toEqual(pushed));

  it("has goals for a registration and an order", () => {
    const goals = Object.values(events).map(metricaGoal).filter(Boolean);
    expect(goals).toEqual(["ORDER_CREATED", "REGISTRATION"]);
  });

  it("is begun without a hit of its own, and told each hit, push and goal", () => {
    vi.useFakeTimers({ now: 5 });
    const page = aPage();
    const tell = startMetrica("12345678", page);
    tell(events.hit);
    tell(events.add);
    tell(events.registration);
    expect(page.loaded).toEqual(["https://mc.yandex.ru/metrika/tag.js"]);
    const options = { defer: true, clickmap: true, trackLinks: true, accurateTrackBounce: true };
    expect(plain(page.window.ym?.a)).toEqual([
      [12_345_678, "init", { ...options, ecommerce: "ymDataLayer" }],
      [12_345_678, "hit", "http://shop.test/krem", { title: "Крем", referer: "http://shop.test/" }],
      [12_345_678, "reachGoal", "REGISTRATION"],
    ]);
    expect(page.window.ym?.l).toBe(5);
    expect(page.window.ymDataLayer).toEqual([metricaData(events.add)]);
    expect(page.window.dataLayer).toBeUndefined();
  });
});

describe("the tag manager", () => {
  const item = { item_id: "1024-7", item_name: "Крем", price: 0.1, quantity: 3 };
  const levels = { item_category: "Уход", item_category2: "Лицо", item_category3: "Кремы" };
  const shown = { item_id: "1024-0", item_name: "Крем", item_brand: "Aka", ...levels, price: 1290 };
  const inList = { ...shown, item_list_name: "category", index: 1 };
  const sold = { transaction_id: "100234", currency: "RUB", value: 4870, coupon: "SAKURA10" };

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
      [{ ecommerce: null }, { event: "view_item_list", ecommerce: { item_list_name: "category", items: [inList] } }],
    ],
    [
      "click",
      [{ ecommerce: null }, { event: "select_item", ecommerce: { item_list_name: "category", items: [inList] } }],
    ],
    [
      "detail",
      [
        { ecommerce: null },
        {
          event: "view_item",
          ecommerce: { currency: "RUB", value: 1290, items: [{ ...shown, item_variant: "170 мл" }] },
        },
      ],
    ],
    ["add", [{ ecommerce: null }, { event: "add_to_cart", ecommerce: { currency: "USD", value: 0.3, items: [item] } }]],
    [
      "remove",
      [{ ecommerce: null }, { event: "remove_from_cart", ecommerce: { currency: "USD", value: 0.3, items: [item] } }],
    ],
    ["purchase", [{ ecommerce: null }, { event: "purchase", ecommerce: { ...sold, items: [item] } }]],
  ])("is pushed exactly this for %s", (kind, pushed) => expect(tagManagerData(events[kind])).toEqual(pushed));

  it("takes at most two hundred products at once", () => {
    const many: ToldEvent = { kind: "list", currency: "RUB", things: Array.from({ length: 300 }, () => cream) };
    expect(tagManagerData(many)[1]).toMatchObject({ ecommerce: { items: { length: 200 } } });
  });

  it("knows what was agreed to before it starts, and nothing about advertising", () => {
    vi.useFakeTimers({ now: 5 });
    const page = aPage();
    startTagManager("GTM-AB12", page)(events.registration);
    expect(page.loaded).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-AB12"]);
    const ads = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
    expect(plain(page.window.dataLayer)).toEqual([
      ["consent", "default", { ...ads, analytics_storage: "denied", wait_for_update: 500 }],
      ["consent", "update", { analytics_storage: "granted" }],
      { "gtm.start": 5, event: "gtm.js" },
      { event: "sign_up" },
    ]);
    expect(page.window.ymDataLayer).toBeUndefined();
  });
});
