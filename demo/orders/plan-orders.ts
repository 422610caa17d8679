import { buildS10Number } from "../codes.ts";
import { type OrderDraft, type OrderDraftLine, buildOrderRows, type OrderRows } from "./order-rows.ts";
import { DAY_MS, HOUR_MS, type Product } from "../products/product.ts";
import { createRandom, type Random } from "../random.ts";
import type { Row } from "../insert-rows.ts";
import { getCheapestVariant, type SeedContext } from "../seed-context.ts";

/** Rows that the test customer's orders refer to. */
export type OrderInputs = {
  /** A pickup point in the city of the test customer. */
  pickupPoint: Row;
  customsRuleId: number;
  promoCode: string;
  giftCardMinor: number;
  /** A product whose options were added after the test customer bought it. */
  productWithAddedOptions: Product | undefined;
};

const DUTY_FREE_MINOR = 20_000_00;
const DUTY_SHARE = 0.15;
const CUSTOMS_FEE_MINOR = 250_00;
const POINTS_SPENT_MINOR = 300_00;

/** Plans the test customer's orders: at least two of every status, and one for each special case. */
export function planTestCustomerOrders(context: SeedContext, inputs: OrderInputs): OrderRows[] {
  const planner = createOrderPlanner(context, inputs);
  const dutiableLines = selectLinesAbove(context.availableProducts, DUTY_FREE_MINOR + 2000_00);
  const discountedLines = planner.buildLines(4);
  const drafts: OrderDraft[] = [
    ...planOpenOrders(planner, dutiableLines, inputs.customsRuleId),
    ...planDeliveredOrders(planner, discountedLines, inputs),
    ...planReturnedAndCanceledOrders(planner),
  ];
  const changedProduct = inputs.productWithAddedOptions;
  if (changedProduct)
    drafts.push(
      planner.createDraft("before-options", "delivered", 200, {
        tracking: planner.drawRegisteredNumber(),
        lines: [{ ...buildLine(changedProduct, 1), isWithoutOption: true }],
      }),
    );
  return drafts.map((draft) => buildOrderRows(draft, context));
}

type OrderPlanner = ReturnType<typeof createOrderPlanner>;

/** Returns functions that plan the test customer's orders. Each takes the next products and random numbers. */
function createOrderPlanner({ testCustomer, now, availableProducts, seed }: SeedContext, inputs: OrderInputs) {
  const random = createRandom(seed, "test-customer-orders");
  let nextIndex = 0;
  const nextProduct = (): Product => availableProducts[nextIndex++ % availableProducts.length] as Product;
  const buildLines = (count: number): OrderDraftLine[] =>
    Array.from({ length: count }, () => buildLine(nextProduct(), random.int(1, 2)));
  const getDateDaysAgo = (days: number, hours: number) => new Date(now.getTime() - days * DAY_MS + hours * HOUR_MS);
  const drawDigits = () => String(random.int(10_000_000, 99_999_999));
  const createDraft = (
    key: string,
    status: OrderDraft["status"],
    daysAgo: number,
    overrides: Partial<OrderDraft> = {},
  ): OrderDraft => ({
    person: testCustomer,
    key: `test-customer/${key}`,
    status,
    placedAt: getDateDaysAgo(daysAgo, random.int(7, 20)),
    lines: buildLines(random.int(1, 3)),
    ...overrides,
  });
  return {
    buildLines,
    createDraft,
    getDateDaysAgo,
    toPickupPoint: { shipping: "cdek", pickupPoint: inputs.pickupPoint } as const,
    drawEmsNumber: () => buildS10Number("EM", drawDigits()),
    drawRegisteredNumber: () => buildS10Number("RR", drawDigits()),
    drawCdekNumber: () => String(random.int(1_000_000_000, 1_999_999_999)),
  };
}

/** Plans the orders that have not arrived yet. */
function planOpenOrders(
  { createDraft, getDateDaysAgo, toPickupPoint, drawEmsNumber, drawRegisteredNumber }: OrderPlanner,
  dutiableLines: OrderDraftLine[],
  customsRuleId: number,
): OrderDraft[] {
  return [
    // Placed in the last hours of the previous day, so that payment is still possible on the day of generation.
    createDraft("awaiting-payment", "awaiting_payment", 0, { placedAt: getDateDaysAgo(0, -1) }),
    createDraft("awaiting-payment-point", "awaiting_payment", 0, {
      placedAt: getDateDaysAgo(0, -3),
      ...toPickupPoint,
    }),
    createDraft("paid", "paid", 1),
    createDraft("paid-ems", "paid", 1, { shipping: "ems" }),
    createDraft("packing", "packing", 2),
    createDraft("packing-point", "packing", 2, toPickupPoint),
    createDraft("shipped-ems", "shipped", 6, { shipping: "ems", tracking: drawEmsNumber() }),
    createDraft("shipped-duty", "shipped", 9, {
      tracking: drawRegisteredNumber(),
      lines: dutiableLines,
      customsDeclaration: { taxMinor: calculateDuty(dutiableLines), ruleId: customsRuleId },
      comment: "Пожалуйста, положите бумагу между флаконами.",
    }),
  ];
}

/** Plans the orders that were delivered. */
function planDeliveredOrders(
  { buildLines, createDraft, toPickupPoint, drawEmsNumber, drawRegisteredNumber, drawCdekNumber }: OrderPlanner,
  discountedLines: OrderDraftLine[],
  { promoCode, giftCardMinor }: OrderInputs,
): OrderDraft[] {
  return [
    createDraft("delivered", "delivered", 40, {
      ...{ shipping: "ems", tracking: drawEmsNumber() },
      note: "Крем пришёл с трещиной на крышке.",
      ...{ refundedMinor: 350_00, refundStatus: "failed" },
    }),
    createDraft("delivered-point", "delivered", 55, { ...toPickupPoint, tracking: drawCdekNumber() }),
    createDraft("delivered-everything", "delivered", 75, {
      tracking: drawRegisteredNumber(),
      lines: discountedLines,
      promo: { code: promoCode, discountMinor: roundDownToRuble(sumLines(discountedLines) * 0.1) },
      giftCardMinor,
      pointsMinor: POINTS_SPENT_MINOR,
    }),
    createDraft("delivered-partly-refunded", "delivered", 90, {
      tracking: drawRegisteredNumber(),
      lines: buildLines(3),
      note: "Один товар пришёл повреждённым: деньги за него возвращены.",
      refundedMinor: 490_00,
    }),
    createDraft("delivered-dollars", "delivered", 120, {
      tracking: drawRegisteredNumber(),
      currency: { code: "USD", rubPerUnit: 92 },
    }),
  ];
}

/** Plans the orders that were returned, canceled or refunded. */
function planReturnedAndCanceledOrders({
  createDraft,
  toPickupPoint,
  drawRegisteredNumber,
  drawCdekNumber,
}: OrderPlanner): OrderDraft[] {
  return [
    createDraft("returned", "returned", 130, {
      tracking: drawRegisteredNumber(),
      note: "Посылку не забрали, она вернулась на склад.",
    }),
    createDraft("returned-point", "returned", 160, { ...toPickupPoint, tracking: drawCdekNumber() }),
    createDraft("expired", "cancelled", 20, { note: "Время оплаты вышло.", cause: "expired" }),
    createDraft("canceled", "cancelled", 35, { note: "Отменён покупателем.", cause: "customer" }),
    createDraft("refunded", "refunded", 60, { note: "Товара не оказалось у поставщика." }),
    createDraft("refunded-2", "refunded", 100, { note: "Покупатель передумал до отправки." }),
  ];
}

/** The days in which most of the other orders were placed; bestsellers are based on them. */
const RECENT_DAYS = 90;
const YEAR_DAYS = 365;
/** The share of the orders that are older than that. */
const OLDER_SHARE = 0.3;
/** Returned parcels are back after 42 days. */
const RETURN_DAYS = 45;

/** Every so many orders, an order of at least three products came with a damaged one. */
const DAMAGED_EVERY = 120;
/** Refunds that the bank refused are resolved within as many days after the order was placed. */
const FAILED_REFUND_DAYS = 40;

/** Pickup points by the English name of their city. */
export type PickupPointsByCity = ReadonlyMap<string, Row>;

/** Plans orders of all other customers in the last year, in every status. */
export function planOtherOrders(
  context: SeedContext,
  { count, pickupPoints }: { count: number; pickupPoints: PickupPointsByCity },
): OrderRows[] {
  const { otherCustomers, now, availableProducts } = context;
  return Array.from({ length: count }, (_, orderIndex) => {
    const random = createRandom(context.seed, "orders", orderIndex);
    const isOlder = orderIndex >= count * (1 - OLDER_SHARE);
    const daysAgo = isOlder
      ? RECENT_DAYS + random.nextFloat() * (YEAR_DAYS - RECENT_DAYS)
      : random.nextFloat() * (RECENT_DAYS - 2) + 1;
    // The exponent prefers popular products, which come first.
    const productIndexes = random.sample(
      Array.from({ length: 8 }, () => Math.floor(availableProducts.length * random.nextFloat() ** 1.7)),
      random.int(1, 5),
    );
    const person = random.pick(otherCustomers);
    const delivery = chooseDelivery(orderIndex, pickupPoints.get(person.home.city));
    const { shipping } = delivery;
    const status = drawStatus(random, daysAgo, deliveryDays[shipping]);
    const isDamaged = status === "delivered" && productIndexes.length > 2 && orderIndex % DAMAGED_EVERY === 0;
    return buildOrderRows(
      {
        person,
        key: `others/${orderIndex}`,
        status,
        placedAt: new Date(now.getTime() - Math.floor(daysAgo * DAY_MS)),
        lines: [...new Set(productIndexes)].map((index) =>
          buildLine(
            availableProducts[index] as Product,
            random.pickWeighted([
              [1, 7],
              [2, 2],
              [3, 1],
            ]),
          ),
        ),
        ...delivery,
        ...(sentStatuses.has(status) ? { tracking: buildTrackingNumber(shipping, orderIndex) } : {}),
        ...getEnding(status),
        ...(isDamaged ? getDamagedEnding(daysAgo) : {}),
      },
      context,
    );
  });
}

type Shipping = keyof typeof deliveryDays;

/** Every fourth order is sent by EMS, and a fifth of the others by CDEK if there is a pickup point in the city. */
function chooseDelivery(orderIndex: number, pickupPoint: Row | undefined): { shipping: Shipping; pickupPoint?: Row } {
  if (orderIndex % 4 === 0) return { shipping: "ems" };
  return orderIndex % 5 === 2 && pickupPoint ? { shipping: "cdek", pickupPoint } : { shipping: "airmail" };
}

function buildTrackingNumber(shipping: Shipping, orderIndex: number): string {
  if (shipping === "cdek") return String(1_100_000_000 + orderIndex);
  return buildS10Number(shipping === "ems" ? "EM" : "RR", String(20_000_000 + orderIndex));
}

type Status = OrderDraft["status"];

const sentStatuses: ReadonlySet<Status> = new Set<Status>(["shipped", "delivered", "returned"]);

/** After how many days at most a parcel arrives. */
const deliveryDays = { ems: 16, cdek: 20, airmail: 22 };

/** Draws the status of an order by its age. A few parcels stay on their way much longer than promised. */
function drawStatus(random: Random, daysAgo: number, maxDeliveryDays: number): Status {
  if (daysAgo < 1.2) return random.chance(0.4) ? "awaiting_payment" : "paid";
  if (daysAgo < 3) return "paid";
  if (daysAgo < 4) return "packing";
  if (daysAgo < maxDeliveryDays) return "shipped";
  const share = random.nextFloat();
  if (share < 0.03) return "refunded";
  if (share < 0.05) return "cancelled";
  if (share < 0.065 && daysAgo > RETURN_DAYS) return "returned";
  if (share < 0.075 && daysAgo < RECENT_DAYS) return "shipped";
  return "delivered";
}

/** Returns why an order ended in a status. */
function getEnding(status: Status): Pick<OrderDraft, "note" | "cause"> {
  if (status === "refunded") return { note: "Товара не оказалось у поставщика." };
  if (status === "returned") return { note: "Посылку не забрали, она вернулась на склад." };
  return status === "cancelled" ? { note: "Время оплаты вышло.", cause: "expired" } : {};
}

/** Returns how an order with a damaged product ended: its customer was promised a part of the price. */
function getDamagedEnding(daysAgo: number): Pick<OrderDraft, "note" | "refundedShare" | "refundStatus"> {
  const refundStatus = daysAgo < FAILED_REFUND_DAYS ? "failed" : "succeeded";
  return { note: "Флакон протёк в дороге.", refundedShare: 0.2, refundStatus };
}

/** Builds a line with the cheapest variant, within its stock and the limit per order. */
function buildLine(product: Product, qty: number): OrderDraftLine {
  const variant = getCheapestVariant(product);
  return { product, variant, qty: Math.min(qty, variant.stock, product.ownQtyLimit ?? 20) };
}

/** Selects the most expensive products until their total is above `minTotalMinor`. */
function selectLinesAbove(availableProducts: Product[], minTotalMinor: number): OrderDraftLine[] {
  const lines: OrderDraftLine[] = [];
  for (const product of availableProducts.toSorted(
    (a, b) => getCheapestVariant(b).priceMinor - getCheapestVariant(a).priceMinor,
  )) {
    if (sumLines(lines) > minTotalMinor) break;
    lines.push(buildLine(product, 1));
  }
  return lines;
}

function sumLines(lines: OrderDraftLine[]): number {
  return lines.reduce((sum, { variant, qty }) => sum + variant.priceMinor * qty, 0);
}

/** Calculates duty and fee of a Russian import in minor units: a share of what is above the duty-free limit. */
function calculateDuty(lines: OrderDraftLine[]): number {
  return roundDownToRuble((sumLines(lines) - DUTY_FREE_MINOR) * DUTY_SHARE + CUSTOMS_FEE_MINOR);
}

function roundDownToRuble(minor: number): number {
  return Math.floor(minor / 100) * 100;
}
