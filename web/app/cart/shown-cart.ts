import type { Cart, CartItem, CartProblem } from "@furoshiki/api/cart";
import type { PickupPoint } from "@furoshiki/api/delivery";
import type { GuestCart, GuestLine } from "./guest-cart.ts";
import { shownMeans, type ShownMeans } from "./shown-means.ts";

export type Money = { iso_code: string; sign: string };

/** What keeps a line from being ordered as it is. */
export type LineTrouble = "unavailable" | "option_required" | "not_shippable" | "too_many";

/** A line as the cart page shows it: the shopper's own cart and a guest's look the same. */
export type ShownLine = {
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
  trouble: LineTrouble | null;
  /** Why it cannot be sent, where that is its trouble. */
  refusal: string;
  mayLookCommercial: boolean;
};

/** What became of a line since the shopper saw it last: prices, or pieces where the quantity was cut. */
export type LineChange = {
  cartId: string;
  name: string;
  code: "price_rose" | "price_fell" | "sale_ended" | "quantity_cut" | "unavailable" | "available_again";
  was: number | null;
  now: number | null;
};

/** A gift certificate that is bought with the cart. */
export type ShownCertificate = { id: number; price: number; name: string; email: string; sendOn: string | null };

export type ShownAddress = { id: number; alias: string; lines: string[] };
export type ShownPoint = {
  code: string;
  type: string;
  name: string;
  city: string;
  address: string;
  hours: string;
  /** Why it does not take the parcel. */
  refusal: string | null;
};
export type ShownMethod = {
  id: number;
  name: string;
  price: number;
  daysMin: number;
  daysMax: number;
  note: string;
  needsPoint: boolean;
  points: ShownPoint[];
};

/** The shopper's cart, in the words of this program: the contract's own spelling ends here. */
export type ShownCart = ShownMeans & {
  money: Money;
  lines: ShownLine[];
  count: number;
  weightG: number;
  /** The box it needs, in millimetres; null where no size is known. */
  boxMm: number[] | null;
  products: number;
  certificates: ShownCertificate[];
  /** What they cost together. */
  bought: number;
  delivery: number;
  total: number;
  duty: {
    tax: number;
    declared: boolean;
    /** Which rule says so. */
    ruleId: number | null;
    country: string | null;
    limit: number | null;
    left: number | null;
    note: string;
  };
  addresses: ShownAddress[];
  addressId: number | null;
  /** Of the chosen address, as a code. */
  country: string | null;
  methods: ShownMethod[];
  /** Ways that are not on offer, each with its reason. */
  notOffered: { id: number; name: string; text: string }[];
  methodId: number | null;
  point: { code: string; name: string; city: string; address: string } | null;
  payments: { id: number; name: string; note: string }[];
  /** Ways to pay that are not on offer, each with its reason. */
  paymentsNotOffered: { id: number; name: string; text: string }[];
  paymentId: number | null;
  problems: CartProblem["code"][];
  /** What differs from what the shopper saw last. */
  changes: LineChange[];
  /** Above the duty-free limit: what two orders save and add; without parts, why there are no such two. */
  split: {
    reason: "summed" | "useless" | "impossible" | null;
    saved: number;
    added: number;
    parts: { lines: SplitLine[]; products: number; delivery: number }[];
    /** What to take out so that the rest stays below the limit, and the sum of the rest. */
    remove: { lines: SplitLine[]; products: number } | null;
    /** What the second order would be, as the shop is asked for it. */
    later: { product_id: number; option_id: number; qty: number }[];
  } | null;
  /** What waits for the next order. */
  next: NextLine[];
};

/** Without a picture where the line is gone. */
export type SplitLine = { cartId: string; name: string; image: ShownLine["image"] | null; qty: number };

export type NextLine = {
  cartId: string;
  name: string;
  optionName: string;
  slug: string;
  image: ShownLine["image"];
  qty: number;
};

export function shownCart(cart: Cart): ShownCart {
  const { price_v2: sums, customs_tax: customs, shipping, payment } = cart;
  const { selected_shipping_param: param } = shipping;
  return {
    money: { iso_code: sums.iso_code, sign: sums.sign },
    lines: cart.cart_items.items.map(shownLine),
    count: cart.products_count,
    weightG: cart.weight_g,
    boxMm: cart.box_mm,
    products: sums.products_price,
    certificates: cart.certificates.items.map((one) => ({
      id: one.id,
      price: one.price,
      name: one.recipient_name,
      email: one.recipient_email,
      sendOn: one.send_on,
    })),
    bought: sums.certificates_price,
    delivery: sums.delivery_price,
    total: sums.total_price,
    ...shownMeans(cart),
    duty: {
      tax: customs.tax,
      declared: customs.declarate,
      ruleId: customs.limit?.rule_id ?? null,
      note: customs.note,
      country: customs.limit?.country ?? null,
      limit: customs.limit?.in_cart_currency ?? null,
      left: customs.limit?.left ?? null,
    },
    addresses: cart.address.availiable_address.items.map((address) => ({
      id: address.id,
      alias: address.alias,
      lines: [
        `${address.first_name} ${address.last_name}, ${address.phone_shown}`,
        `${address.city}, ${address.address}`,
        `${address.postcode}, ${address.country_name}`,
      ],
    })),
    addressId: cart.address.selected,
    country: cart.address.availiable_address.items.find(({ id }) => id === cart.address.selected)?.country ?? null,
    methods: shipping.availiable_shipping.items.map((method) => ({
      id: method.id,
      name: method.name,
      price: method.price,
      daysMin: method.days_min,
      daysMax: method.days_max,
      note: method.note,
      needsPoint: method.needs_point,
      // The long list travels only for the delivery that is chosen.
      points: method.id === shipping.selected ? method.options.map(shownPoint) : [],
    })),
    notOffered: shipping.not_offered,
    methodId: shipping.selected,
    point: param.code ? { code: param.code, name: param.name, city: param.city, address: param.address } : null,
    payments: payment.availiable_payments.items.map(({ id, name, note }) => ({ id, name, note })),
    paymentsNotOffered: payment.not_offered,
    paymentId: payment.selected,
    problems: cart.problems.map((problem) => problem.code),
    changes: cart.changes.map(({ cart_id, ...change }) => ({ cartId: cart_id, ...change })),
    split: shownSplit(cart),
    next: cart.next_order.items.map(({ cart_id, name, option_name, link_rewrite, image, qty }) => ({
      cartId: cart_id,
      name,
      optionName: option_name,
      slug: link_rewrite,
      image: shownImage(image),
      qty,
    })),
  };
}

export function shownPoint({ code, type, name, city, address, work_time, refusal }: PickupPoint): ShownPoint {
  return { code, type, name, city, address, hours: work_time, refusal };
}

export function shownSplit({ split, cart_items }: Pick<Cart, "split" | "cart_items">): ShownCart["split"] {
  if (!split) return null;
  const products = new Map(cart_items.items.map((item) => [item.cart_id, item.product]));
  const shownLines = (lines: readonly { cart_id: string; qty: number }[]): SplitLine[] =>
    lines.map(({ cart_id, qty }) => {
      const product = products.get(cart_id);
      return { cartId: cart_id, name: product?.name ?? "", image: product ? shownImage(product.image) : null, qty };
    });
  return {
    reason: split.reason,
    saved: split.saved,
    added: split.added,
    parts: split.parts.map(({ lines, products_price, delivery_price }) => ({
      lines: shownLines(lines),
      products: products_price,
      delivery: delivery_price,
    })),
    remove: split.remove && { lines: shownLines(split.remove.lines), products: split.remove.products_price },
    later: (split.parts[1]?.lines ?? []).map(({ cart_id, qty }) => {
      const [productId = 0, optionId = 0] = cart_id.split("_").map(Number);
      return { product_id: productId, option_id: optionId, qty };
    }),
  };
}

function shownImage({ src, srcset, srcset_avif, width, height }: ShownLine["image"]): ShownLine["image"] {
  return { src, srcset, srcset_avif, width, height };
}

function shownLine(item: CartItem): ShownLine {
  const { product } = item;
  return {
    cartId: item.cart_id,
    productId: product.id,
    optionId: item.option_id,
    name: product.name,
    optionName: item.option_name,
    manufacturer: product.manufacturer,
    slug: product.link_rewrite,
    image: shownImage(product.image),
    qty: item.qty,
    qtyLimit: item.qty_limit,
    price: item.price_per_item,
    oldPrice: product.price.old,
    trouble: troubleOf(item),
    refusal: item.shipping_refusal?.text ?? "",
    mayLookCommercial: item.may_look_commercial,
  };
}

function troubleOf(item: CartItem): LineTrouble | null {
  if (item.option_required) return "option_required";
  if (!item.available_for_order) return "unavailable";
  if (item.shipping_refusal) return "not_shippable";
  return item.qty > item.qty_limit ? "too_many" : null;
}

/** A guest's lines, as the browser remembers them; `refusals` are of the estimate, by line. */
export function shownGuestLines(
  cart: GuestCart,
  commercialQty: number,
  refusals: ReadonlyMap<string, string>,
): ShownLine[] {
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
    trouble:
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
