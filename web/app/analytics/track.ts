import { MAX_QUEUED_EVENTS } from "../browser/behavior-settings.ts";

/** A product in analytics. `id` is `{product}-{option}`, `category` is up to five levels joined by "/". */
export type AnalyticsItem = {
  id: string;
  name: string;
  brand?: string;
  category?: string;
  variant?: string;
  list?: string;
  /** Starts at 1. */
  position?: number;
  price?: number;
  quantity?: number;
};

/** An event for the analytics destinations. Prices are in `currency`, in major units with decimals. */
export type AnalyticsEvent =
  | { kind: "hit"; url: string; title: string; referer: string }
  | { kind: "list" | "click" | "detail" | "add" | "remove"; currency: string; items: readonly AnalyticsItem[] }
  | {
      kind: "purchase";
      id: string;
      currency: string;
      revenue: number;
      coupon?: string;
      items: readonly AnalyticsItem[];
    }
  | { kind: "registration" };

/** The quantity of a cart line changed from `before` to `after`; `line` is its product, if known. */
export type QuantityEvent = {
  kind: "quantity";
  cartId: string;
  before: number;
  after: number;
  line?: { option_name: string; product: { name: string; manufacturer: string; price: Price } };
};
type Price = { current: number; iso_code: string };

export type TrackedEvent = AnalyticsEvent | QuantityEvent;
type Listener = (event: TrackedEvent) => Promise<void> | undefined;

let listener: Listener | undefined;
const queue: TrackedEvent[] = [];

/**
 * Tracks an event. The listener is registered later, when the page is idle, and only if the store and the visitor allow
 * analytics. Returns a promise if navigation should wait until the event is sent.
 */
export function track(event: TrackedEvent): Promise<void> | undefined {
  if (listener) return listener(event);
  if (queue.length < MAX_QUEUED_EVENTS) queue.push(event);
  return undefined;
}

/** Registers the listener for all events, and passes the queued events to it first. */
export function setEventListener(newListener: Listener): void {
  listener = newListener;
  for (const event of queue.splice(0)) void newListener(event);
}
