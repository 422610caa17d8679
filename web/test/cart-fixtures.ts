import type { Cart, CartItem, Estimate } from "@furoshiki/api/cart";
import type { GuestLine } from "../app/cart/guest/guest-cart.ts";

const currency = { iso_code: "RUB", sign: "₽" };
const image = { key: "a", src: "/media/a.jpg", srcset: "", srcset_avif: "", width: 800, height: 1000, alt: "" };

type LineOptions = { id?: number; name?: string; qty?: number; qtyLimit?: number; price?: number; old?: number | null };

/** Creates a cart line of a product without options. */
export function createTestLine(
  { id = 1, name = `Cream ${id}`, qty = 1, qtyLimit = 9, price = 1000, old = null }: LineOptions = {},
  overrides: Partial<CartItem> = {},
): CartItem {
  const product = { id, name, link_rewrite: `cream-${id}`, reference: `R${id}`, manufacturer: "Aka", image };
  return {
    cart_id: `${id}_0`,
    product: {
      ...product,
      has_options: false,
      available_for_order: qtyLimit > 0,
      price: { current: price, old, ...currency },
    },
    ...{ option_id: 0, option_name: "", qty, qty_limit: qtyLimit, available_for_order: qtyLimit > 0 },
    ...{ option_required: false, may_look_commercial: false, shipping_refusal: null, in_total: qtyLimit > 0 },
    ...{ price_per_item: price, price_total: price * qty },
    price_v2: { ...currency, price, price_total: price * qty },
    ...overrides,
  };
}

/** Creates the same line as a guest's browser stores it. */
export function createGuestLine(options: LineOptions = {}): GuestLine {
  const { cart_id, product, option_id, option_name, qty, qty_limit } = createTestLine(options);
  const { src, srcset, srcset_avif, width, height } = product.image;
  return {
    ...{ cart_id, option_id, option_name, qty, qty_limit },
    product: { ...product, image: { src, srcset, srcset_avif, width, height } },
  };
}

const address = {
  ...{ id: 5, alias: "Home", first_name: "Anna", last_name: "Kim", country: "RU", country_name: "Russia" },
  ...{ postcode: "420015", city: "Kazan", address: "ul. Pushkina 1", phone_mobile: "+79001234567" },
  phone_shown: "+7 900 123-45-67",
} as Cart["address"]["availiable_address"]["items"][number];

/** Creates a customer's cart that can be ordered: delivery costs 500. */
export function createTestCart(lines: CartItem[] = [createTestLine()], overrides: Partial<Cart> = {}): Cart {
  const products = lines.reduce((sum, line) => sum + line.price_total, 0);
  const method = { code: "ems", note: "", needs_point: false, needs_identity: false, options: [] };
  return {
    cart_items: { items: lines },
    certificates: { items: [] },
    products_count: lines.reduce((sum, line) => sum + line.qty, 0),
    ...{ weight_g: 420, box_mm: null },
    price_v2: {
      ...currency,
      ...{ products_price: products, certificates_price: 0, delivery_price: 500, dicount_price: 0 },
      discounts: { promo: 0, bonus: 0, certificate: 0 },
      total_price: products + 500,
      default_currency_price: { total_price: products + 500, sign: "₽" },
    },
    customs_tax: { tax: 0, declarate: false, note: "", limit: null },
    address: { availiable_address: { items: [address] }, selected: 5 },
    shipping: {
      availiable_shipping: {
        items: [
          {
            ...method,
            id: 1,
            name: "Post",
            price: 500,
            days_min: 10,
            days_max: 18,
            arrives: { from: "2026-12-04", to: "2026-12-12" },
          },
          {
            ...method,
            id: 2,
            name: "Courier",
            price: 900,
            days_min: 7,
            days_max: 12,
            arrives: { from: "2026-12-01", to: "2026-12-06" },
          },
        ],
      },
      ...{ not_offered: [], selected: 1 },
      selected_shipping_param: { type: "", name: "", code: "", city: "", address: "" },
    },
    payment: {
      availiable_payments: { items: [{ id: 1, code: "card", name: "Card", note: "" }] },
      ...{ not_offered: [], selected: 1 },
    },
    not_availiable_for_shipping_products: [],
    promo: { promo: null, kind: null, percent: null, refusal: null, certificate: null },
    bonus: null,
    presents: { product: { items: [] }, count: 0, can_сhoose: false, price: 0, chosen: [], gift: null },
    ...{ problems: [], split: null, next_order: { items: [] }, changes: [] },
    ...overrides,
  };
}

/** Creates the estimate of the same goods for a guest. */
export function createTestEstimate(lines?: CartItem[], overrides: Partial<Estimate> = {}): Estimate {
  return { ...createTestCart(lines), country: "RU", ...overrides };
}
