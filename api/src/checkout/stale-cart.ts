import type { Cart } from "../cart/schema.ts";
import type { CartDifference, PlaceOrderRequest, SeenLine } from "./schema.ts";

type Item = Cart["cart_items"]["items"][number];
type Choices = NonNullable<PlaceOrderRequest["expected_choices"]>;
type LineDifference = CartDifference["lines"][number];

/**
 * Compares the cart that a shopper saw with the current cart, line by line; prices in the cart's currency.
 * @param seen null values if the client did not send them; without lines, only availability is checked
 */
export function getCartDifference(
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
  const seenById = new Map(seen.lines?.map((line) => [line.cart_id, line]));
  const currentDifferences = items.flatMap((item) =>
    getLineDifferences(seen.lines ? (seenById.get(item.cart_id) ?? null) : undefined, item),
  );
  const currentIds = new Set(items.map((item) => item.cart_id));
  const removedLines = (seen.lines ?? []).filter((line) => !currentIds.has(line.cart_id));
  return {
    lines: [
      ...currentDifferences,
      ...removedLines.map((line) => ({
        cart_id: line.cart_id,
        name: "",
        code: "removed" as const,
        was: line.qty,
        now: 0,
      })),
    ],
    presents: seen.presents === null ? null : { was: seen.presents, now: countGifts(cart) },
    certificates: seen.certificates === null ? null : { was: seen.certificates, now: cart.certificates.items.length },
    choices: seen.choices ? getChangedChoices(seen.choices, cart) : [],
    total: { was: seen.total, now: cart.price_v2.total_price },
    duty: seen.duty === null ? null : { was: seen.duty, now: cart.customs_tax.declarate ? cart.customs_tax.tax : 0 },
  };
}

function getChangedChoices(seen: Choices, { address, shipping, payment }: Cart): CartDifference["choices"] {
  const current: Choices = {
    ...{ address: address.selected, shipping: shipping.selected },
    ...{ point: shipping.selected_shipping_param.code, payment: payment.selected },
  };
  return (["address", "shipping", "point", "payment"] as const).filter((name) => seen[name] !== current[name]);
}

function countGifts({ presents }: Cart): number {
  return presents.chosen.length + (presents.gift ? 1 : 0);
}

/**
 * Returns how a line differs from what the shopper saw.
 * @param seenLine null if the shopper did not see the line; undefined if the client did not send the lines
 */
function getLineDifferences(seenLine: SeenLine | null | undefined, item: Item): LineDifference[] {
  const createDifference = (code: LineDifference["code"], was: number, now: number) => ({
    cart_id: item.cart_id,
    name: item.product.name,
    code,
    was,
    now,
  });
  if (!item.available_for_order && !item.option_required)
    return [createDifference("unavailable", seenLine?.qty ?? item.qty, 0)];
  if (item.qty > item.qty_limit) return [createDifference("limited", seenLine?.qty ?? item.qty, item.qty_limit)];
  if (seenLine === undefined) return [];
  if (seenLine === null) return [createDifference("added", 0, item.qty)];
  return [
    ...(seenLine.qty === item.qty ? [] : [createDifference("quantity", seenLine.qty, item.qty)]),
    ...(seenLine.price === item.price_per_item ? [] : [createDifference("price", seenLine.price, item.price_per_item)]),
  ];
}

/**
 * Returns whether the shopper must confirm again: they would pay more, get different goods or a different delivery, or the duty
 * is not the one they saw. A lower price is passed on. A lower or removed duty is not: the confirmation names the other
 * amount, and the cause is often another country or rule (docs/domain/checkout.md).
 */
export function requiresReconfirmation({
  lines,
  presents,
  certificates,
  choices,
  total,
  duty,
}: CartDifference): boolean {
  const hasFewerGifts = presents !== null && presents.now < presents.was;
  const hasOtherGiftCards = certificates !== null && certificates.now !== certificates.was;
  const hasOtherDuty = duty !== null && duty.now !== duty.was;
  return (
    hasFewerGifts ||
    hasOtherGiftCards ||
    hasOtherDuty ||
    choices.length > 0 ||
    total.now > total.was ||
    lines.some(({ code, was, now }) => code !== "price" || now > was)
  );
}
