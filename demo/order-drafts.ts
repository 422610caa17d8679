import { parcelWeightG } from "../api/src/customs/service.ts";
import { spread } from "../api/src/money/spread.ts";
import type { Person } from "./people.ts";
import { DAY_MS, type Product, type Variant } from "./product.ts";
import { type Dice, dice } from "./random.ts";
import type { Row } from "./rows.ts";
import type { World } from "./world.ts";

type Status = "awaiting_payment" | "paid" | "packing" | "shipped" | "delivered" | "returned" | "cancelled" | "refunded";

export type DraftLine = {
  product: Product;
  variant: Variant;
  qty: number;
  isPresent?: boolean;
  withoutOption?: boolean;
};

/** An order as it is told: what, when, how far it came. Sums follow from it. */
export type Draft = {
  person: Person;
  key: string;
  status: Status;
  placedAt: Date;
  lines: DraftLine[];
  shipping?: "airmail" | "ems" | "cdek";
  tracking?: string;
  promo?: { code: string; discountMinor: number };
  bonusMinor?: number;
  certificateMinor?: number;
  /** Told where it was called off or given back. */
  note?: string;
  refundedMinor?: number;
  declared?: { taxMinor: number; ruleId: number };
  currency?: { code: string; rubPerUnit: number };
  comment?: string;
  point?: Row;
};

export type OrderRow = Row & {
  id: number;
  status: Status;
  currency: string;
  discount_minor: number;
  bonus_minor: number;
  certificate_minor: number;
  total_minor: number;
  products_rub_minor: number;
  promo_code: string | null;
  tracking_number: string | null;
  placed_at: Date;
  pay_until: Date;
  paid_at: Date | null;
  delivered_at: Date | null;
};

export type OrderRows = {
  order: OrderRow;
  lines: Row[];
  history: Row[];
  payment: Row | null;
  attempt: Row | null;
  refund: Row | null;
};

const WHOLE_ROUBLE = 100;
const FLAT_MINOR = 499_00;
const FREE_FROM_MINOR = 5000_00;
const PAY_WITHIN_MS = 2 * DAY_MS;
const HOUR_MS = 3_600_000;

/** How an order came to its status, and after how many hours from its placing. */
const ways: Record<Status, [Status, number][]> = {
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

const methods = {
  airmail: { id: 2, ru: "Авиапочта до отделения", en: "Airmail to your post office" },
  ems: { id: 1, ru: "EMS курьером до двери", en: "EMS courier to your door" },
  cdek: { id: 6, ru: "СДЭК до пункта выдачи", en: "CDEK to a pick-up point" },
};

/** The rows of an order with sums that hold: what the checkout would have written. */
export function orderRows(draft: Draft, world: World): OrderRows {
  const by = dice(world.seed, "order", draft.key);
  const id = drawId(by, world.orderIds);
  const russian = draft.person.locale === "ru-RU";
  const rate = draft.currency ?? { code: "RUB", rubPerUnit: 1 };
  // Each price is rounded in the order's currency before it is added, roubles to whole ones.
  const inCurrency = (rubMinor: number) => Math.round(rubMinor / rate.rubPerUnit);
  const lines = draft.lines.map((line, at) => lineRow(line, id, at + 1, russian, inCurrency));
  const sum = (of: Row[], column: string) => of.reduce((total, row) => total + Number(row[column]), 0);
  const productsMinor = sum(lines, "total_minor");
  const productsRubMinor = draft.lines.reduce(
    (total, line) => total + (line.isPresent ? 0 : line.variant.priceMinor * line.qty),
    0,
  );
  const discountMinor = draft.promo?.discountMinor ?? 0;
  const taken = spread(
    discountMinor,
    lines.map((row) => Number(row.total_minor)),
    WHOLE_ROUBLE,
  );
  const bonusMinor = draft.bonusMinor ?? 0;
  const certificateMinor = draft.certificateMinor ?? 0;
  const deliveryMinor = productsRubMinor >= FREE_FROM_MINOR ? 0 : inCurrency(FLAT_MINOR);
  const totalMinor = productsMinor - discountMinor - bonusMinor - certificateMinor + deliveryMinor;
  const steps = ways[draft.status].map(([status, hours]) => ({ status, at: after(draft.placedAt, hours) }));
  const stepTime = (status: Status) => steps.find((step) => step.status === status)?.at ?? null;
  const paidAt = stepTime("paid");
  const method = methods[draft.shipping ?? "airmail"];
  const goodsG = lines.reduce((total, row) => total + Number(row.weight_g) * Number(row.qty), 0);

  const order: OrderRow = {
    id,
    customer_id: draft.person.id,
    status: draft.status,
    locale: draft.person.locale,
    currency: rate.code,
    rub_per_unit: rate.rubPerUnit,
    products_minor: productsMinor,
    discount_minor: discountMinor,
    bonus_minor: bonusMinor,
    certificate_minor: certificateMinor,
    delivery_minor: deliveryMinor,
    total_minor: totalMinor,
    products_rub_minor: productsRubMinor,
    customs_tax_minor: draft.declared?.taxMinor ?? 0,
    customs_declared: draft.declared !== undefined,
    customs_rule_id: draft.declared?.ruleId ?? null,
    duty_confirmed: draft.declared
      ? { version: "7.14/1", at: draft.placedAt, tax_minor: draft.declared.taxMinor, ip: "203.0.113.7" }
      : null,
    promo_code: draft.promo?.code ?? null,
    address: addressSnapshot(draft.person, world),
    shipping_method_id: method.id,
    shipping_name: russian ? method.ru : method.en,
    pickup_point: draft.point ?? null,
    payment_method: "card",
    comment: draft.comment ?? "",
    weight_g: parcelWeightG(goodsG),
    tracking_number: draft.tracking ?? null,
    stock_held: draft.status !== "cancelled",
    placed_at: draft.placedAt,
    pay_until:
      draft.status === "awaiting_payment" ? new Date(world.now.getTime() + PAY_WITHIN_MS) : after(draft.placedAt, 1),
    paid_at: paidAt,
    delivered_at: stepTime("delivered"),
  };
  const history = [{ status: "awaiting_payment" as Status, at: draft.placedAt }, ...steps].map(({ status, at }) => ({
    order_id: id,
    status,
    at,
    note: status === draft.status ? (draft.note ?? "") : "",
  }));
  const discounted = lines.map((row, at) => ({ ...row, discount_minor: taken[at] ?? 0 }));
  return { order, lines: discounted, history, ...paymentRows(order, draft, by.int(0, 2 ** 31)) };
}

function drawId(by: Dice, taken: Set<number>): number {
  for (;;) {
    const id = by.int(100_000_000, 999_999_999);
    if (!taken.has(id)) {
      taken.add(id);
      return id;
    }
  }
}

function lineRow(
  { product, variant, qty, isPresent = false, withoutOption = false }: DraftLine,
  orderId: number,
  line: number,
  russian: boolean,
  inCurrency: (minor: number) => number,
): Row {
  const price = isPresent ? 0 : inCurrency(variant.priceMinor);
  return {
    order_id: orderId,
    line,
    product_id: product.id,
    option_id: withoutOption ? 0 : variant.optionId,
    reference: product.reference,
    name: russian ? product.nameRu : product.nameEn,
    option_name: withoutOption || !variant.choice ? "" : russian ? variant.choice.ru : variant.choice.en,
    qty,
    price_minor: price,
    total_minor: price * qty,
    is_present: isPresent,
    weight_g: variant.weightG,
  };
}

function addressSnapshot({ latinName, latinSurname, home, street, phone }: Person, { countries }: World): Row {
  const country = countries.get(home.country);
  return {
    first_name: latinName,
    last_name: latinSurname,
    middle_name: "",
    company: "",
    country: home.country,
    country_name_ru: country?.ru ?? home.country,
    country_name_en: country?.en ?? home.country,
    state: home.state,
    postcode: home.postcode,
    city: home.city,
    address: street,
    phone_mobile: phone,
    phone_home: "",
    other: "",
  };
}

/** A payment of its order, where anything was left to pay. */
function paymentRows(order: OrderRow, draft: Draft, salt: number): Pick<OrderRows, "payment" | "attempt" | "refund"> {
  if (order.total_minor === 0) return { payment: null, attempt: null, refund: null };
  const { status } = draft;
  const id = `demo-${order.id}-${salt.toString(36).padStart(8, "0")}-pay`;
  const paid = order.paid_at;
  const payment = {
    id,
    order_id: order.id,
    provider: "sandbox",
    method: "card",
    amount_minor: order.total_minor,
    currency: order.currency,
    status: paid ? "success" : status === "cancelled" ? "cancelled" : "awaiting",
    created_at: draft.placedAt,
    expires_at: order.pay_until,
    paid_at: paid,
  };
  const attempt = paid && {
    id: `${id}-1`,
    payment_id: id,
    provider_ref: `demo_${order.id}`,
    status: "succeeded",
    created_at: after(paid, -0.02),
    ended_at: paid,
  };
  const refunded = draft.refundedMinor ?? (status === "refunded" ? order.total_minor : 0);
  const refund = attempt &&
    refunded > 0 && {
      id: `${id}-refund`,
      payment_id: id,
      attempt_id: attempt.id,
      amount_minor: refunded,
      status: "succeeded",
      reason: draft.note ?? "",
      provider_ref: `demo_refund_${order.id}`,
      created_at: after(draft.placedAt, 30),
      ended_at: after(draft.placedAt, 31),
    };
  return { payment, attempt: attempt || null, refund: refund || null };
}

function after(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + Math.round(hours * HOUR_MS));
}
