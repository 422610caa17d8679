import { lotsOf } from "../api/src/bonuses/lots.ts";
import { orderNumber } from "../api/src/orders/order-number.ts";
import messages from "./data/messages.json" with { type: "json" };
import type { OrderRows } from "./order-drafts.ts";
import { DAY_MS } from "./product.ts";
import type { Row } from "./rows.ts";
import { cheapest, type World } from "./world.ts";

export type AccountRows = {
  wishlist: Row[];
  alerts: Row[];
  notifications: Row[];
  reviews: Row[];
  questions: Row[];
  bonusEntries: Row[];
  bonusBalance: number;
  /** When the first of them ends. */
  bonusEnds: Date | null;
};

const EARNED_SHARE = 0.03;
const WELCOME = 200;
const FOR_REVIEW = 30;
const LIVES_DAYS = 365;

/** What the test customer finds in her profile: favourites, alerts, messages, reviews, questions, bonuses. */
export function annasAccount(
  world: World,
  orders: OrderRows[],
  certificateCode: string,
  numbered: { firstReviewId: number; ownReviews: number },
): AccountRows {
  const { anna, shelf, now } = world;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const bought = orders.filter((one) => one.order.status === "delivered").flatMap((one) => one.lines);
  const rated = [...new Set(bought.map((row) => Number(row.product_id)))].slice(0, numbered.ownReviews);
  const ownReviews = reviewsOf(world, rated, numbered.firstReviewId);
  const { entries, balance, ends } = bonusesOf(world, orders, ownReviews);
  return {
    wishlist: shelf
      .slice(4, 12)
      .map((product, at) => ({ customer_id: anna.id, product_id: product.id, added_at: ago(at * 3 + 1) })),
    alerts: shelf.slice(12, 14).map((product) => ({
      customer_id: anna.id,
      product_id: product.id,
      kind: "price_drop",
      price_minor: cheapest(product).priceMinor,
      created_at: ago(5),
    })),
    notifications: messagesTo(world, orders, certificateCode),
    reviews: ownReviews,
    questions: questionsOf(world),
    bonusEntries: entries,
    bonusBalance: balance,
    bonusEnds: ends,
  };
}

function reviewsOf({ anna, now }: World, products: number[], firstId: number): Row[] {
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const written = [
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
  return written.slice(0, products.length).map(({ rating, text, status, days, answer, reason }, index) => ({
    id: firstId + index,
    product_id: products[index],
    customer_id: anna.id,
    rating,
    text,
    locale: "ru-RU",
    author_name: "Анна К.",
    bought: true,
    status,
    reject_reason: reason ?? "",
    shop_answer: answer ?? "",
    answered_at: answer ? at(days - 2) : null,
    helpful: 0,
    created_at: at(days),
    published_at: status === "published" ? at(days) : null,
  }));
}

function questionsOf({ anna, shelf, now }: World): Row[] {
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const base = { customer_id: anna.id, locale: "ru-RU", author_name: "Анна К.", notify: true };
  return [
    {
      ...base,
      product_id: shelf[2]?.id,
      text: "Подскажите, подойдёт ли это средство для зимы, если кожа сохнет от отопления?",
      is_public: true,
      answer: "Да, зимой наносите чуть больше и поверх лосьона. Если сухость сильная, возьмите крем той же серии.",
      answered_at: at(17),
      status: "published",
      created_at: at(18),
      published_at: at(18),
    },
    {
      ...base,
      product_id: shelf[5]?.id,
      text: "Можно ли попросить завернуть этот товар в подарок?",
      is_public: false,
      answer: "",
      answered_at: null,
      status: "pending",
      created_at: at(1),
      published_at: null,
    },
  ];
}

/** The ledger from the first day on, each entry with its reason; what it comes to is the balance. */
function bonusesOf(
  { anna, now }: World,
  orders: OrderRows[],
  reviews: Row[],
): { entries: Row[]; balance: number; ends: Date | null } {
  type Entry = { at: Date; delta: number; kind: string; reason: string; orderId?: unknown; lives?: number };
  const list: Entry[] = [
    { at: anna.createdAt, delta: WELCOME, kind: "welcome", reason: "За регистрацию", lives: LIVES_DAYS },
    { at: new Date(now.getTime() - 217 * DAY_MS), delta: 300, kind: "birthday", reason: "Ко дню рождения", lives: 30 },
    { at: new Date(now.getTime() - 187 * DAY_MS), delta: -300, kind: "expired", reason: "Срок действия истёк" },
    {
      at: new Date(anna.createdAt.getTime() + LIVES_DAYS * DAY_MS),
      delta: -WELCOME,
      kind: "expired",
      reason: "Срок действия истёк",
    },
    {
      at: new Date(now.getTime() - 150 * DAY_MS),
      delta: 500,
      kind: "granted",
      reason: "За помощь с переводом инструкции",
      lives: LIVES_DAYS,
    },
  ];
  for (const { order } of orders) {
    const spent = order.bonus_minor / 100;
    if (spent > 0)
      list.push({
        at: order.placed_at,
        delta: -spent,
        kind: "spent",
        reason: "Оплата заказа",
        orderId: order.id,
      });
    const earned = Math.floor(
      ((order.products_rub_minor - order.discount_minor - order.bonus_minor) / 100) * EARNED_SHARE,
    );
    if (order.delivered_at && earned > 0)
      list.push({
        at: order.delivered_at,
        delta: earned,
        kind: "earned",
        reason: "За доставленный заказ",
        orderId: order.id,
        lives: LIVES_DAYS,
      });
  }
  for (const review of reviews)
    if (review.status === "published" && String(review.text).length >= 80)
      list.push({
        at: review.published_at as Date,
        delta: FOR_REVIEW,
        kind: "review",
        reason: "За отзыв",
        lives: LIVES_DAYS,
      });
  list.sort((a, b) => a.at.getTime() - b.at.getTime());
  const entries = list.map(({ at, delta, kind, reason, orderId, lives }) => ({
    customer_id: anna.id,
    delta,
    kind,
    reason,
    order_id: orderId ?? null,
    expires_at: lives ? new Date(at.getTime() + lives * DAY_MS) : null,
    at,
  }));
  const { left } = lotsOf(entries.map((entry, id) => ({ ...entry, id })));
  return {
    entries,
    balance: left.reduce((sum, lot) => sum + lot.amount, 0),
    ends: left[0]?.expiresAt ?? null,
  };
}

type Message = { kind: string; title: string; html: string; action?: string[] };

function messagesTo({ anna, shelf, now }: World, orders: OrderRows[], certificate: string): Row[] {
  const first = (status: string) => orders.find((one) => one.order.status === status)?.order;
  const numberOf = (status: string) => orderNumber(first(status)?.id ?? 0);
  const [asked, dropped, back] = [shelf[2], shelf[6], shelf[9]];
  const slots: Record<string, string | number | null | undefined> = {
    certificate,
    awaiting_payment: first("awaiting_payment")?.id,
    paid: first("paid")?.id,
    shipped: first("shipped")?.id,
    awaiting_payment_number: numberOf("awaiting_payment"),
    paid_number: numberOf("paid"),
    shipped_number: numberOf("shipped"),
    track: first("shipped")?.tracking_number,
    dropped: dropped?.nameRu,
    droppedSlug: dropped?.slug,
    back: back?.nameRu,
    backSlug: back?.slug,
    askedSlug: asked?.slug,
  };
  const filled = (text = "") => text.replaceAll(/\{(\w+)\}/g, (_, slot: string) => String(slots[slot] ?? ""));
  return (messages as Message[]).map(({ kind, title, html, action }, at) => ({
    customer_id: anna.id,
    kind,
    title,
    message_html: filled(html),
    actions: action ? [{ name: action[0], href: filled(action[1]) }] : [],
    dedup_key: `demo:${kind}`,
    created_at: new Date(now.getTime() - (at * 1.7 + 0.1) * DAY_MS),
    read_at: at < 4 ? null : new Date(now.getTime() - DAY_MS),
    hidden_at: null,
  }));
}
