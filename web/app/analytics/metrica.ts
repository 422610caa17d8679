import type { AnalyticsItem, AnalyticsEvent } from "./track.ts";
import type { ScriptHost, AnalyticsDestination } from "./analytics-destination.ts";

/** The global function of Yandex Metrica; until its script has loaded, it queues the calls in `a`. */
type Ym = { (...args: unknown[]): void; a?: unknown[]; l?: number };
declare global {
  interface Window {
    ym?: Ym;
    ymDataLayer?: object[];
  }
}

/**
 * The event in the format of Yandex Metrica e-commerce, or null if it has none. It goes to a data layer of its own,
 * because the tag manager reads another one.
 */
export function createMetricaData(event: AnalyticsEvent): object | null {
  if (event.kind === "hit" || event.kind === "registration") return null;
  const { currency: currencyCode, items } = event;
  const products = items.map(createItemMapper(event));
  if (event.kind === "list") return { ecommerce: { currencyCode, impressions: products } };
  if (event.kind !== "purchase") return { ecommerce: { currencyCode, [event.kind]: { products } } };
  const { id, coupon, revenue } = event;
  const actionField = { id, ...(coupon ? { coupon } : {}), revenue };
  return { ecommerce: { currencyCode, purchase: { actionField, products } } };
}

/** Keeps the quantity only for events that have one: added to the cart, removed from it, or purchased. */
function createItemMapper({ kind }: AnalyticsEvent) {
  const hasQuantity = kind === "add" || kind === "remove" || kind === "purchase";
  return ({ quantity, ...item }: AnalyticsItem): AnalyticsItem =>
    hasQuantity && quantity ? { ...item, quantity } : item;
}

/** The Metrica goal that an event reaches, or null. */
export function getMetricaGoal({ kind }: AnalyticsEvent): string | null {
  return kind === "registration" ? "REGISTRATION" : kind === "purchase" ? "ORDER_CREATED" : null;
}

/** Starts Yandex Metrica: creates the command queue at once and then loads the script. */
export function startMetrica(counterId: string, { window, loadScript }: ScriptHost): AnalyticsDestination {
  const ym: Ym = (window.ym ??= function queue(..._args: unknown[]) {
    // The script expects the arguments object itself.
    (ym.a ??= []).push(arguments);
  });
  ym.l = Date.now();
  const data = (window.ymDataLayer ??= []);
  const id = Number(counterId);
  const options = { defer: true, clickmap: true, trackLinks: true, accurateTrackBounce: true };
  ym(id, "init", { ...options, ecommerce: "ymDataLayer" });
  loadScript("https://mc.yandex.ru/metrika/tag.js");
  return (event) => {
    if (event.kind === "hit") ym(id, "hit", event.url, { title: event.title, referer: event.referer });
    const ecommerceData = createMetricaData(event);
    if (ecommerceData) data.push(ecommerceData);
    const goal = getMetricaGoal(event);
    if (goal) ym(id, "reachGoal", goal);
  };
}
