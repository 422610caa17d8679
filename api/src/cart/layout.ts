import type { Address } from "../account/schema.ts";
import { priceHolding, qtyLimit, type Shown } from "../catalogue/shown.ts";
import { commercialQty, orderMaxMinor } from "../catalogue/settings.ts";
import { exportLimitsTo } from "../customs/rules.ts";
import { estimateCustoms, type CustomsEstimate, parcelWeightG } from "../customs/service.ts";
import { packed, type Sides } from "../delivery/box.ts";
import { deliveryPrice, methodsFor, type OfferedMethod, type RefusedMethod } from "../delivery/methods.ts";
import { pointFor, type PointRow, POINTS_SHOWN } from "../delivery/points.ts";
import { type OfferedPayment, paymentOffer, type PaymentOffer } from "../payments/choice.ts";
import type { ProviderName } from "../platform/config.ts";
import type { Db } from "../platform/db.ts";
import { settingValue } from "../platform/settings.ts";
import { BASE_CURRENCY, currencyByCode } from "../money/service.ts";
import type { CartCertificate } from "./certificate-sql.ts";
import { type CartMeans, layMeans, type LaidMeans } from "./means.ts";
import type { CartProblem } from "./schema.ts";
import { adviseSplit, type SplitAdvice } from "./split-advice.ts";
import { type LineRefusal, refusalOf } from "./refusal.ts";
import type { CartRow, LineRow } from "./sql.ts";
import { cartTotals, type Means, type Totals } from "./totals.ts";

export type LaidLine = {
  row: LineRow;
  cartId: string;
  qtyLimit: number;
  /** The price that holds now, in kopecks. */
  priceRubMinor: number;
  oldRubMinor: number | null;
  optionRequired: boolean;
  available: boolean;
  mayLookCommercial: boolean;
  /** Why it cannot go where the parcel goes, or by the chosen method. */
  refusal: LineRefusal | null;
  weightG: number;
  sizeMm: Sides | null;
};

/** Where a parcel goes, as far as prices, methods and customs need to know. */
export type Destination = { country: string; city: string; postcode: string };

/** A cart with everything decided: what it costs, what may be chosen, what is chosen, what is in the way. */
export type CartLayout = {
  lines: LaidLine[];
  /** Those of the lines that can be had: what the sums are of. */
  orderable: LaidLine[];
  /** Certificates that are bought: no goods, so that no rule of goods, parcels or means looks at them. */
  certificates: CartCertificate[];
  means: LaidMeans;
  totals: Totals;
  /** What the bonuses would pay if they were used. */
  bonusOffer: Pick<Totals, "bonuses" | "bonusMinor">;
  /** The same cart in the shop's own currency, kopecks. */
  baseTotalMinor: number;
  weightG: number;
  /** The box of the whole cart; null where no size is known. */
  boxMm: Sides | null;
  customs: CustomsEstimate;
  addresses: Address[];
  address: Address | null;
  destination: Destination | null;
  methods: OfferedMethod[];
  refusedMethods: RefusedMethod[];
  method: OfferedMethod | null;
  point: PointRow | null;
  payments: PaymentOffer;
  payment: OfferedPayment | null;
  notShippable: number[];
  /** Above the duty-free limit: whether two orders would be better. */
  split: SplitAdvice | null;
  /** What waits for the next order. */
  aside: LineRow[];
  problems: CartProblem[];
};

/**
 * Lays a cart out: the one place where a cart's sums, choices and obstacles are decided, for the page and for the order.
 * What the shopper has not chosen yet is chosen for him where there is one sensible answer: his newest address,
 * the first delivery that carries everything and needs no point, the first way to pay.
 */
export async function layOut(
  db: Db,
  cart: {
    row: CartRow | undefined;
    lines: LineRow[];
    addresses: Address[];
    means: CartMeans;
    /** Where it would go, for whom has no address yet. */
    destination?: Destination;
    /** What waits for the next order. */
    aside?: LineRow[];
    /** The most pick-up points to bring. */
    points?: number;
    /** The payment providers that this installation has keys of. */
    providers: readonly ProviderName[];
  },
  shown: Shown,
): Promise<CartLayout> {
  const commercial = await settingValue(db, commercialQty);
  const laidLines = cart.lines.map((row) => layLine(row, shown, commercial));
  const orderable = laidLines.filter((line) => line.available);
  const means = layMeans(
    cart.means,
    orderable.map(({ row, priceRubMinor }) => ({
      productId: row.product_id,
      optionId: row.option_id,
      qty: row.qty,
      priceRubMinor,
      categoryPath: row.category_path,
    })),
    shown.now,
  );
  const goodsWeightG =
    orderable.reduce((sum, line) => sum + line.weightG * line.row.qty, 0) +
    means.gifts.reduce((sum, gift) => sum + gift.row.weight_g, 0);
  const productsRubMinor = orderable.reduce((sum, line) => sum + line.priceRubMinor * line.row.qty, 0);

  const address = cart.addresses.find((one) => one.id === cart.row?.address_id) ?? cart.addresses[0] ?? null;
  const destination = address ?? cart.destination ?? null;
  const parcel = {
    country: destination?.country ?? "",
    city: destination?.city ?? "",
    postcode: destination?.postcode ?? "",
    points: cart.points ?? POINTS_SHOWN,
    weightG: parcelWeightG(goodsWeightG),
    productsRubMinor,
    products: orderable.map(({ row, sizeMm }) => ({
      ...{ productId: row.product_id, hazard: row.hazard },
      ...{ sizeMm, qty: row.qty },
    })),
    gifts: means.gifts.map((gift) => ({ sizeMm: gift.row.size_mm, qty: 1 })),
  };
  const { offered: methods, refused: refusedMethods } = destination
    ? await methodsFor(db, parcel)
    : { offered: [], refused: [] };
  const carriesAll = methods.find((one) => one.refusedProductIds.length === 0 && !one.row.needs_point);
  const method = methods.find((one) => one.row.id === cart.row?.shipping_method_id) ?? carriesAll ?? null;
  const point = await chosenPoint(db, cart.row, method, parcel);
  const payments = await paymentOffer(
    db,
    { currency: shown.currency.code, country: (orderable.length > 0 && destination?.country) || null },
    cart.providers,
  );
  const payment = payments.offered.find((one) => one.code === cart.row?.payment_method) ?? payments.offered[0] ?? null;

  const deliveryRubMinor =
    orderable.length === 0 ? null : (method?.priceRubMinor ?? (await deliveryPrice(db, null))(productsRubMinor));
  const priced = orderable.map((line, at) => ({
    priceRubMinor: line.priceRubMinor,
    qty: line.row.qty,
    inPromo: means.inPromo[at] ?? false,
  }));
  const certificates = cart.row?.certificates ?? [];
  const worths = certificates.map((one) => one.worth_minor);
  const totalsWith = (own: Partial<Means>, currency = shown.currency) =>
    cartTotals(priced, deliveryRubMinor, { ...means.means, ...own }, currency, worths);
  const totals = totalsWith({});
  const customs = await estimateCustoms(
    db,
    { country: destination?.country ?? null, productsRubMinor, goodsWeightG, headings: headingsOf(orderable) },
    shown.currency,
    shown.now,
  );
  const notCarried = method ? method.refusedProductIds : refusedByAll(methods);
  const oversize = (method ? [method] : methods).flatMap((one) => one.oversizeProductIds);
  const bans = destination ? await exportLimitsTo(db, destination.country, shown.now) : [];
  const lines = laidLines.map((line) => ({
    ...line,
    refusal: line.available ? refusalOf(line, { notCarried, oversize }, bans) : null,
  }));
  const notShippable = [...new Set(lines.filter((line) => line.refusal).map((line) => line.row.product_id))];
  const laid = {
    lines,
    orderable: lines.filter((line) => line.available),
    certificates,
    means,
    totals,
    bonusOffer: means.bonus?.on ? totals : totalsWith({ bonus: means.bonus }),
    baseTotalMinor: totalsWith({}, await currencyByCode(db, BASE_CURRENCY)).totalMinor,
    weightG: parcel.weightG,
    boxMm: packed([...parcel.products, ...parcel.gifts]),
    customs,
    addresses: cart.addresses,
    address,
    destination: destination && { country: parcel.country, city: parcel.city, postcode: parcel.postcode },
    methods,
    refusedMethods,
    method,
    point,
    payments,
    payment,
    notShippable,
    split: await adviseSplit(db, orderable, customs, method),
    aside: cart.aside ?? [],
  };
  return { ...laid, problems: problemsOf(laid, await settingValue(db, orderMaxMinor)) };
}

function layLine(row: LineRow, shown: Shown, commercial: number): LaidLine {
  const optionRequired = row.has_options ? row.variant === null : false;
  const variant = row.variant && {
    ...row.variant,
    sale_ends_at: row.variant.sale_ends_at === null ? null : new Date(row.variant.sale_ends_at),
  };
  const price = variant ? priceHolding(variant, shown.now) : { currentMinor: row.card_price_minor, oldMinor: null };
  const limit = variant && row.product_status === "active" ? qtyLimit(variant.stock, row.own_qty_limit, shown) : 0;
  return {
    row,
    cartId: `${row.product_id}_${row.option_id}`,
    qtyLimit: limit,
    priceRubMinor: price.currentMinor,
    oldRubMinor: price.oldMinor,
    optionRequired,
    available: limit > 0 && !optionRequired,
    mayLookCommercial: row.qty > commercial,
    weightG: variant?.weight_g ?? row.weight_g,
    sizeMm: variant?.size_mm ?? row.size_mm,
    refusal: null,
  };
}

/** Kinds of goods as customs counts them: six digits of the customs code. */
function headingsOf(lines: LaidLine[]): number {
  return new Set(lines.map((line) => line.row.hs_code.replaceAll(".", "").slice(0, 6))).size;
}

/** The place that a pick-up point is chosen for. */
export function placeOf({ country, city }: Pick<Destination, "country" | "city">): string {
  return `${country} ${city.trim().toLowerCase()}`;
}

/** The chosen point, as long as the parcel still goes to the same city and the point is open and takes it. */
async function chosenPoint(
  db: Db,
  row: CartRow | undefined,
  method: OfferedMethod | null,
  parcel: Destination & { weightG: number },
): Promise<PointRow | null> {
  if (!method?.row.needs_point || !row?.pickup_point) return null;
  if (row.point_place !== null && row.point_place !== placeOf(parcel)) return null;
  const near = method.points.find((one) => one.code === row.pickup_point);
  const found = near ?? (await pointFor(db, row.pickup_point, { ...parcel, boxMm: method.boxMm }));
  return typeof found === "string" ? null : found;
}

function refusedByAll(methods: OfferedMethod[]): number[] {
  const [first, ...rest] = methods;
  return first
    ? first.refusedProductIds.filter((id) => rest.every((other) => other.refusedProductIds.includes(id)))
    : [];
}

/** A smaller parcel could go this way. */
function isOfTheParcel({ reason }: RefusedMethod): boolean {
  return reason === "too_heavy" || reason === "too_large";
}

/** What is in the way of the order, in the order a shopper mends it (spec §5, §8). */
function problemsOf(laid: Omit<CartLayout, "problems">, orderMaxRubMinor: number): CartProblem[] {
  const problems: CartProblem[] = [];
  const add = (code: CartProblem["code"], lines: LaidLine[] = []) =>
    problems.push({ code, cart_ids: lines.map((line) => line.cartId) });
  const { lines, destination, methods, method } = laid;
  if (lines.length === 0 && laid.certificates.length === 0) add("empty");
  const unavailable = lines.filter((line) => !line.available && !line.optionRequired);
  if (unavailable.length > 0) add("unavailable_items", unavailable);
  const optionless = lines.filter((line) => line.optionRequired);
  if (optionless.length > 0) add("option_required", optionless);
  const isParcel = lines.length > 0 || laid.certificates.length === 0;
  if (isParcel && !destination) add("no_address");
  else if (isParcel && methods.length === 0)
    add(laid.refusedMethods.some(isOfTheParcel) ? "parcel_over_limits" : "country_not_served");
  else if (isParcel) {
    const refused = lines.filter((line) => line.refusal);
    if (refused.length > 0) add("not_shippable_items", refused);
    if (!method && refused.length === 0) add("no_shipping");
    if (method?.row.needs_point && !laid.point) add("no_pickup_point");
  }
  if (!laid.payment) add("no_payment");
  if (laid.totals.productsRubMinor > orderMaxRubMinor) add("over_order_max");
  if (laid.means.promo?.refused) add("promo_refused");
  if (laid.means.certificate?.refused) add("certificate_refused");
  return problems;
}
