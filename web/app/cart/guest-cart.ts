import { useSyncExternalStore } from "react";
import { readStored, store } from "../lib/storage.ts";

const KEY = "cart";
const LONGEST_CODE = 60;
const MOST_PRESENTS = 20;
const MOST_LINES = 500; // the API takes no more wishes in one call

/** What the cart remembers of a product, so that it can be shown before anything is fetched. */
export type GuestProduct = {
  id: number;
  name: string;
  link_rewrite: string;
  reference: string;
  manufacturer: string;
  has_options: boolean;
  available_for_order: boolean;
  image: { src: string; srcset: string; srcset_avif: string; width: number; height: number };
  price: { current: number; old: number | null; iso_code: string; sign: string };
};

export type GuestLine = {
  /** `{product_id}_{option_id}`, option 0 where there is none (decisions, Cart). */
  cart_id: string;
  product: GuestProduct;
  option_id: number;
  option_name: string;
  qty: number;
  qty_limit: number;
};

/** A guest's cart as it lies in the browser under `cart` (spec §3). */
export type GuestCart = {
  entities: Readonly<Record<string, GuestLine>>;
  /** Currency of the remembered prices, lower case; `rub` by default (spec §9). */
  currency: string;
  deliveryWay: string | null;
  paymentTypes: readonly string[];
  /** The promo code that was entered, and the products chosen for presents. */
  promo: string | null;
  presents: readonly number[];
};

export const emptyCart: GuestCart = {
  ...{ entities: {}, currency: "rub", deliveryWay: null, paymentTypes: [] },
  ...{ promo: null, presents: [] },
};

export function cartIdOf(productId: number, optionId: number): string {
  return `${productId}_${optionId}`;
}

/** Reads whatever the browser kept. A broken line is dropped, the rest stays. */
export function parseGuestCart(stored: unknown): GuestCart {
  if (!isObject(stored)) return emptyCart;
  const entities: Record<string, GuestLine> = {};
  for (const line of Object.values(isObject(stored["entities"]) ? stored["entities"] : {}).slice(0, MOST_LINES)) {
    const parsed = parseLine(line);
    if (parsed) entities[parsed.cart_id] = parsed;
  }
  const { currency, deliveryWay, paymentTypes, promo, presents } = stored;
  return {
    entities,
    currency: typeof currency === "string" && /^[a-z]{3}$/.test(currency) ? currency : emptyCart.currency,
    deliveryWay: typeof deliveryWay === "string" ? deliveryWay : null,
    paymentTypes: Array.isArray(paymentTypes) ? paymentTypes.filter((type) => typeof type === "string") : [],
    promo: typeof promo === "string" && promo.trim() !== "" && promo.length <= LONGEST_CODE ? promo : null,
    presents: Array.isArray(presents) ? presents.filter((id) => isCount(id) && id > 0).slice(0, MOST_PRESENTS) : [],
  };
}

function parseLine(line: unknown): GuestLine | null {
  if (!isObject(line) || !isObject(line["product"])) return null;
  const { product, option_id, option_name, qty, qty_limit } = line;
  const { id, name, link_rewrite, reference, manufacturer, has_options, available_for_order, image, price } = product;
  if (!isCount(id) || id < 1 || !isCount(option_id) || !isCount(qty) || qty < 1) return null;
  if (typeof name !== "string" || typeof link_rewrite !== "string" || !isObject(image) || !isObject(price)) return null;
  if (typeof image["src"] !== "string" || typeof price["current"] !== "number" || !(price["current"] >= 0)) return null;
  if (typeof price["iso_code"] !== "string" || typeof price["sign"] !== "string") return null;
  const limit = isCount(qty_limit) ? qty_limit : qty;
  return {
    cart_id: cartIdOf(id, option_id),
    product: {
      id,
      name,
      link_rewrite,
      reference: text(reference),
      manufacturer: text(manufacturer),
      has_options: has_options === true,
      available_for_order: available_for_order !== false,
      image: {
        src: image["src"],
        srcset: text(image["srcset"]),
        srcset_avif: text(image["srcset_avif"]),
        width: isCount(image["width"]) ? image["width"] : 800,
        height: isCount(image["height"]) ? image["height"] : 1000,
      },
      price: {
        current: price["current"],
        old: typeof price["old"] === "number" ? price["old"] : null,
        iso_code: price["iso_code"],
        sign: price["sign"],
      },
    },
    option_id,
    option_name: text(option_name),
    qty: limit > 0 ? Math.min(qty, limit) : qty,
    qty_limit: limit,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The cart with this many pieces of a line: 1..`qty_limit`, 0 takes the line out (spec §5). */
export function withQty(cart: GuestCart, line: Omit<GuestLine, "qty">, qty: number): GuestCart {
  const entities = { ...cart.entities };
  const clamped = Math.min(Math.trunc(qty), line.qty_limit);
  if (clamped < 1) delete entities[line.cart_id];
  else entities[line.cart_id] = { ...line, qty: clamped };
  const first = Object.keys(cart.entities).length === 0;
  return { ...cart, entities, currency: first ? line.product.price.iso_code.toLowerCase() : cart.currency };
}

export function piecesOf(cart: GuestCart): number {
  return Object.values(cart.entities).reduce((sum, line) => sum + line.qty, 0);
}

// ---- the cart of this browser: one for all its tabs ----

let current: GuestCart | null = null;
/** The browser has kept the last change. */
let isKept = true;
const listeners = new Set<() => void>();

export function guestCart(): GuestCart {
  return (current ??= parseGuestCart(readStored(KEY)));
}

/** False where the browser would not keep the change: the cart then lives as long as its page. */
export function isGuestCartKept(): boolean {
  return isKept;
}

export function changeGuestCart(change: (cart: GuestCart) => GuestCart): void {
  // Read again: another tab may have changed it since. What was not kept is known to this page alone.
  current = change(isKept ? parseGuestCart(readStored(KEY) ?? current) : guestCart());
  isKept = store(KEY, current);
  for (const listener of listeners) listener();
}

export function emptyGuestCart(): void {
  changeGuestCart(() => emptyCart);
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    current = null;
    isKept = true;
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

export function useGuestCart(): GuestCart {
  return useSyncExternalStore(subscribe, guestCart, () => emptyCart);
}
