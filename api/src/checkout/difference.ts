import type { Cart } from "../cart/schema.ts";
import type { CartDifference, PlaceOrderRequest, SeenLine } from "./schema.ts";

type Item = Cart["cart_items"]["items"][number];
type Choices = NonNullable<PlaceOrderRequest["expected_choices"]>;
type LineDifference = CartDifference["lines"][number];

/**
 * What differs between the cart a shopper saw and the cart as it is, line by line; prices in the cart's currency.
 * @param seen null where he did not say: then lines are only looked at for what cannot be had.
 */
export function cartDifference(
  seen: {
    lines: readonly SeenLine[] | null;
    presents: number | null;
    certificates: number | null;
    total: number;
    duty: number | null;
    choices?: Choices | null;
  },
  cart: Cart,
): CartDifference {
  const { items } = cart.cart_items;
  const saw = new Map(seen.lines?.map((line) => [line.cart_id, line]));
  const there = items.flatMap((item) => differencesOf(seen.lines ? (saw.get(item.cart_id) ?? null) : undefined, item));
  const isThere = new Set(items.map((item) => item.cart_id));
  const gone = (seen.lines ?? []).filter((line) => !isThere.has(line.cart_id));
  return {
    lines: [
      ...there,
      ...gone.map((line) => ({ cart_id: line.cart_id, name: "", code: "removed" as const, was: line.qty, now: 0 })),
    ],
    presents: seen.presents === null ? null : { was: seen.presents, now: giftsOf(cart) },
    certificates: seen.certificates === null ? null : { was: seen.certificates, now: cart.certificates.items.length },
    choices: seen.choices ? choicesChanged(seen.choices, cart) : [],
    total: { was: seen.total, now: cart.price_v2.total_price },
    duty: seen.duty === null ? null : { was: seen.duty, now: cart.customs_tax.declarate ? cart.customs_tax.tax : 0 },
  };
}

function choicesChanged(seen: Choices, { address, shipping, payment }: Cart): CartDifference["choices"] {
  const now: Choices = {
    ...{ address: address.selected, shipping: shipping.selected },
    ...{ point: shipping.selected_shipping_param.code, payment: payment.selected },
  };
  return (["address", "shipping", "point", "payment"] as const).filter((name) => seen[name] !== now[name]);
}

function giftsOf({ presents }: Cart): number {
  return presents.chosen.length + (presents.gift ? 1 : 0);
}

function differencesOf(saw: SeenLine | null | undefined, item: Item): LineDifference[] {
  const told = (code: LineDifference["code"], was: number, now: number) => ({
    cart_id: item.cart_id,
    name: item.product.name,
    code,
    was,
    now,
  });
  if (!item.available_for_order && !item.option_required) return [told("unavailable", saw?.qty ?? item.qty, 0)];
  if (item.qty > item.qty_limit) return [told("limited", saw?.qty ?? item.qty, item.qty_limit)];
  if (saw === undefined) return [];
  if (saw === null) return [told("added", 0, item.qty)];
  return [
    ...(saw.qty === item.qty ? [] : [told("quantity", saw.qty, item.qty)]),
    ...(saw.price === item.price_per_item ? [] : [told("price", saw.price, item.price_per_item)]),
  ];
}

/**
 * True where the shopper must be asked again: he pays more, gets something else, otherwise or elsewhere, or the duty is
 * not the one he saw. A fall of a price is passed on; a duty that fell, or is gone, is not, good as it is for him: what he
 * confirmed names the other amount, and it is often another country or rule that took it away.
 */
export function mustAsk({ lines, presents, certificates, choices, total, duty }: CartDifference): boolean {
  const fewer = presents !== null && presents.now < presents.was;
  const others = certificates !== null && certificates.now !== certificates.was;
  const anotherDuty = duty !== null && duty.now !== duty.was;
  return (
    fewer ||
    others ||
    anotherDuty ||
    choices.length > 0 ||
    total.now > total.was ||
    lines.some(({ code, was, now }) => code !== "price" || now > was)
  );
}
