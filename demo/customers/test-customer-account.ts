import { calculateBatches } from "../../api/src/loyalty/point-batches.ts";
import { formatOrderNumber } from "../../api/src/orders/order-number.ts";
import messages from "../data/messages.json" with { type: "json" };
import type { OrderRows } from "../orders/order-rows.ts";
import { DAY_MS } from "../products/product.ts";
import type { Row } from "../insert-rows.ts";
import { getCheapestVariant, type SeedContext } from "../seed-context.ts";

/** The rows of the test customer's account, and the balance of the loyalty points. */
export type AccountRows = {
  wishlist: Row[];
  alerts: Row[];
  notifications: Row[];
  reviews: Row[];
  questions: Row[];
  pointsEntries: Row[];
  pointsBalance: number;
  /** When the first of the remaining points expire. */
  pointsExpireAt: Date | null;
};

const POINTS_EARNED_SHARE = 0.03;
const WELCOME_POINTS = 200;
const REVIEW_POINTS = 30;
const POINTS_LIFETIME_DAYS = 365;
/** Reviews with a shorter text earn no points. */
const MIN_REVIEW_LENGTH = 80;

/** Builds the test customer's wishlist, alerts, notifications, reviews, questions and loyalty points. */
export function buildTestCustomerAccount(
  context: SeedContext,
  orders: OrderRows[],
  giftCardCode: string,
  reviewOptions: { firstReviewId: number; testCustomerReviews: number },
): AccountRows {
  const { testCustomer, availableProducts, now } = context;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const deliveredLines = orders.filter((one) => one.order.status === "delivered").flatMap((one) => one.lines);
  const reviewedProductIds = [...new Set(deliveredLines.map((row) => Number(row.product_id)))].slice(
    0,
    reviewOptions.testCustomerReviews,
  );
  const reviewRows = buildReviews(context, reviewedProductIds, reviewOptions.firstReviewId);
  const { entries, balance, nextExpiry } = buildPointsLedger(context, orders, reviewRows);
  return {
    wishlist: availableProducts.slice(4, 12).map((product, index) => ({
      customer_id: testCustomer.id,
      product_id: product.id,
      added_at: daysAgo(index * 3 + 1),
    })),
    alerts: availableProducts.slice(12, 14).map((product) => ({
      customer_id: testCustomer.id,
      product_id: product.id,
      kind: "price_drop",
      price_minor: getCheapestVariant(product).priceMinor,
      created_at: daysAgo(5),
    })),
    notifications: buildNotifications(context, orders, giftCardCode),
    reviews: reviewRows,
    questions: buildQuestions(context),
    pointsEntries: entries,
    pointsBalance: balance,
    pointsExpireAt: nextExpiry,
  };
}

function buildReviews({ testCustomer, now }: SeedContext, productIds: number[], firstId: number): Row[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const reviewTexts = [
    {
      rating: 5,
      text: "Пользуюсь уже три месяца, очень довольна. Текстура лёгкая, запах еле заметный, хватает надолго. Возьму ещё.",
      status: "published",
      days: 30,
    },
    {
      rating: 4,
      text: "Хорошее средство, но коробка помялась в дороге. Внутри всё целое.",
      status: "published",
      days: 45,
      answer: "Анна, спасибо за отзыв. Мы стали класть в посылку больше бумаги.",
    },
    { rating: 5, text: "Второй заказ, всё так же хорошо.", status: "pending", days: 1 },
    {
      rating: 3,
      text: "Подробный обзор у меня на странице, ссылка в профиле.",
      status: "rejected",
      days: 12,
      reason: "В отзыве есть ссылка на другой сайт. Уберите её и отправьте ещё раз.",
    },
  ];
  return reviewTexts.slice(0, productIds.length).map(({ rating, text, status, days, answer, reason }, index) => ({
    id: firstId + index,
    product_id: productIds[index],
    customer_id: testCustomer.id,
    rating,
    text,
    locale: "ru-RU",
    author_name: "Анна К.",
    is_verified_purchase: true,
    status,
    reject_reason: reason ?? "",
    shop_answer: answer ?? "",
    answered_at: answer ? daysAgo(days - 2) : null,
    helpful_count: 0,
    created_at: daysAgo(days),
    published_at: status === "published" ? daysAgo(days) : null,
  }));
}

function buildQuestions({ testCustomer, availableProducts, now }: SeedContext): Row[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const commonColumns = { customer_id: testCustomer.id, locale: "ru-RU", author_name: "Анна К.", notify: true };
  return [
    {
      ...commonColumns,
      product_id: availableProducts[2]?.id,
      text: "Подскажите, подойдёт ли это средство для зимы, если кожа сохнет от отопления?",
      is_public: true,
      answer: "Да, зимой наносите чуть больше и поверх лосьона. Если сухость сильная, возьмите крем той же серии.",
      answered_at: daysAgo(17),
      status: "published",
      created_at: daysAgo(18),
      published_at: daysAgo(18),
    },
    {
      ...commonColumns,
      product_id: availableProducts[5]?.id,
      text: "Можно ли попросить завернуть этот товар в подарок?",
      is_public: false,
      answer: "",
      answered_at: null,
      status: "pending",
      created_at: daysAgo(1),
      published_at: null,
    },
  ];
}

/** Builds the loyalty points ledger from registration on. The balance is the sum of its entries. */
function buildPointsLedger(
  context: SeedContext,
  orders: OrderRows[],
  reviews: Row[],
): { entries: Row[]; balance: number; nextExpiry: Date | null } {
  const ledger = [
    ...listFixedPointsEntries(context),
    ...orders.flatMap(listOrderPointsEntries),
    ...reviews.flatMap(listReviewPointsEntries),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const entries = ledger.map(({ at, delta, kind, reason, orderId, lifetimeDays }) => ({
    customer_id: context.testCustomer.id,
    delta,
    kind,
    reason,
    order_id: orderId ?? null,
    expires_at: lifetimeDays ? new Date(at.getTime() + lifetimeDays * DAY_MS) : null,
    created_at: at,
  }));
  const { remaining } = calculateBatches(entries.map((entry, id) => ({ ...entry, id })));
  return {
    entries,
    balance: remaining.reduce((sum, batch) => sum + batch.amount, 0),
    nextExpiry: remaining[0]?.expiresAt ?? null,
  };
}

/** An entry of the ledger. Points without a lifetime are those that were spent or have expired. */
type LedgerEntry = {
  at: Date;
  delta: number;
  kind: string;
  reason: string;
  orderId?: number;
  lifetimeDays?: number;
};

/** Lists the entries that do not depend on orders and reviews: gifts of points, and their expiry. */
function listFixedPointsEntries({ testCustomer, now }: SeedContext): LedgerEntry[] {
  return [
    {
      at: testCustomer.createdAt,
      delta: WELCOME_POINTS,
      kind: "welcome",
      reason: "За регистрацию",
      lifetimeDays: POINTS_LIFETIME_DAYS,
    },
    {
      at: new Date(now.getTime() - 217 * DAY_MS),
      delta: 300,
      kind: "birthday",
      reason: "Ко дню рождения",
      lifetimeDays: 30,
    },
    { at: new Date(now.getTime() - 187 * DAY_MS), delta: -300, kind: "expired", reason: "Срок действия истёк" },
    {
      at: new Date(testCustomer.createdAt.getTime() + POINTS_LIFETIME_DAYS * DAY_MS),
      delta: -WELCOME_POINTS,
      kind: "expired",
      reason: "Срок действия истёк",
    },
    {
      at: new Date(now.getTime() - 150 * DAY_MS),
      delta: 500,
      kind: "granted",
      reason: "За помощь с переводом инструкции",
      lifetimeDays: POINTS_LIFETIME_DAYS,
    },
  ];
}

/** Lists the points that were spent in an order and those that its delivery earned. */
function listOrderPointsEntries({ order }: OrderRows): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const spent = order.loyalty_minor / 100;
  if (spent > 0)
    entries.push({ at: order.placed_at, delta: -spent, kind: "spent", reason: "Оплата заказа", orderId: order.id });
  const earned = Math.floor(
    ((order.products_rub_minor - order.discount_minor - order.loyalty_minor) / 100) * POINTS_EARNED_SHARE,
  );
  if (order.delivered_at && earned > 0)
    entries.push({
      at: order.delivered_at,
      delta: earned,
      kind: "earned",
      reason: "За доставленный заказ",
      orderId: order.id,
      lifetimeDays: POINTS_LIFETIME_DAYS,
    });
  return entries;
}

/** Lists the points for a published review that is long enough. */
function listReviewPointsEntries(review: Row): LedgerEntry[] {
  if (review.status !== "published" || String(review.text).length < MIN_REVIEW_LENGTH) return [];
  return [
    {
      at: review.published_at as Date,
      delta: REVIEW_POINTS,
      kind: "review",
      reason: "За отзыв",
      lifetimeDays: POINTS_LIFETIME_DAYS,
    },
  ];
}

/** A notification whose HTML and link have slots like `{paid}`; `action` is the text of the link and its address. */
type Message = { kind: string; title: string; html: string; action?: string[] };

function buildNotifications(
  { testCustomer, availableProducts, now }: SeedContext,
  orders: OrderRows[],
  giftCardCode: string,
): Row[] {
  const findOrder = (status: string) => orders.find((one) => one.order.status === status)?.order;
  const getOrderNumber = (status: string) => formatOrderNumber(findOrder(status)?.id ?? 0);
  const [questionProduct, discountedProduct, restockedProduct] = [
    availableProducts[2],
    availableProducts[6],
    availableProducts[9],
  ];
  const slots: Record<string, string | number | null | undefined> = {
    certificate: giftCardCode,
    awaiting_payment: findOrder("awaiting_payment")?.id,
    paid: findOrder("paid")?.id,
    shipped: findOrder("shipped")?.id,
    awaiting_payment_number: getOrderNumber("awaiting_payment"),
    paid_number: getOrderNumber("paid"),
    shipped_number: getOrderNumber("shipped"),
    track: findOrder("shipped")?.tracking_number,
    dropped: discountedProduct?.nameRu,
    droppedSlug: discountedProduct?.slug,
    back: restockedProduct?.nameRu,
    backSlug: restockedProduct?.slug,
    questionSlug: questionProduct?.slug,
  };
  const fillSlots = (text = "") => text.replaceAll(/\{(\w+)\}/g, (_, slot: string) => String(slots[slot] ?? ""));
  return (messages as Message[]).map(({ kind, title, html, action }, index) => ({
    customer_id: testCustomer.id,
    kind,
    title,
    message_html: fillSlots(html),
    actions: action ? [{ name: action[0], href: fillSlots(action[1]) }] : [],
    dedup_key: `demo:${kind}`,
    created_at: new Date(now.getTime() - (index * 1.7 + 0.1) * DAY_MS),
    read_at: index < 4 ? null : new Date(now.getTime() - DAY_MS),
    hidden_at: null,
  }));
}
