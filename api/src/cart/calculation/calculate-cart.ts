import type { Address } from "../../account/addresses/schema.ts";
import type { PricingContext } from "../../catalog/pricing/pricing-context.ts";
import { commercialQty, orderMaxMinor } from "../../catalog/settings.ts";
import { findExportLimits } from "../../customs/rules.ts";
import { calculateParcelWeight } from "../../customs/duty.ts";
import { estimateCustoms, type CustomsEstimate } from "../../customs/service.ts";
import { calculateBox, type Sides } from "../../delivery/box.ts";
import {
  createDeliveryPriceCalculator,
  listMethodsForParcel,
  repriceMethods,
  type OfferedMethod,
  type UnavailableMethod,
} from "../../delivery/shipping-methods.ts";
import { findPointForParcel, type PickupPointRow, MAX_PICKUP_POINTS } from "../../delivery/pickup-points/service.ts";
import {
  type AvailableMethod,
  getMethodAvailability,
  type MethodAvailability,
} from "../../payments/payment-methods.ts";
import type { ProviderName } from "../../platform/config.ts";
import type { Db } from "../../platform/db/database.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { BASE_CURRENCY, getCurrency } from "../../money/service.ts";
import type { CartGiftCard } from "../gift-cards/sql.ts";
import {
  type AdjustableLine,
  type CartAdjustments,
  calculateAdjustments,
  type CalculatedAdjustments,
  type Gift,
} from "../adjustments/calculate-adjustments.ts";
import type { CartProblem } from "../schema.ts";
import { type Destination, formatPlaceKey } from "./destination.ts";
import { adviseSplit, type SplitAdvice } from "./split-advice.ts";
import { calculateLine, type CalculatedLine } from "./calculate-line.ts";
import { getLineRefusal } from "./line-refusal.ts";
import type { CartRow, LineRow } from "../sql.ts";
import { calculateTotals, type AppliedAdjustments, type Totals } from "./totals.ts";

/** A fully calculated cart: sums, available options, current selection and what prevents the order. */
export type CalculatedCart = {
  calculatedAt: Date;
  lines: CalculatedLine[];
  /** The lines in the totals. */
  orderable: CalculatedLine[];
  /** Gift cards being bought. They are not goods: no rule about goods, parcels or discounts applies to them. */
  purchasedGiftCards: CartGiftCard[];
  adjustments: CalculatedAdjustments;
  totals: Totals;
  /** What loyalty points would pay if they were used. */
  pointsOffer: Pick<Totals, "points" | "pointsMinor">;
  /** Total of the same cart in the base currency, in kopecks. */
  baseTotalMinor: number;
  weightG: number;
  /** Box of the whole cart; null if no size is known. */
  boxMm: Sides | null;
  customs: CustomsEstimate;
  addresses: Address[];
  address: Address | null;
  destination: Destination | null;
  methods: OfferedMethod[];
  unavailableMethods: UnavailableMethod[];
  method: OfferedMethod | null;
  pickupPoint: PickupPointRow | null;
  payments: MethodAvailability;
  payment: AvailableMethod | null;
  notShippableProductIds: number[];
  /** Only above the duty-free limit: whether splitting into two orders is better. */
  splitAdvice: SplitAdvice | null;
  /** Lines saved for the next order. */
  savedForLater: LineRow[];
  /** The largest sum of goods in kopecks. */
  orderMaxRubMinor: number;
  problems: CartProblem[];
};

/** What a cart is calculated from. */
export type CartInput = {
  /** The stored selections; undefined for a guest or a customer without a cart. */
  row: CartRow | undefined;
  lines: LineRow[];
  addresses: Address[];
  adjustments: CartAdjustments;
  /** Destination to use if the shopper has no address yet. */
  destination?: Destination;
  /** Lines saved for the next order. */
  savedForLater?: LineRow[];
  /** Maximum number of pickup points to return. */
  maxPickupPoints?: number;
  /** Payment providers for which this installation has keys. */
  providers: readonly ProviderName[];
};

/**
 * Calculates a cart. The only place that decides a cart's totals, selections and problems, for the cart page and for
 * the order.
 * A selection that the shopper has not made yet gets a default if there is one sensible value: the newest address, the
 * cheapest delivery method that carries everything and needs no pickup point (among equal prices the fastest), the first
 * payment method.
 * Rules: docs/domain/cart.md.
 */
export async function calculateCart(db: Db, input: CartInput, pricing: PricingContext): Promise<CalculatedCart> {
  const commercialQtyThreshold = await getSetting(db, commercialQty);
  const calculatedLines = input.lines.map((row) => calculateLine(row, pricing, commercialQtyThreshold));
  const available = calculatedLines.filter((line) => line.available);
  const address = input.addresses.find((one) => one.id === input.row?.address_id) ?? input.addresses[0] ?? null;
  const destination = address ?? input.destination ?? null;
  const everything = calculateContents(input, available, destination, pricing.now);
  const offer = await selectShippingMethod(db, input, destination, everything.parcel);
  const lines = await refuseUnshippableLines(db, calculatedLines, { destination, ...offer }, pricing.now);
  const orderable = lines.filter((line) => line.isInTotal);
  const isComplete = orderable.length === available.length;
  const { adjustments, goodsWeightG, parcel } = isComplete
    ? everything
    : calculateContents(input, orderable, destination, pricing.now);
  const { methods, unavailableMethods, method } = isComplete
    ? offer
    : await repriceOffer(db, offer, parcel.productsRubMinor);
  const payments = await getMethodAvailability(
    db,
    { currency: pricing.currency.code, country: (available.length > 0 && destination?.country) || null },
    input.providers,
  );
  const customs = await estimateCustoms(
    db,
    {
      country: destination?.country ?? null,
      productsRubMinor: parcel.productsRubMinor,
      goodsWeightG,
      headings: countHsHeadings(orderable),
    },
    pricing.currency,
    pricing.now,
  );
  const calculated = {
    calculatedAt: pricing.now,
    lines,
    orderable,
    purchasedGiftCards: input.row?.certificates ?? [],
    adjustments,
    ...(await calculateAmounts(db, input, { orderable, adjustments, method }, pricing)),
    weightG: parcel.weightG,
    boxMm: calculateBox([...parcel.products, ...parcel.gifts]),
    customs,
    addresses: input.addresses,
    address,
    destination: destination && { country: parcel.country, city: parcel.city, postcode: parcel.postcode },
    methods,
    unavailableMethods,
    method,
    pickupPoint: await findSelectedPickupPoint(db, input.row, method, parcel),
    payments,
    payment: payments.available.find((one) => one.code === input.row?.payment_method) ?? payments.available[0] ?? null,
    notShippableProductIds: [...new Set(lines.filter((line) => line.refusal).map((line) => line.row.product_id))],
    splitAdvice: await adviseSplit(db, orderable, customs, method),
    savedForLater: input.savedForLater ?? [],
    orderMaxRubMinor: await getSetting(db, orderMaxMinor),
  };
  return { ...calculated, problems: findProblems(calculated) };
}

/** Calculates what depends only on which lines are in the totals: discounts, gifts, weight in grams and the parcel. */
function calculateContents(
  input: Pick<CartInput, "adjustments">,
  lines: readonly CalculatedLine[],
  destination: Destination | null,
  now: Date,
) {
  const adjustments = calculateAdjustments(input.adjustments, lines.map(toAdjustableLine), now);
  const goodsWeightG = sumWeights(lines, adjustments.gifts);
  return { adjustments, goodsWeightG, parcel: buildParcel(lines, adjustments.gifts, goodsWeightG, destination) };
}

function toAdjustableLine({ row, priceRubMinor }: CalculatedLine): AdjustableLine {
  return {
    productId: row.product_id,
    optionId: row.option_id,
    qty: row.qty,
    priceRubMinor,
    categoryPath: row.category_path,
  };
}

/** Weight of lines and gifts in grams, without packaging. */
function sumWeights(orderable: readonly CalculatedLine[], gifts: readonly Gift[]): number {
  return (
    orderable.reduce((sum, line) => sum + line.weightG * line.row.qty, 0) +
    gifts.reduce((sum, gift) => sum + gift.row.weight_g, 0)
  );
}

/** Builds the parcel of an order: gifts count in its weight and size, but not in its value (docs/domain/promotions.md). */
function buildParcel(
  orderable: readonly CalculatedLine[],
  gifts: readonly Gift[],
  goodsWeightG: number,
  destination: Destination | null,
) {
  return {
    country: destination?.country ?? "",
    city: destination?.city ?? "",
    postcode: destination?.postcode ?? "",
    weightG: calculateParcelWeight(goodsWeightG),
    productsRubMinor: orderable.reduce((sum, line) => sum + line.priceRubMinor * line.row.qty, 0),
    products: orderable.map(({ row, sizeMm }) => ({
      ...{ productId: row.product_id, hazard: row.hazard },
      ...{ sizeMm, qty: row.qty },
    })),
    gifts: gifts.map((gift) => ({ sizeMm: gift.row.size_mm, qty: 1 })),
  };
}

type ShippingOffer = Pick<CalculatedCart, "methods" | "unavailableMethods" | "method">;

/** Lists the shipping methods for a parcel, and which one is selected: the shopper's choice, or else the default. */
async function selectShippingMethod(
  db: Db,
  input: Pick<CartInput, "row" | "maxPickupPoints">,
  destination: Destination | null,
  parcel: ReturnType<typeof buildParcel>,
): Promise<ShippingOffer> {
  if (!destination) return { methods: [], unavailableMethods: [], method: null };
  const maxPickupPoints = input.maxPickupPoints ?? MAX_PICKUP_POINTS;
  const { offered: methods, unavailable: unavailableMethods } = await listMethodsForParcel(db, {
    ...parcel,
    maxPickupPoints,
  });
  const chosenMethod = methods.find((one) => one.row.id === input.row?.shipping_method_id);
  const [defaultMethod] = methods
    .filter((one) => one.refusedProductIds.length === 0 && !one.row.needs_pickup_point)
    .sort((a, b) => a.priceRubMinor - b.priceRubMinor || a.row.days_max - b.row.days_max);
  return { methods, unavailableMethods, method: chosenMethod ?? defaultMethod ?? null };
}

/** Sets the delivery prices for another value of goods, in kopecks. Methods and selection stay. */
async function repriceOffer(db: Db, offer: ShippingOffer, productsRubMinor: number): Promise<ShippingOffer> {
  const methods = await repriceMethods(db, offer.methods, productsRubMinor);
  return { ...offer, methods, method: methods.find(({ row }) => row.id === offer.method?.row.id) ?? null };
}

/** Calculates the totals of a cart, also in the base currency, and what loyalty points would pay if they were used. */
async function calculateAmounts(
  db: Db,
  input: Pick<CartInput, "row">,
  cart: { orderable: readonly CalculatedLine[]; adjustments: CalculatedAdjustments; method: OfferedMethod | null },
  pricing: PricingContext,
): Promise<Pick<CalculatedCart, "totals" | "pointsOffer" | "baseTotalMinor">> {
  const { orderable, adjustments, method } = cart;
  const pricedLines = orderable.map((line, index) => ({
    priceRubMinor: line.priceRubMinor,
    qty: line.row.qty,
    inPromo: adjustments.inPromo[index] ?? false,
  }));
  const productsRubMinor = orderable.reduce((sum, line) => sum + line.priceRubMinor * line.row.qty, 0);
  const deliveryRubMinor =
    orderable.length === 0
      ? null
      : (method?.priceRubMinor ?? (await createDeliveryPriceCalculator(db, null))(productsRubMinor));
  const faceValuesMinor = (input.row?.certificates ?? []).map((giftCard) => giftCard.face_value_minor);
  const calculateTotalsWith = (overrides: Partial<AppliedAdjustments>, currency = pricing.currency) =>
    calculateTotals(pricedLines, deliveryRubMinor, { ...adjustments.applied, ...overrides }, currency, faceValuesMinor);
  const totals = calculateTotalsWith({});
  return {
    totals,
    pointsOffer: adjustments.points?.on ? totals : calculateTotalsWith({ points: adjustments.points }),
    baseTotalMinor: calculateTotalsWith({}, await getCurrency(db, BASE_CURRENCY)).totalMinor,
  };
}

/**
 * Sets on each available line why it cannot be shipped to the destination, or by the selected method; without a
 * selected method, by any of the methods. A line that no method ships is not in the totals.
 */
async function refuseUnshippableLines(
  db: Db,
  lines: readonly CalculatedLine[],
  delivery: { destination: Destination | null; methods: OfferedMethod[]; method: OfferedMethod | null },
  now: Date,
): Promise<CalculatedLine[]> {
  const { destination, methods, method } = delivery;
  const refusedByAll = getProductIdsRefusedByAll(methods);
  const notCarriedProductIds = method ? method.refusedProductIds : refusedByAll;
  const oversizeProductIds = (method ? [method] : methods).flatMap((one) => one.oversizeProductIds);
  const exportLimits = destination ? await findExportLimits(db, destination.country, now) : [];
  return lines.map((line) => {
    if (!line.available) return line;
    const refusal = getLineRefusal(line, { notCarriedProductIds, oversizeProductIds }, exportLimits);
    const isRefusedByAll = refusal?.code === "export_limit" || refusedByAll.includes(line.row.product_id);
    return { ...line, refusal, isInTotal: !isRefusedByAll };
  });
}

/** Counts the different kinds of goods as customs does: by the first six digits of the HS code. */
function countHsHeadings(lines: CalculatedLine[]): number {
  return new Set(lines.map((line) => line.row.hs_code.replaceAll(".", "").slice(0, 6))).size;
}

/**
 * Returns the selected pickup point if the parcel still goes to the same city and the point is open and accepts it;
 * otherwise null.
 */
async function findSelectedPickupPoint(
  db: Db,
  row: CartRow | undefined,
  method: OfferedMethod | null,
  parcel: Destination & { weightG: number },
): Promise<PickupPointRow | null> {
  if (!method?.row.needs_pickup_point || !row?.pickup_point) return null;
  if (row.pickup_area !== null && row.pickup_area !== formatPlaceKey(parcel)) return null;
  const offeredPoint = method.pickupPoints.find((one) => one.code === row.pickup_point);
  const point = offeredPoint ?? (await findPointForParcel(db, row.pickup_point, { ...parcel, boxMm: method.boxMm }));
  return typeof point === "string" ? null : point;
}

/** Returns the products that no method carries. */
function getProductIdsRefusedByAll(methods: OfferedMethod[]): number[] {
  const [first, ...rest] = methods;
  return first
    ? first.refusedProductIds.filter((id) => rest.every((other) => other.refusedProductIds.includes(id)))
    : [];
}

/** Whether the method would carry a smaller or lighter parcel. */
function isParcelLimitReason({ reason }: UnavailableMethod): boolean {
  return reason === "too_heavy" || reason === "too_large";
}

/** Lists what prevents the order, in the order in which a shopper resolves it (docs/domain/cart.md). */
function findProblems(cart: Omit<CalculatedCart, "problems">): CartProblem[] {
  const problems: CartProblem[] = [];
  const addProblem = (code: CartProblem["code"], lines: CalculatedLine[] = []) =>
    problems.push({ code, cart_ids: lines.map((line) => line.cartId) });
  const { lines, destination, methods, method } = cart;
  if (lines.length === 0 && cart.purchasedGiftCards.length === 0) addProblem("empty");
  const unavailable = lines.filter((line) => !line.available && !line.isOptionRequired);
  if (unavailable.length > 0) addProblem("unavailable_items", unavailable);
  const linesWithoutOption = lines.filter((line) => line.isOptionRequired);
  if (linesWithoutOption.length > 0) addProblem("option_required", linesWithoutOption);
  const hasShipment = lines.length > 0 || cart.purchasedGiftCards.length === 0;
  if (hasShipment && !destination) addProblem("no_address");
  else if (hasShipment && methods.length === 0)
    addProblem(cart.unavailableMethods.some(isParcelLimitReason) ? "parcel_over_limits" : "country_not_served");
  else if (hasShipment) {
    const refusedLines = lines.filter((line) => line.refusal);
    if (refusedLines.length > 0) addProblem("not_shippable_items", refusedLines);
    if (!method && refusedLines.length === 0) addProblem("no_shipping");
    if (method?.row.needs_pickup_point && !cart.pickupPoint) addProblem("no_pickup_point");
  }
  if (!cart.payment) addProblem("no_payment");
  if (cart.totals.productsRubMinor > cart.orderMaxRubMinor) addProblem("over_order_max");
  if (cart.adjustments.promo?.refusal) addProblem("promo_refused");
  if (cart.adjustments.giftCard?.refusal) addProblem("certificate_refused");
  return problems;
}
