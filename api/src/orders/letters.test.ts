import { expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { anOrderOf, aPaidOrder } from "../checkout/fixtures.ts";
import { moveByStaff } from "../checkout/second-thoughts.ts";
import { aReadyCart } from "../cart/fixtures.ts";
import { expirePayments } from "../payments/jobs.ts";
import { letterEvents } from "./events.ts";
import { letters } from "./letters.ts";
import { orderNumber } from "./order-number.ts";

const shop = await openPayingShop();
const told = async () => {
  const mails = await shop.db.selectFrom("mails").select(["template", "locale", "recipient"]).orderBy("id").execute();
  const bells = await shop.db.selectFrom("notifications").select(["kind", "title", "actions"]).orderBy("id").execute();
  return { mails, bells };
};
const write = async (template: string, orderId: number, locale: "ru-RU" | "en-US" = "ru-RU") =>
  letters[template]?.(shop.house, { shop: "Leaf", recipient: "anybody@example.test", locale, params: { orderId } });
const plain = (text: string) => text.replaceAll("\u00a0", " ");

it.each([
  ["en-US", "USD", "is paid", "https?://shop.test/en-US/profile/orders/"],
  ["ru-RU", "JPY", "оплачен", "https?://shop.test/profile/orders/"],
])(
  "are in the order's %s and %s though a webhook, which has neither, sets them off",
  async (locale, currency, says, link) => {
    const { order } = await aPaidOrder(shop, { locale, currency, priceMinor: 1290_00 });
    const { mails, bells } = await told();
    expect(mails.map((mail) => [mail.template, mail.locale])).toEqual([
      ["order_awaiting_payment", locale],
      ["order_paid", locale],
    ]);
    expect(bells.at(-1)?.title).toContain(says);
    const letter = await write("order_paid", order.id);
    expect(letter?.subject).toContain(says);
    expect(letter?.text).toMatch(new RegExp(link + order.id));
    const sum = currency === "USD" ? `$${order.total}` : `${order.total.toLocaleString("ru-RU")} ¥`;
    expect(plain(letter?.text ?? "")).toContain(plain(sum));
  },
);

it("tell of every move once, however often its news come, and of nothing else", async () => {
  const { order } = await aPaidOrder(shop);
  const success = shop.line.sent.at(-1);
  for (let time = 0; time < 10; time++) if (success) await shop.deliver(success);
  await moveByStaff(shop.house, order.id, "packing", {});
  await moveByStaff(shop.house, order.id, "shipped", { tracking: "RR473124829JP" });
  await moveByStaff(shop.house, order.id, "shipped", {});
  await moveByStaff(shop.house, order.id, "delivered", {});
  const { mails, bells } = await told();
  expect(mails.map((mail) => mail.template)).toEqual([
    "order_awaiting_payment",
    "order_paid",
    "order_shipped",
    "order_delivered",
  ]);
  expect(bells.map((bell) => bell.kind)).toEqual([
    "order_awaiting_payment",
    "order_paid",
    "order_packing",
    "order_shipped",
    "order_delivered",
  ]);
  expect(bells.at(-1)?.actions).toEqual([{ name: "Открыть заказ", href: `/profile/orders/${order.id}` }]);
});

it("are not sent for a placing that failed", async () => {
  const { shopper } = await aReadyCart(shop.db);
  await shop.ask("POST", "/v1/user/orders", {
    token: shopper.token,
    key: "a-key-that-fails",
    body: { agree: true, expected_total: 1 },
  });
  expect(await told()).toEqual({ mails: [], bells: [] });
});

it("of an order that was called off say whether money comes back, and one that nobody paid says so", async () => {
  const unpaid = await aReadyCart(shop.db);
  const left = await anOrderOf(shop, unpaid.shopper);
  shop.clock.advance(24 * 60 * 60_000);
  await expirePayments(shop.house);
  expect((await told()).mails.at(-1)?.template).toBe("order_expired");
  expect((await write("order_expired", left.id))?.text).toContain("не дождались оплаты");
  expect((await write("order_cancelled", left.id))?.text).toContain("не списаны");
});

it.each(["ru-RU", "en-US"])(
  "are whole in %s: what was bought, the sums, the way to the order, in text and in HTML alike",
  async (locale) => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 2, priceMinor: 1290_00 });
    const order = await anOrderOf(shop, shopper, { locale, currency: "RUB" });
    expect(await Promise.all(letterEvents.map((event) => write(`order_${event}`, order.id)))).not.toContain(null);
    const letter = await write("order_awaiting_payment", order.id);
    const text = plain(letter?.text ?? "");
    const name = (await shop.db.selectFrom("order_lines").select("name").executeTakeFirstOrThrow()).name;
    const sums = locale === "ru-RU" ? ["2 580 ₽", "499 ₽", "3 079 ₽"] : ["₽2,580", "₽499", "₽3,079"];
    const wanted = [
      name,
      plain(orderNumber(order.id)),
      "Kazan",
      `/user/payment/${order.paymentId}`,
      `/${product.slug}`,
    ];
    for (const part of [...sums, ...wanted.slice(0, 4)])
      expect([part, text.includes(part) || plain(letter?.subject ?? "").includes(part)]).toEqual([part, true]);
    for (const part of wanted) expect([part, plain(letter?.html ?? "").includes(part)]).toEqual([part, true]);
  },
);

it("have nothing to say of an order that is gone", async () => {
  expect(await write("order_paid", 123_456_789)).toBeNull();
});
