import { expect, it } from "vitest";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { placeOrder, createPaidOrder, moveOrder } from "../../checkout/fixtures.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { expirePayments } from "../../payments/jobs.ts";
import { emailEvents } from "./email-events.ts";
import { emails } from "./emails.ts";
import { formatOrderNumber } from "../order-number.ts";

const shop = await openPaymentTestShop();
const loadMessages = async () => {
  const mails = await shop.db.selectFrom("emails").select(["template", "locale", "recipient"]).orderBy("id").execute();
  const notifications = await shop.db
    .selectFrom("notifications")
    .select(["kind", "title", "actions"])
    .orderBy("id")
    .execute();
  return { mails, notifications };
};
const renderEmail = async (template: string, orderId: number, locale: "ru-RU" | "en-US" = "ru-RU") =>
  emails[template]?.(shop.app, { storeName: "Leaf", recipient: "anybody@example.test", locale, params: { orderId } });
const normalizeSpaces = (text: string) => text.replaceAll("\u00a0", " ");

it.each([
  ["en-US", "USD", "is paid", "https?://shop.test/en-US/profile/orders/"],
  ["ru-RU", "JPY", "оплачен", "https?://shop.test/profile/orders/"],
])(
  "order emails use the order's language (%s) and currency (%s), although a webhook without either triggers them",
  async (locale, currency, expectedTitle, link) => {
    const { order } = await createPaidOrder(shop, { locale, currency, priceMinor: 1290_00 });
    const { mails, notifications } = await loadMessages();
    expect(mails.map((mail) => [mail.template, mail.locale])).toEqual([
      ["order_awaiting_payment", locale],
      ["order_paid", locale],
    ]);
    expect(notifications.at(-1)?.title).toContain(expectedTitle);
    const email = await renderEmail("order_paid", order.id);
    expect(email?.subject).toContain(expectedTitle);
    expect(email?.text).toMatch(new RegExp(link + order.id));
    const days = locale === "ru-RU" ? "Ждём 30 ноября – 8 декабря" : "Expected 30 November – 8 December";
    expect(normalizeSpaces(email?.text ?? "")).toContain(days);
    const total = currency === "USD" ? `$${order.total}` : `${order.total.toLocaleString("ru-RU")} ¥`;
    expect(normalizeSpaces(email?.text ?? "")).toContain(normalizeSpaces(total));
  },
);

it("order emails are sent once per status change, however often the webhook arrives", async () => {
  const { order } = await createPaidOrder(shop);
  const webhook = shop.network.sent.at(-1);
  if (!webhook) throw new Error("the gateway has sent no webhook");
  for (let delivery = 0; delivery < 10; delivery++) await shop.deliverWebhook(webhook);
  await moveOrder(shop, order.id, "packing");
  await moveOrder(shop, order.id, "shipped", { tracking: "RR473124829JP" });
  await moveOrder(shop, order.id, "shipped");
  await moveOrder(shop, order.id, "delivered");
  const { mails, notifications } = await loadMessages();
  expect(mails.map((mail) => mail.template)).toEqual([
    "order_awaiting_payment",
    "order_paid",
    "order_shipped",
    "order_delivered",
  ]);
  expect(notifications.map((notification) => notification.kind)).toEqual([
    "order_awaiting_payment",
    "order_paid",
    "order_packing",
    "order_shipped",
    "order_delivered",
  ]);
  expect(notifications.at(-1)?.actions).toEqual([{ name: "Открыть заказ", href: `/profile/orders/${order.id}` }]);
});

it("order emails are not sent if placing the order fails", async () => {
  const { shopper } = await createReadyCart(shop.db);
  await shop.request("POST", "/v1/user/orders", {
    token: shopper.token,
    key: "a-key-that-fails",
    body: { agree: true, expected_total: 1 },
  });
  expect(await loadMessages()).toEqual({ mails: [], notifications: [] });
});

it("order emails say that an expired order was not paid and that nothing was charged for a canceled one", async () => {
  const readyCart = await createReadyCart(shop.db);
  const unpaidOrder = await placeOrder(shop, readyCart.shopper);
  shop.clock.advance(24 * 60 * 60_000);
  await expirePayments(shop.app);
  expect((await loadMessages()).mails.at(-1)?.template).toBe("order_expired");
  expect((await renderEmail("order_expired", unpaidOrder.id))?.text).toContain("не дождались оплаты");
  expect((await renderEmail("order_cancelled", unpaidOrder.id))?.text).toContain("не списаны");
});

it.each(["ru-RU", "en-US"])(
  "order emails contain items, amounts and a link to the order in %s, both as text and as HTML",
  async (locale) => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 2, priceMinor: 1290_00 });
    const order = await placeOrder(shop, shopper, { locale, currency: "RUB" });
    expect(await Promise.all(emailEvents.map((event) => renderEmail(`order_${event}`, order.id)))).not.toContain(null);
    const email = await renderEmail("order_awaiting_payment", order.id);
    const text = normalizeSpaces(email?.text ?? "");
    const name = (await shop.db.selectFrom("order_lines").select("name").executeTakeFirstOrThrow()).name;
    const amounts = locale === "ru-RU" ? ["2 580 ₽", "499 ₽", "3 079 ₽"] : ["₽2,580", "₽499", "₽3,079"];
    const expectedParts = [
      name,
      normalizeSpaces(formatOrderNumber(order.id)),
      "Kazan",
      `/user/payment/${order.paymentId}`,
      `/${product.slug}`,
    ];
    for (const part of [...amounts, ...expectedParts.slice(0, 4)])
      expect([part, text.includes(part) || normalizeSpaces(email?.subject ?? "").includes(part)]).toEqual([part, true]);
    for (const part of expectedParts)
      expect([part, normalizeSpaces(email?.html ?? "").includes(part)]).toEqual([part, true]);
  },
);

it("order emails are not rendered for an order that does not exist", async () => {
  expect(await renderEmail("order_paid", 123_456_789)).toBeNull();
});
