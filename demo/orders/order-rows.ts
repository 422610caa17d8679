import { calculateParcelWeight } from "../../api/src/customs/duty.ts";
import { flatPriceMinor, freeFromMinor } from "../../api/src/delivery/settings.ts";
import { allocate } from "../../api/src/money/allocate.ts";
import { createGatewayId } from "../codes.ts";
import { buildAddressFields, type Person } from "../customers/people.ts";
import type { AddressSnapshot } from "../../api/src/orders/order-address.ts";
import { DAY_MS, HOUR_MS, type Product, type Variant } from "../products/product.ts";
import { type Random, createRandom } from "../random.ts";
import type { Row } from "../insert-rows.ts";
import type { SeedContext } from "../seed-context.ts";

type OrderStatus =
  | "awaiting_payment"
  | "paid"
  | "packing"
  | "shipped"
  | "delivered"
  | "returned"
  | "cancelled"
  | "refunded";

/** A line of a draft. */
export type OrderDraftLine = {
  product: Product;
  variant: Variant;
  qty: number;
  /** A gift with purchase has no price. */
  isGift?: boolean;
  /** True if the product had no options when it was ordered. */
  isWithoutOption?: boolean;
};

/**
 * Input of an order: lines, dates and status. Amounts are calculated from it. `key` seeds the random values of the
 * order.
 */
export type OrderDraft = {
  person: Person;
  key: string;
  status: OrderStatus;
  placedAt: Date;
  lines: OrderDraftLine[];
  shipping?: "airmail" | "ems" | "cdek";
  tracking?: string;
  promo?: { code: string; discountMinor: number };
  /** What was paid with loyalty points and with a gift card. */
  pointsMinor?: number;
  giftCardMinor?: number;
  /** Shown in the history of canceled and refunded orders. */
  note?: string;
  /** Who canceled a canceled order. */
  cause?: "customer" | "shop" | "expired";
  refundedMinor?: number;
  /** The share of the total that was refunded, rounded down to whole units of the currency. */
  refundedShare?: number;
  /** The state of the refund, by default succeeded. */
  refundStatus?: "succeeded" | "failed";
  customsDeclaration?: { taxMinor: number; ruleId: number };
  currency?: { code: string; rubPerUnit: number };
  comment?: string;
  pickupPoint?: Row;
};

/** The row of an order, with the types of the columns that other rows are calculated from. */
export type OrderRow = Row & {
  id: number;
  status: OrderStatus;
  currency: string;
  discount_minor: number;
  loyalty_minor: number;
  gift_card_minor: number;
  total_minor: number;
  products_rub_minor: number;
  promo_code: string | null;
  tracking_number: string | null;
  placed_at: Date;
  pay_until: Date;
  paid_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
};

/** The rows of an order in all tables; null where it has none. */
export type OrderRows = {
  order: OrderRow;
  lines: Row[];
  history: Row[];
  payment: Row | null;
  attempt: Row | null;
  refund: Row | null;
};

const WHOLE_RUBLE_MINOR = 100;
const PAYMENT_PERIOD_MS = 2 * DAY_MS;

/** The transitions to each status, in hours after the order was placed. */
const stepsByStatus: Record<OrderStatus, [OrderStatus, number][]> = {
  awaiting_payment: [],
  paid: [["paid", 0.2]],
  packing: [
    ["paid", 0.2],
    ["packing", 20],
  ],
  shipped: [
    ["paid", 0.2],
    ["packing", 20],
    ["shipped", 46],
  ],
  delivered: [
    ["paid", 0.2],
    ["packing", 20],
    ["shipped", 46],
    ["delivered", 46 + 13 * 24],
  ],
  returned: [
    ["paid", 0.2],
    ["packing", 20],
    ["shipped", 46],
    ["returned", 46 + 40 * 24],
  ],
  cancelled: [["cancelled", 1]],
  refunded: [
    ["paid", 0.2],
    ["packing", 20],
    ["refunded", 30],
  ],
};

const shippingMethods = {
  airmail: { id: 2, ru: "Авиапочта до отделения", en: "Airmail to your post office" },
  ems: { id: 1, ru: "EMS курьером до двери", en: "EMS courier to your door" },
  cdek: { id: 6, ru: "СДЭК до пункта выдачи", en: "CDEK to a pick-up point" },
};

/** Builds the rows of an order with consistent amounts, as checkout would write them. */
export function buildOrderRows(draft: OrderDraft, context: SeedContext): OrderRows {
  const random = createRandom(context.seed, "order", draft.key);
  const id = drawOrderId(random, context.orderIds);
  const isRussian = draft.person.locale === "ru-RU";
  const rate = draft.currency ?? { code: "RUB", rubPerUnit: 1 };
  // Each price is rounded in the currency of the order before it is summed.
  const convertFromRub = (rubMinor: number) => Math.round(rubMinor / rate.rubPerUnit);
  const lines = addLineDiscounts(
    draft,
    draft.lines.map((line, index) => buildLineRow(line, id, index + 1, isRussian, convertFromRub)),
  );
  const steps = stepsByStatus[draft.status].map(([status, hours]) => ({ status, at: addHours(draft.placedAt, hours) }));
  const getStepTime = (status: OrderStatus) => steps.find((step) => step.status === status)?.at ?? null;
  const method = shippingMethods[draft.shipping ?? "airmail"];
  const goodsWeightG = lines.reduce((total, row) => total + Number(row.weight_g) * Number(row.qty), 0);

  const order: OrderRow = {
    id,
    customer_id: draft.person.id,
    status: draft.status,
    locale: draft.person.locale,
    currency: rate.code,
    rub_per_unit: rate.rubPerUnit,
    ...calculateAmountColumns(draft, lines, convertFromRub),
    ...buildCustomsColumns(draft),
    promo_code: draft.promo?.code ?? null,
    address: buildAddressSnapshot(draft.person, context),
    shipping_method_id: method.id,
    shipping_name: isRussian ? method.ru : method.en,
    pickup_point: draft.pickupPoint ?? null,
    payment_method: "card",
    comment: draft.comment ?? "",
    weight_g: calculateParcelWeight(goodsWeightG),
    tracking_number: draft.tracking ?? null,
    is_stock_reserved: draft.status !== "cancelled",
    placed_at: draft.placedAt,
    pay_until:
      draft.status === "awaiting_payment"
        ? new Date(context.now.getTime() + PAYMENT_PERIOD_MS)
        : addHours(draft.placedAt, 1),
    paid_at: getStepTime("paid"),
    shipped_at: getStepTime("shipped"),
    delivered_at: getStepTime("delivered"),
  };
  const history = [{ status: "awaiting_payment" as OrderStatus, at: draft.placedAt }, ...steps].map(
    ({ status, at }) => ({
      order_id: id,
      status,
      created_at: at,
      note: status === draft.status ? (draft.note ?? "") : "",
      cause: status === "cancelled" ? (draft.cause ?? "shop") : null,
    }),
  );
  return { order, lines, history, ...buildPaymentRows(order, draft, random.int(0, 2 ** 31)) };
}

/** Calculates the amounts of an order, in minor units of its currency unless the column is in rubles. */
function calculateAmountColumns(draft: OrderDraft, lines: Row[], convertFromRub: (rubMinor: number) => number) {
  const productsMinor = lines.reduce((total, row) => total + Number(row.total_minor), 0);
  const productsRubMinor = draft.lines.reduce(
    (total, line) => total + (line.isGift ? 0 : line.variant.priceMinor * line.qty),
    0,
  );
  const discountMinor = draft.promo?.discountMinor ?? 0;
  const pointsMinor = draft.pointsMinor ?? 0;
  const giftCardMinor = draft.giftCardMinor ?? 0;
  const deliveryMinor = productsRubMinor >= freeFromMinor.fallback ? 0 : convertFromRub(flatPriceMinor.fallback);
  return {
    products_minor: productsMinor,
    discount_minor: discountMinor,
    loyalty_minor: pointsMinor,
    gift_card_minor: giftCardMinor,
    delivery_minor: deliveryMinor,
    total_minor: productsMinor - discountMinor - pointsMinor - giftCardMinor + deliveryMinor,
    products_rub_minor: productsRubMinor,
  };
}

function buildCustomsColumns({ customsDeclaration: declaration, placedAt }: OrderDraft) {
  return {
    customs_tax_minor: declaration?.taxMinor ?? 0,
    customs_declared: declaration !== undefined,
    customs_rule_id: declaration?.ruleId ?? null,
    duty_confirmed: declaration
      ? { version: "7.14/1", at: placedAt, tax_minor: declaration.taxMinor, ip: "203.0.113.7" }
      : null,
  };
}

/** Distributes the discount of the promo code among the lines. */
function addLineDiscounts({ promo }: OrderDraft, lines: Row[]): Row[] {
  const discounts = allocate(
    promo?.discountMinor ?? 0,
    lines.map((row) => Number(row.total_minor)),
    WHOLE_RUBLE_MINOR,
  );
  return lines.map((row, index) => ({ ...row, discount_minor: discounts[index] ?? 0 }));
}

/** Draws an order id that is not used yet, and marks it as used. */
function drawOrderId(random: Random, usedIds: Set<number>): number {
  for (;;) {
    const id = random.int(100_000_000, 999_999_999);
    if (!usedIds.has(id)) {
      usedIds.add(id);
      return id;
    }
  }
}

function buildLineRow(
  { product, variant, qty, isGift = false, isWithoutOption = false }: OrderDraftLine,
  orderId: number,
  lineNumber: number,
  isRussian: boolean,
  convertFromRub: (minor: number) => number,
): Row {
  const priceMinor = isGift ? 0 : convertFromRub(variant.priceMinor);
  return {
    order_id: orderId,
    line: lineNumber,
    product_id: product.id,
    option_id: isWithoutOption ? 0 : variant.optionId,
    reference: product.reference,
    name: isRussian ? product.nameRu : product.nameEn,
    option_name: isWithoutOption || !variant.choice ? "" : isRussian ? variant.choice.ru : variant.choice.en,
    qty,
    price_minor: priceMinor,
    total_minor: priceMinor * qty,
    is_gift: isGift,
    weight_g: variant.weightG,
  };
}

function buildAddressSnapshot(person: Person, { countries }: SeedContext): AddressSnapshot {
  const address = buildAddressFields(person);
  const country = countries.get(address.country);
  return {
    ...address,
    country_name_ru: country?.ru ?? address.country,
    country_name_en: country?.en ?? address.country,
  };
}

/** Builds the payment, its attempt and its refund; all null if the total is zero. */
function buildPaymentRows(
  order: OrderRow,
  draft: OrderDraft,
  idSuffix: number,
): Pick<OrderRows, "payment" | "attempt" | "refund"> {
  if (order.total_minor === 0) return { payment: null, attempt: null, refund: null };
  const { status } = draft;
  const id = `demo-${order.id}-${idSuffix.toString(36).padStart(8, "0")}-pay`;
  const paidAt = order.paid_at;
  const payment = {
    id,
    order_id: order.id,
    provider: "sandbox",
    method: "card",
    amount_minor: order.total_minor,
    currency: order.currency,
    status: paidAt ? "success" : status === "cancelled" ? "cancelled" : "awaiting",
    created_at: draft.placedAt,
    expires_at: order.pay_until,
    paid_at: paidAt,
  };
  const attempt = paidAt && {
    id: `${id}-1`,
    payment_id: id,
    provider_ref: createGatewayId(`payment of ${order.id}`),
    status: "succeeded",
    created_at: addHours(paidAt, -0.02),
    ended_at: paidAt,
  };
  const refundedMinor =
    draft.refundedMinor ??
    (status === "refunded"
      ? order.total_minor
      : Math.floor((order.total_minor * (draft.refundedShare ?? 0)) / 100) * 100);
  const refund = attempt &&
    refundedMinor > 0 && {
      id: `${id}-refund`,
      payment_id: id,
      attempt_id: attempt.id,
      amount_minor: refundedMinor,
      status: draft.refundStatus ?? "succeeded",
      reason: status === "refunded" ? "order_cancelled" : "damaged",
      comment: draft.note ?? "",
      provider_ref: draft.refundStatus === "failed" ? null : createGatewayId(`refund of ${order.id}`),
      created_at: addHours(draft.placedAt, 30),
      ended_at: addHours(draft.placedAt, 31),
    };
  return { payment, attempt: attempt || null, refund: refund || null };
}

function addHours(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + Math.round(hours * HOUR_MS));
}
