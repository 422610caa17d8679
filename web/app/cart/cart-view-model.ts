import type { Cart, CartItem, CartProblem } from "@furoshiki/api/cart";
import type { PickupPoint } from "@furoshiki/api/delivery";
import { formatStreetAddress } from "../delivery/street-address.ts";
import type { GuestCart, GuestLine } from "./guest/guest-cart.ts";
import { createCartAdjustments, type CartAdjustments } from "./cart-adjustments.ts";

export type Currency = { iso_code: string; sign: string };

/** Why a line cannot be ordered as it is. */
export type LineProblem = "unavailable" | "option_required" | "not_shippable" | "too_many";

/** A line as the cart page shows it, for customers and guests. */
export type CartLineViewModel = {
  cartId: string;
  productId: number;
  optionId: number;
  name: string;
  optionName: string;
  manufacturer: string;
  slug: string;
  image: GuestLine["product"]["image"];
  qty: number;
  qtyLimit: number;
  price: number;
  oldPrice: number | null;
  problem: LineProblem | null;
  /** Why it cannot be shipped, if that is its problem. */
  refusal: string;
  /** Whether customs may treat the quantity as a commercial shipment (docs/domain/customs.md). */
  mayLookCommercial: boolean;
};

/** What changed in a line since the customer saw it last. `was` and `now` are prices, or quantities for `quantity_cut`. */
export type LineChange = {
  cartId: string;
  name: string;
  code: "price_rose" | "price_fell" | "sale_ended" | "quantity_cut" | "unavailable" | "available_again";
  was: number | null;
  now: number | null;
};

/** A gift card that is bought with the cart. */
export type GiftCardLineViewModel = { id: number; price: number; name: string; email: string; sendOn: string | null };

export type AddressViewModel = { id: number; alias: string; lines: string[] };
export type PickupPointViewModel = {
  code: string;
  type: string;
  name: string;
  city: string;
  address: string;
  openingHours: string;
  /** Why it cannot take the parcel. */
  refusal: string | null;
};
export type ShippingMethodViewModel = {
  id: number;
  name: string;
  price: number;
  daysMin: number;
  daysMax: number;
  note: string;
  needsPickupPoint: boolean;
  pickupPoints: PickupPointViewModel[];
};

/** View model of a customer's cart. The spelling of the API contract is mapped to plain names here. */
export type CartViewModel = CartAdjustments & {
  currency: Currency;
  lines: CartLineViewModel[];
  count: number;
  weightG: number;
  /** Size of the box in millimeters; null if no size is known. */
  boxMm: number[] | null;
  /** Subtotal of the goods. */
  products: number;
  giftCards: GiftCardLineViewModel[];
  /** Total price of the gift cards. */
  giftCardsTotal: number;
  delivery: number;
  total: number;
  duty: {
    tax: number;
    isDeclared: boolean;
    /** Id of the customs rule that applies. */
    ruleId: number | null;
    country: string | null;
    limit: number | null;
    remaining: number | null;
    note: string;
  };
  addresses: AddressViewModel[];
  addressId: number | null;
  /** ISO 3166-1 code of the country of the selected address. */
  country: string | null;
  shippingMethods: ShippingMethodViewModel[];
  /** Unavailable shipping methods, each with the reason. */
  unavailableShippingMethods: { id: number; name: string; text: string }[];
  shippingMethodId: number | null;
  pickupPoint: { code: string; name: string; city: string; address: string } | null;
  paymentMethods: { id: number; name: string; note: string }[];
  /** Unavailable payment methods, each with the reason. */
  unavailablePaymentMethods: { id: number; name: string; text: string }[];
  paymentMethodId: number | null;
  problems: CartProblem["code"][];
  /** Changes since the customer saw the cart last. */
  changes: LineChange[];
  /**
   * Above the duty-free limit: what splitting into two orders saves and costs (docs/domain/customs.md). If `parts` is
   * empty, `reason` says why splitting is not offered.
   */
  split: {
    reason: "summed" | "useless" | "impossible" | null;
    saved: number;
    added: number;
    parts: { lines: SplitLine[]; products: number; delivery: number }[];
    /** Lines to remove so that the rest stays below the limit, and the subtotal of the rest. */
    remove: { lines: SplitLine[]; products: number } | null;
    /** Lines of the second order, as the API expects them. */
    secondOrderLines: { product_id: number; option_id: number; qty: number }[];
  } | null;
  /** Lines that are saved for later. */
  savedForLater: SavedLineViewModel[];
};

/** The image is null if the line is no longer in the cart. */
export type SplitLine = { cartId: string; name: string; image: CartLineViewModel["image"] | null; qty: number };

export type SavedLineViewModel = {
  cartId: string;
  name: string;
  optionName: string;
  slug: string;
  image: CartLineViewModel["image"];
  qty: number;
};

/** Maps an API cart to its view model. */
export function createCartViewModel(cart: Cart): CartViewModel {
  const { price_v2: totals, shipping, payment } = cart;
  const { selected_shipping_param: point } = shipping;
  return {
    currency: { iso_code: totals.iso_code, sign: totals.sign },
    lines: cart.cart_items.items.map(createLineViewModel),
    count: cart.products_count,
    weightG: cart.weight_g,
    boxMm: cart.box_mm,
    products: totals.products_price,
    giftCards: cart.certificates.items.map(createGiftCardLineViewModel),
    giftCardsTotal: totals.certificates_price,
    delivery: totals.delivery_price,
    total: totals.total_price,
    ...createCartAdjustments(cart),
    duty: createDutyViewModel(cart.customs_tax),
    addresses: cart.address.availiable_address.items.map(createAddressViewModel),
    addressId: cart.address.selected,
    country: cart.address.availiable_address.items.find(({ id }) => id === cart.address.selected)?.country ?? null,
    shippingMethods: shipping.availiable_shipping.items.map((method) =>
      createShippingMethodViewModel(method, shipping.selected),
    ),
    unavailableShippingMethods: shipping.not_offered,
    shippingMethodId: shipping.selected,
    pickupPoint: point.code ? { code: point.code, name: point.name, city: point.city, address: point.address } : null,
    paymentMethods: payment.availiable_payments.items.map(({ id, name, note }) => ({ id, name, note })),
    unavailablePaymentMethods: payment.not_offered,
    paymentMethodId: payment.selected,
    problems: cart.problems.map((problem) => problem.code),
    changes: cart.changes.map(({ cart_id, ...change }) => ({ cartId: cart_id, ...change })),
    split: createSplitViewModel(cart),
    savedForLater: cart.next_order.items.map(({ cart_id, name, option_name, link_rewrite, image, qty }) => ({
      cartId: cart_id,
      name,
      optionName: option_name,
      slug: link_rewrite,
      image: pickImage(image),
      qty,
    })),
  };
}

function createGiftCardLineViewModel(giftCard: Cart["certificates"]["items"][number]): GiftCardLineViewModel {
  return {
    id: giftCard.id,
    price: giftCard.price,
    name: giftCard.recipient_name,
    email: giftCard.recipient_email,
    sendOn: giftCard.send_on,
  };
}

function createDutyViewModel(customs: Cart["customs_tax"]): CartViewModel["duty"] {
  return {
    tax: customs.tax,
    isDeclared: customs.declarate,
    ruleId: customs.limit?.rule_id ?? null,
    note: customs.note,
    country: customs.limit?.country ?? null,
    limit: customs.limit?.in_cart_currency ?? null,
    remaining: customs.limit?.left ?? null,
  };
}

function createAddressViewModel(address: Cart["address"]["availiable_address"]["items"][number]): AddressViewModel {
  return {
    id: address.id,
    alias: address.alias,
    lines: [
      `${address.first_name} ${address.last_name}, ${address.phone_shown}`,
      formatStreetAddress(address),
      `${address.postcode}, ${address.country_name}`,
    ],
  };
}

function createShippingMethodViewModel(
  method: Cart["shipping"]["availiable_shipping"]["items"][number],
  selectedId: number | null,
): ShippingMethodViewModel {
  return {
    id: method.id,
    name: method.name,
    price: method.price,
    daysMin: method.days_min,
    daysMax: method.days_max,
    note: method.note,
    needsPickupPoint: method.needs_point,
    // The list can be long: it is taken over for the selected method only.
    pickupPoints: method.id === selectedId ? method.options.map(createPickupPointViewModel) : [],
  };
}

/** Maps an API pickup point to its view model. */
export function createPickupPointViewModel({
  code,
  type,
  name,
  city,
  address,
  work_time,
  refusal,
}: PickupPoint): PickupPointViewModel {
  return { code, type, name, city, address, openingHours: work_time, refusal };
}

/** Maps the split advice of an API cart or estimate to its view model; null if there is none. */
export function createSplitViewModel({
  split,
  cart_items,
}: Pick<Cart, "split" | "cart_items">): CartViewModel["split"] {
  if (!split) return null;
  const products = new Map(cart_items.items.map((item) => [item.cart_id, item.product]));
  const createSplitLines = (lines: readonly { cart_id: string; qty: number }[]): SplitLine[] =>
    lines.map(({ cart_id, qty }) => {
      const product = products.get(cart_id);
      return { cartId: cart_id, name: product?.name ?? "", image: product ? pickImage(product.image) : null, qty };
    });
  return {
    reason: split.reason,
    saved: split.saved,
    added: split.added,
    parts: split.parts.map(({ lines, products_price, delivery_price }) => ({
      lines: createSplitLines(lines),
      products: products_price,
      delivery: delivery_price,
    })),
    remove: split.remove && { lines: createSplitLines(split.remove.lines), products: split.remove.products_price },
    secondOrderLines: (split.parts[1]?.lines ?? []).map(({ cart_id, qty }) => {
      const [productId = 0, optionId = 0] = cart_id.split("_").map(Number);
      return { product_id: productId, option_id: optionId, qty };
    }),
  };
}

function pickImage({
  src,
  srcset,
  srcset_avif,
  width,
  height,
}: CartLineViewModel["image"]): CartLineViewModel["image"] {
  return { src, srcset, srcset_avif, width, height };
}

function createLineViewModel(item: CartItem): CartLineViewModel {
  const { product } = item;
  return {
    cartId: item.cart_id,
    productId: product.id,
    optionId: item.option_id,
    name: product.name,
    optionName: item.option_name,
    manufacturer: product.manufacturer,
    slug: product.link_rewrite,
    image: pickImage(product.image),
    qty: item.qty,
    qtyLimit: item.qty_limit,
    price: item.price_per_item,
    oldPrice: product.price.old,
    problem: getLineProblem(item),
    refusal: item.shipping_refusal?.text ?? "",
    mayLookCommercial: item.may_look_commercial,
  };
}

function getLineProblem(item: CartItem): LineProblem | null {
  if (item.option_required) return "option_required";
  if (!item.available_for_order) return "unavailable";
  if (item.shipping_refusal) return "not_shippable";
  return item.qty > item.qty_limit ? "too_many" : null;
}

/** Creates view models for the lines of a guest cart. `refusals` are the shipping refusals of the estimate, by line. */
export function createGuestLineViewModels(
  cart: GuestCart,
  commercialQty: number,
  refusals: ReadonlyMap<string, string>,
): CartLineViewModel[] {
  return Object.values(cart.entities).map(({ cart_id, product, option_id, option_name, qty, qty_limit }) => ({
    cartId: cart_id,
    productId: product.id,
    optionId: option_id,
    name: product.name,
    optionName: option_name,
    manufacturer: product.manufacturer,
    slug: product.link_rewrite,
    image: product.image,
    qty,
    qtyLimit: qty_limit,
    price: product.price.current,
    oldPrice: product.price.old,
    problem:
      product.has_options && option_id === 0
        ? "option_required"
        : product.available_for_order && qty_limit > 0
          ? refusals.has(cart_id)
            ? "not_shippable"
            : null
          : "unavailable",
    refusal: refusals.get(cart_id) ?? "",
    mayLookCommercial: qty > commercialQty,
  }));
}
