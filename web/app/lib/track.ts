import { EVENTS_WAITING } from "./behaviour-settings.ts";

/** A product as statistics know it. `id` is `{product}-{option}`, `category` up to five levels joined by "/". */
export type Thing = {
  id: string;
  name: string;
  brand?: string;
  category?: string;
  variant?: string;
  list?: string;
  /** From 1. */
  position?: number;
  price?: number;
  quantity?: number;
};

/** What is told to whoever counts. Prices are in `currency`, with its decimals. */
export type ToldEvent =
  | { kind: "hit"; url: string; title: string; referer: string }
  | { kind: "list" | "click" | "detail" | "add" | "remove"; currency: string; things: readonly Thing[] }
  | { kind: "purchase"; id: string; currency: string; revenue: number; coupon?: string; things: readonly Thing[] }
  | { kind: "registration" };

/** A line of the cart that had `before` pieces and has `after`; what is in it, where that is known. */
export type QuantityEvent = {
  kind: "quantity";
  cartId: string;
  before: number;
  after: number;
  line?: { option_name: string; product: { name: string; manufacturer: string; price: Price } };
};
type Price = { current: number; iso_code: string };

export type ShopEvent = ToldEvent | QuantityEvent;
type Listener = (event: ShopEvent) => Promise<void> | undefined;

let listener: Listener | undefined;
const waiting: ShopEvent[] = [];

/**
 * Says that something happened in the shop. Who counts it comes later, when the page is quiet, and only if the
 * shop and the visitor want it. A promise where the page should stay for a moment, so that the event can leave.
 */
export function track(event: ShopEvent): Promise<void> | undefined {
  if (listener) return listener(event);
  if (waiting.length < EVENTS_WAITING) waiting.push(event);
  return undefined;
}

/** From now on every event goes to `listen`, those that waited first. */
export function listenToEvents(listen: Listener): void {
  listener = listen;
  for (const event of waiting.splice(0)) void listen(event);
}
