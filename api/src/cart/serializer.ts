import { serializeCardImage } from "../content/images.ts";
import { serializeCustoms } from "../customs/service.ts";
import type { SplitPart } from "../customs/split.ts";
import { serializeSelectedPoint } from "../delivery/pickup-points/service.ts";
import { serializeShippingMethod, serializeUnavailableMethod } from "../delivery/shipping-methods.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import { serializeUnavailablePaymentMethod, serializePaymentMethod } from "../payments/payment-methods.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getLineChanges } from "./lines/line-changes.ts";
import type { ProductCardData } from "../catalog/schema.ts";
import type { CartGiftCard } from "./gift-cards/sql.ts";
import type { CalculatedCart } from "./calculation/calculate-cart.ts";
import type { CalculatedLine } from "./calculation/calculate-line.ts";
import type { SplitAdvice } from "./calculation/split-advice.ts";
import type { LineRow } from "./sql.ts";
import { serializeLineRefusal } from "./calculation/line-refusal.ts";
import type { Cart, CartItem } from "./schema.ts";
import { serializeLoyaltyPoints, serializeGifts, serializePromo } from "./adjustments/serializer.ts";

/**
 * Serializes a calculated cart in the spelling of the API contract.
 * @param giftProducts cards of the products in the gift tier
 */
export function serializeCart(
  cart: CalculatedCart,
  giftProducts: ProductCardData[],
  currency: Currency,
  locale: Locale,
): Cart {
  const { totals } = cart;
  return {
    cart_items: { items: cart.lines.map((line) => serializeLine(line, currency, locale)) },
    certificates: {
      items: cart.purchasedGiftCards.map((line, index) =>
        serializePurchasedGiftCard(line, totals.purchasedGiftCardPricesMinor[index] ?? 0, currency),
      ),
    },
    products_count: cart.lines.reduce((sum, line) => sum + line.row.qty, 0),
    weight_g: cart.weightG,
    box_mm: cart.boxMm && [...cart.boxMm],
    price_v2: serializeTotals(cart, currency),
    customs_tax: serializeCustoms(cart.customs, currency, locale),
    address: { availiable_address: { items: cart.addresses }, selected: cart.address?.id ?? null },
    shipping: {
      availiable_shipping: {
        items: cart.methods.map((method) => serializeShippingMethod(method, currency, locale, cart.calculatedAt)),
      },
      not_offered: cart.unavailableMethods.map((method) => serializeUnavailableMethod(method, locale)),
      selected: cart.method?.row.id ?? null,
      selected_shipping_param: serializeSelectedPoint(cart.pickupPoint, locale),
    },
    payment: {
      availiable_payments: {
        items: cart.payments.available.map((payment) => serializePaymentMethod(payment, locale)),
      },
      not_offered: cart.payments.unavailable.map((payment) => serializeUnavailablePaymentMethod(payment, locale)),
      selected: cart.payment?.id ?? null,
    },
    not_availiable_for_shipping_products: cart.notShippableProductIds,
    promo: serializePromo(cart, currency, locale),
    bonus: serializeLoyaltyPoints(cart, currency),
    presents: serializeGifts(cart, giftProducts, currency),
    problems: cart.problems,
    split: serializeSplitAdvice(cart.splitAdvice, currency),
    next_order: { items: cart.savedForLater.map(serializeSavedLine) },
    changes: cart.lines.flatMap((line) => getLineChanges(line, currency)),
  };
}

function serializeTotals({ totals, baseTotalMinor }: CalculatedCart, currency: Currency): Cart["price_v2"] {
  const toAmount = (minor: number) => toMajorUnits(minor, currency);
  return {
    iso_code: currency.code,
    sign: currency.sign,
    products_price: toAmount(totals.productsMinor),
    certificates_price: toAmount(totals.purchasedGiftCardsMinor),
    delivery_price: toAmount(totals.deliveryMinor),
    dicount_price: toAmount(totals.promoMinor + totals.pointsMinor + totals.giftCardMinor),
    discounts: {
      promo: toAmount(totals.promoMinor),
      bonus: toAmount(totals.pointsMinor),
      certificate: toAmount(totals.giftCardMinor),
    },
    total_price: toAmount(totals.totalMinor),
    default_currency_price: { total_price: baseTotalMinor / 100, sign: "₽" },
  };
}

function serializeLine(line: CalculatedLine, currency: Currency, locale: Locale): CartItem {
  const { row } = line;
  const priceMinor = convertFromRub(line.priceRubMinor, currency);
  const price = toMajorUnits(priceMinor, currency);
  const total = toMajorUnits(priceMinor * row.qty, currency);
  return {
    cart_id: line.cartId,
    product: {
      id: row.product_id,
      name: row.name,
      link_rewrite: row.slug,
      reference: row.reference,
      manufacturer: row.brand,
      image: serializeCardImage(row.media, row.name),
      has_options: row.has_options,
      available_for_order: line.available,
      price: {
        current: price,
        old: line.oldRubMinor === null ? null : toMajorUnits(convertFromRub(line.oldRubMinor, currency), currency),
        iso_code: currency.code,
        sign: currency.sign,
      },
    },
    option_id: row.option_id,
    option_name: row.variant?.name ?? "",
    qty: row.qty,
    qty_limit: line.qtyLimit,
    available_for_order: line.available,
    option_required: line.isOptionRequired,
    may_look_commercial: line.mayLookCommercial,
    shipping_refusal: serializeLineRefusal(line.refusal, locale),
    in_total: line.isInTotal,
    price_per_item: price,
    price_total: total,
    price_v2: { sign: currency.sign, iso_code: currency.code, price, price_total: total },
  };
}

function serializePurchasedGiftCard(
  { face_value_minor: _faceValue, design, ...line }: CartGiftCard,
  priceMinor: number,
  currency: Currency,
): Cart["certificates"]["items"][number] {
  return { ...line, picture: design, price: toMajorUnits(priceMinor, currency) };
}

function serializeSplitAdvice(advice: SplitAdvice | null, currency: Currency): Cart["split"] {
  if (!advice) return null;
  const toDisplayAmount = (rubMinor: number) => toMajorUnits(convertFromRub(rubMinor, currency), currency);
  const serializePartLines = (part: SplitPart) => part.lines.map(({ id, qty }) => ({ cart_id: id, qty }));
  const remove = advice.dutyFreeOrder && {
    lines: serializePartLines(advice.dutyFreeOrder.removed),
    products_price: toDisplayAmount(advice.dutyFreeOrder.kept.productsRubMinor),
  };
  if (advice.parts === null) return { reason: advice.reason, saved: 0, added: 0, parts: [], remove };
  const { savedRubMinor, addedRubMinor } = advice;
  return {
    reason: null,
    saved: toDisplayAmount(savedRubMinor),
    added: addedRubMinor < 0 ? -toDisplayAmount(-addedRubMinor) : toDisplayAmount(addedRubMinor),
    parts: advice.parts.map((part) => ({
      lines: serializePartLines(part),
      products_price: toDisplayAmount(part.productsRubMinor),
      delivery_price: toDisplayAmount(part.deliveryRubMinor),
    })),
    remove,
  };
}

function serializeSavedLine(row: LineRow): Cart["next_order"]["items"][number] {
  return {
    cart_id: `${row.product_id}_${row.option_id}`,
    name: row.name,
    link_rewrite: row.slug,
    image: serializeCardImage(row.media, row.name),
    option_name: row.variant?.name ?? "",
    qty: row.qty,
  };
}
