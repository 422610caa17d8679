import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { createPersistentStore } from "../../browser/persistent-store.ts";

const MAX_CODE_LENGTH = 60;
const MAX_GIFTS = 20;
/** The maximum number of line updates in one API call. */
const MAX_LINES = 500;

/** Product data stored with a line, so that the cart can be shown before anything is fetched. */
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
  /** `{product_id}_{option_id}`; the option id is 0 if the product has no options. */
  cart_id: string;
  product: GuestProduct;
  option_id: number;
  option_name: string;
  qty: number;
  qty_limit: number;
};

/** A cart line without its quantity. */
export type NewCartLine = Omit<GuestLine, "qty">;

/** A guest cart as stored in localStorage under `cart` (docs/domain/cart.md). */
export type GuestCart = {
  entities: Readonly<Record<string, GuestLine>>;
  /** ISO 4217 code of the stored prices in lowercase; `rub` by default. */
  currency: string;
  /** Part of the stored format, but not used; `paymentTypes` likewise. */
  deliveryWay: string | null;
  paymentTypes: readonly string[];
  /** The entered promo code. */
  promo: string | null;
  /** Product ids of the chosen gifts. */
  presents: readonly number[];
};

export const emptyCart: GuestCart = {
  ...{ entities: {}, currency: "rub", deliveryWay: null, paymentTypes: [] },
  ...{ promo: null, presents: [] },
};

/** Returns the id of the cart line of a product, or of one of its options. @param optionId 0 without options */
export function getCartId(productId: number, optionId: number): string {
  return `${productId}_${optionId}`;
}

/** Parses the stored cart. Invalid lines are dropped. */
export function parseGuestCart(stored: unknown): GuestCart {
  if (!isObject(stored)) return emptyCart;
  const entities: Record<string, GuestLine> = {};
  for (const line of Object.values(isObject(stored["entities"]) ? stored["entities"] : {}).slice(0, MAX_LINES)) {
    const parsed = parseLine(line);
    if (parsed) entities[parsed.cart_id] = parsed;
  }
  const { currency, deliveryWay, paymentTypes, promo, presents } = stored;
  return {
    entities,
    currency: typeof currency === "string" && /^[a-z]{3}$/.test(currency) ? currency : emptyCart.currency,
    deliveryWay: typeof deliveryWay === "string" ? deliveryWay : null,
    paymentTypes: Array.isArray(paymentTypes) ? paymentTypes.filter((type) => typeof type === "string") : [],
    promo: typeof promo === "string" && promo.trim() !== "" && promo.length <= MAX_CODE_LENGTH ? promo : null,
    presents: Array.isArray(presents)
      ? presents.filter((id) => isNonNegativeInteger(id) && id > 0).slice(0, MAX_GIFTS)
      : [],
  };
}

function parseLine(line: unknown): GuestLine | null {
  if (!isObject(line) || !isObject(line["product"])) return null;
  const { product, option_id, option_name, qty, qty_limit } = line;
  const { id, name, link_rewrite, reference, manufacturer, has_options, available_for_order, image, price } = product;
  if (!isNonNegativeInteger(id) || id < 1 || !isNonNegativeInteger(option_id) || !isNonNegativeInteger(qty) || qty < 1)
    return null;
  if (typeof name !== "string" || typeof link_rewrite !== "string" || !isObject(image) || !isObject(price)) return null;
  if (typeof image["src"] !== "string" || typeof price["current"] !== "number" || !(price["current"] >= 0)) return null;
  if (typeof price["iso_code"] !== "string" || typeof price["sign"] !== "string") return null;
  const limit = isNonNegativeInteger(qty_limit) ? qty_limit : qty;
  return {
    cart_id: getCartId(id, option_id),
    product: {
      id,
      name,
      link_rewrite,
      reference: toText(reference),
      manufacturer: toText(manufacturer),
      has_options: has_options === true,
      available_for_order: available_for_order !== false,
      image: {
        src: image["src"],
        srcset: toText(image["srcset"]),
        srcset_avif: toText(image["srcset_avif"]),
        width: isNonNegativeInteger(image["width"]) ? image["width"] : 800,
        height: isNonNegativeInteger(image["height"]) ? image["height"] : 1000,
      },
      price: {
        current: price["current"],
        old: typeof price["old"] === "number" ? price["old"] : null,
        iso_code: price["iso_code"],
        sign: price["sign"],
      },
    },
    option_id,
    option_name: toText(option_name),
    qty: limit > 0 ? Math.min(qty, limit) : qty,
    qty_limit: limit,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNonNegativeInteger = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the cart with the new quantity of a line, clamped to `qty_limit`. A quantity below 1 removes the line (docs/domain/cart.md). */
export function setLineQty(cart: GuestCart, line: NewCartLine, qty: number): GuestCart {
  const { cart_id, product, option_id, option_name, qty_limit } = line;
  const entities = { ...cart.entities };
  const clampedQty = Math.min(Math.trunc(qty), qty_limit);
  if (clampedQty < 1) delete entities[cart_id];
  else entities[cart_id] = { cart_id, product, option_id, option_name, qty: clampedQty, qty_limit };
  const isFirstLine = Object.keys(cart.entities).length === 0;
  return { ...cart, entities, currency: isFirstLine ? product.price.iso_code.toLowerCase() : cart.currency };
}

/** Returns the number of items in a cart. */
export function countPieces(cart: GuestCart): number {
  return Object.values(cart.entities).reduce((sum, line) => sum + line.qty, 0);
}

/** The guest cart of this browser, which all tabs share. */
const storedCart = createPersistentStore("cart", emptyCart, parseGuestCart);

/** Returns the guest cart of this browser. */
export const getGuestCart = storedCart.get;

/** Returns false if the last change could not be stored; the cart is then lost with the page. */
export const isGuestCartPersisted = storedCart.isStored;

/** Changes the guest cart of this browser and stores it. */
export function updateGuestCart(update: (cart: GuestCart) => GuestCart): void {
  storedCart.write(update(storedCart.read()));
}

/** Empties the guest cart of this browser. */
export function clearGuestCart(): void {
  updateGuestCart(() => emptyCart);
}

/** Returns the guest cart of this browser; an empty one on the server and during hydration. */
export function useGuestCart(): GuestCart {
  return useStoreValue(storedCart);
}
