import type { Thing, ToldEvent } from "../lib/track.ts";
import type { Page, Teller } from "./teller.ts";

type Ym = { (...args: unknown[]): void; a?: unknown[]; l?: number };
declare global {
  interface Window {
    ym?: Ym;
    ymDataLayer?: object[];
  }
}

/** Products as the counter takes them, in the container that is its own: the tag manager reads another one. */
export function metricaData(event: ToldEvent): object | null {
  if (event.kind === "hit" || event.kind === "registration") return null;
  const { currency: currencyCode, things } = event;
  const products = things.map(withoutQuantityOf(event));
  if (event.kind === "list") return { ecommerce: { currencyCode, impressions: products } };
  if (event.kind !== "purchase") return { ecommerce: { currencyCode, [event.kind]: { products } } };
  const { id, coupon, revenue } = event;
  const actionField = { id, ...(coupon ? { coupon } : {}), revenue };
  return { ecommerce: { currencyCode, purchase: { actionField, products } } };
}

/** Pieces count where something was put in, taken out or bought. */
function withoutQuantityOf({ kind }: ToldEvent) {
  const counts = kind === "add" || kind === "remove" || kind === "purchase";
  return ({ quantity, ...thing }: Thing): Thing => (counts && quantity ? { ...thing, quantity } : thing);
}

/** The goal that an event reaches. */
export function metricaGoal({ kind }: ToldEvent): string | null {
  return kind === "registration" ? "REGISTRATION" : kind === "purchase" ? "ORDER_CREATED" : null;
}

/** Yandex Metrica: the counter's queue at once, its script after it. */
export function startMetrica(counter: string, { window, load }: Page): Teller {
  const ym: Ym = (window.ym ??= function queue(..._args: unknown[]) {
    // The script reads the arguments themselves.
    (ym.a ??= []).push(arguments);
  });
  ym.l = Date.now();
  const data = (window.ymDataLayer ??= []);
  const id = Number(counter);
  const options = { defer: true, clickmap: true, trackLinks: true, accurateTrackBounce: true };
  ym(id, "init", { ...options, ecommerce: "ymDataLayer" });
  load("https://mc.yandex.ru/metrika/tag.js");
  return (event) => {
    if (event.kind === "hit") ym(id, "hit", event.url, { title: event.title, referer: event.referer });
    const pushed = metricaData(event);
    if (pushed) data.push(pushed);
    const goal = metricaGoal(event);
    if (goal) ym(id, "reachGoal", goal);
  };
}
