import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { grantTestPoints } from "../loyalty/fixtures.ts";
import { createAnotherShopper, createReadyCart, createShopper, addToCart, type Shopper } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { emails as orderEmails } from "../orders/emails/emails.ts";
import { transitionOrder } from "../orders/status/transition-order.ts";
import { sendGiftCards } from "../orders/send-gift-cards.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { getPaymentState, refundAmount } from "../payments/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { voidGiftCard } from "../gift-cards/void-gift-cards.ts";
import { createGiftCard } from "../gift-cards/fixtures.ts";
import { createPromoCode } from "../promotions/fixtures.ts";
import { emails } from "../gift-cards/purchases/emails.ts";
import { placeOrder, moveOrder } from "./fixtures.ts";

const shop = await openPaymentTestShop();

const giftCardRequest = {
  amount: 3000,
  recipient_name: "Мария",
  recipient_email: "Maria@Shop.test",
  sender_name: "Анна",
  message: "С днём рождения\nи всего доброго",
  picture: "sakura",
};
const addGiftCard = (shopper: Shopper, overrides: object = {}, options: object = {}) =>
  shop.request("POST", "/v1/user/cart/certificates", {
    token: shopper.token,
    body: { ...giftCardRequest, ...overrides },
    ...options,
  });
const getCart = async ({ token }: Shopper) => (await shop.request("GET", "/v1/user/cart", { token })).body.data;
const getOrder = async ({ token }: Shopper, id: number) =>
  (await shop.request("GET", `/v1/user/orders/${id}`, { token })).body.data;
const getBalance = (code: string, options: object = {}) =>
  shop.request("POST", "/v1/certificates/balance", { body: { code }, ...options });
const listEmails = () =>
  shop.db.selectFrom("emails").select(["recipient", "template", "params"]).orderBy("id").execute();
const applyCode = (shopper: Shopper, code: string) =>
  shop.request("POST", `/v1/user/cart/promo/${code}`, { token: shopper.token });
const cancelOrder = (shopper: Shopper, id: number) =>
  shop.request("POST", `/v1/user/orders/${id}/cancel`, { token: shopper.token });

async function payByCard(paymentId: string) {
  await shop.confirmPayment(paymentId, await shop.createCardToken());
  await shop.settlePayments();
}

/** Creates a paid order of gift cards, optionally with goods. */
async function buyGiftCards(overrides: { giftCards?: object[]; goods?: boolean } = {}) {
  const shopper = overrides.goods
    ? (await createReadyCart(shop.db, { priceMinor: 2000_00 })).shopper
    : await createShopper(shop.db);
  for (const one of overrides.giftCards ?? [{}]) await addGiftCard(shopper, one);
  const placed = await placeOrder(shop, shopper);
  await payByCard(placed.paymentId);
  const order = await getOrder(shopper, placed.id);
  return { shopper, placed, order, codes: order.certificates.items.map((one) => one.code ?? "") };
}

/** Another customer pays 1000 rubles of their order with the gift card. */
async function spendGiftCard(code: string) {
  const holder = await createAnotherShopper(shop.db);
  const product = await createProduct(shop.db, { priceMinor: 501_00 });
  await addToCart(shop.db, holder.id, { productId: product.id });
  await applyCode(holder, code);
  return { holder, placed: await placeOrder(shop, holder) };
}

describe("a gift card in the cart", () => {
  it("requires no goods, address, delivery or customs, and is added to the total", async () => {
    const shopper = await createShopper(shop.db);
    await shop.db.deleteFrom("addresses").execute();
    const { status, body } = await addGiftCard(shopper);
    expect(status).toBe(200);
    expect(body.data.problems).toEqual([]);
    expect(body.data.certificates.items).toMatchObject([
      { price: 3000, recipient_email: "maria@shop.test", send_on: null },
    ]);
    expect(body.data.price_v2).toMatchObject({
      products_price: 0,
      certificates_price: 3000,
      delivery_price: 0,
      total_price: 3000,
    });
    expect(body.data.customs_tax).toMatchObject({ tax: 0, declarate: false });
    const [line] = body.data.certificates.items;
    const token = shopper.token;
    const removed = await shop.request("DELETE", `/v1/user/cart/certificates/${line?.id ?? 0}`, { token });
    expect([removed.body.data.certificates.items, removed.body.data.problems.map((one) => one.code)]).toEqual([
      [],
      ["empty", "no_address"],
    ]);
  });

  it("does not count as goods: not for free delivery, promo code, points or another gift card", async () => {
    const { shopper } = await createReadyCart(shop.db, { priceMinor: 1000_00 });
    await createPromoCode(shop.db);
    await grantTestPoints(shop.db, shopper.id, 5000);
    await applyCode(shopper, "SAKURA10");
    await applyCode(shopper, (await createGiftCard(shop.db, 9000_00)).code);
    await shop.request("POST", "/v1/user/cart/bonus", { token: shopper.token });
    const priceBefore = (await getCart(shopper)).price_v2;
    await addGiftCard(shopper, { amount: 20_000 });
    const cartAfter = await getCart(shopper);
    expect(priceBefore).toMatchObject({ delivery_price: 499, total_price: 0 });
    expect(cartAfter.price_v2).toEqual({
      ...priceBefore,
      certificates_price: 20_000,
      total_price: 20_000,
      default_currency_price: { total_price: 20_000, sign: "₽" },
    });
    expect([cartAfter.weight_g > 0, cartAfter.products_count, cartAfter.presents.can_сhoose]).toEqual([true, 1, false]);
  });

  it("is priced in the currency of the request, within the store's limits, and keeps its value in rubles", async () => {
    const shopper = await createShopper(shop.db);
    const usd = { locale: "en-US", currency: "USD" };
    expect((await shop.request("GET", "/v1/certificates/offer", usd)).body.data).toMatchObject({
      iso_code: "USD",
      least: 5.6,
      today: "2026-11-20",
    });
    expect((await addGiftCard(shopper, { amount: 50 }, usd)).body.data.price_v2.total_price).toBe(50);
    const { face_value_minor } = await shop.db
      .selectFrom("cart_gift_cards")
      .select("face_value_minor")
      .executeTakeFirstOrThrow();
    expect(face_value_minor).toBe(4466_02);
  });

  it.each<[object, Record<string, string[]>]>([
    [{ amount: 499 }, { amount: ["sumTooSmall"] }],
    [{ amount: 50_001 }, { amount: ["sumTooLarge"] }],
    [{ amount: 1000.5 }, { amount: ["sumNotWhole"] }],
    [{ amount: undefined }, { amount: ["required"] }],
    [{ recipient_name: " " }, { recipient_name: ["required"] }],
    [{ recipient_email: "maria" }, { recipient_email: ["invalidEmail"] }],
    [{ message: "x".repeat(301) }, { message: ["tooLong"] }],
    [{ picture: "cat" }, { picture: ["required"] }],
    [{ send_on: "2026-11-19" }, { send_on: ["dateInPast"] }],
    [{ send_on: "2027-11-19" }, { send_on: ["dateTooFar"] }],
    [{ send_on: "2026-02-31" }, { send_on: ["invalid"] }],
  ])("refuses %j with the error on its field, and changes nothing", async (overrides, errors) => {
    const shopper = await createShopper(shop.db);
    const { status, body } = await addGiftCard(shopper, overrides);
    expect([status, body.code, body.errors]).toEqual([422, "validation_failed", errors]);
    expect((await getCart(shopper)).certificates.items).toEqual([]);
  });

  it("belongs to its owner only, and the number in one cart is limited", async () => {
    const guest = await shop.request("POST", "/v1/user/cart/certificates", { body: giftCardRequest });
    expect(guest.status).toBe(401);
    expect((await shop.request("DELETE", "/v1/user/cart/certificates/1", {})).status).toBe(401);
    const shopper = await createShopper(shop.db);
    const id = (await addGiftCard(shopper)).body.data.certificates.items[0]?.id ?? 0;
    const { token } = await createAnotherShopper(shop.db);
    await shop.request("DELETE", `/v1/user/cart/certificates/${id}`, { token });
    const responses = await Promise.all(Array.from({ length: 25 }, () => addGiftCard(shopper)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(responses.find(({ status }) => status === 422)?.body.code).toBe("cart_certificates_full");
    expect((await getCart(shopper)).certificates.items).toHaveLength(20);
  });
});

describe("an order of gift cards", () => {
  it("has no shipment, uses no promo code, and requires reconfirmation if another number was displayed", async () => {
    const shopper = await createShopper(shop.db);
    await createPromoCode(shop.db);
    await addGiftCard(shopper);
    await applyCode(shopper, "SAKURA10");
    const placeOrderOf = (giftCardCount: number, key: string) =>
      shop.request("POST", "/v1/user/orders", {
        ...{ token: shopper.token, key },
        body: { agree: true, expected_total: 3000, expected_certificates: giftCardCount },
      });
    const response = await placeOrderOf(2, "two-gift-cards-seen");
    expect([response.status, response.body.code]).toEqual([409, "cart_changed"]);
    const { body } = await placeOrderOf(1, "one-gift-card-seen");
    expect(body.data.order).toMatchObject({
      ...{ products: 0, certificates_price: 3000, delivery: 0, total: 3000, address: null, shipping: null },
      ...{ promocode: null, items: [] },
    });
    expect(body.data.order.certificates.items).toMatchObject([{ code: null, path: null, sent_at: null }]);
    expect((await shop.request("GET", `/v1/payments/${body.data.payment.id}`)).body.data.amount).toBe(3000);
    const { uses } = await shop.db.selectFrom("promo_codes").select("uses").executeTakeFirstOrThrow();
    expect([uses, (await getCart(shopper)).certificates.items]).toEqual([0, []]);
  });

  it("issues each gift card once when it is paid, emails the recipient at once, and is then delivered", async () => {
    const { shopper, placed, order, codes } = await buyGiftCards({ giftCards: [{}, { amount: 1000, message: "" }] });
    expect(order.status).toBe("delivered");
    expect(order.history.map((row) => row.status)).toEqual(["awaiting_payment", "paid", "delivered"]);
    expect(codes.every((code) => /^JG(-[0-9A-Z]{4}){3}$/.test(code))).toBe(true);
    expect((await listEmails()).map((row) => row.template)).toEqual([
      "order_awaiting_payment",
      "order_paid",
      "gift_card",
      "gift_card",
    ]);
    const sentEmail = (await listEmails()).find((row) => row.template === "gift_card");
    const params = sentEmail?.params as Record<string, unknown>;
    const email = await emails.gift_card(shop.app, { storeName: "Leaf", recipient: "", locale: "ru-RU", params });
    expect(email?.subject).toBe("Вам подарили сертификат Leaf на 3\u00a0000\u00a0₽");
    for (const text of [
      codes[0],
      "С днём рождения",
      "Анна дарит вам",
      "20 ноября 2027",
      order.certificates.items[0]?.path,
    ])
      expect(email?.text).toContain(text);
    const paidEmail = await orderEmails["order_paid"]?.(shop.app, {
      storeName: "Leaf",
      ...{ recipient: "", locale: "ru-RU", params: { orderId: placed.id } },
    });
    expect(paidEmail?.text).toContain(codes[1]);
    expect(paidEmail?.text).not.toContain("Доставка");
    expect((await getBalance(codes[1] ?? "")).body.data).toMatchObject({
      amount: 1000,
      balance: 1000,
      state: "usable",
    });
    expect((await cancelOrder(shopper, placed.id)).body.code).toBe("order_not_cancellable");
  });

  it("issues each gift card once under concurrent payment events", async () => {
    const shopper = await createShopper(shop.db);
    await addGiftCard(shopper);
    const { id } = await placeOrder(shop, shopper);
    const markPaid = () =>
      withTransaction(shop.db, (tx) => transitionOrder(shop.app, tx, id, "paid", { now: shop.clock.now() }));
    await Promise.allSettled(Array.from({ length: 20 }, markPaid));
    const { count } = await shop.db
      .selectFrom("gift_cards")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect([count, (await listEmails()).filter((row) => row.template === "gift_card").length]).toEqual([1, 1]);
  });

  it("sends an email once on its date, and can be canceled until then", async () => {
    const { placed, order } = await buyGiftCards({ giftCards: [{ send_on: "2026-11-25" }] });
    expect([order.status, order.cancellable]).toEqual(["paid", true]);
    shop.clock.set(new Date("2026-11-25T05:59:00Z"));
    await sendGiftCards(shop.app);
    expect((await listEmails()).map((row) => row.template)).not.toContain("gift_card");
    shop.clock.set(new Date("2026-11-25T06:00:00Z"));
    await Promise.all(Array.from({ length: 5 }, () => sendGiftCards(shop.app)));
    expect((await listEmails()).filter((row) => row.template === "gift_card")).toMatchObject([
      { recipient: "maria@shop.test" },
    ]);
    expect((await getPaymentState(shop.db, placed.id)).order).toBe("delivered");
    // Valid for a year from the day it was sent.
    const { expires_at } = await shop.db.selectFrom("gift_cards").select("expires_at").executeTakeFirstOrThrow();
    expect(expires_at?.toISOString()).toBe("2027-11-25T06:00:00.000Z");
  });

  it("completes an order whose last gift card was voided before it was sent", async () => {
    const { placed } = await buyGiftCards({ giftCards: [{}, { send_on: "2026-11-25" }] });
    await sendGiftCards(shop.app);
    expect((await getPaymentState(shop.db, placed.id)).order).toBe("paid");
    const [scheduled] = await shop.db
      .selectFrom("gift_cards as c")
      .innerJoin("order_gift_cards as l", "l.gift_card_id", "c.id")
      .select("c.code")
      .where("l.send_on", "is not", null)
      .execute();
    await voidGiftCard(shop.db, scheduled?.code ?? "");
    await sendGiftCards(shop.app);
    expect((await getPaymentState(shop.db, placed.id)).order).toBe("delivered");
    shop.clock.set(new Date("2026-11-26T06:00:00Z"));
    await sendGiftCards(shop.app);
    expect((await listEmails()).filter((row) => row.template === "gift_card")).toHaveLength(1);
  });

  it("issues nothing if the order is not paid", async () => {
    const shopper = await createShopper(shop.db);
    await addGiftCard(shopper);
    const { id } = await placeOrder(shop, shopper);
    await cancelOrder(shopper, id);
    expect(await shop.db.selectFrom("gift_cards").selectAll().execute()).toEqual([]);
    expect((await getOrder(shopper, id)).status).toBe("cancelled");
  });
});

describe("refunds of gift cards", () => {
  it("are possible while they are unused: their codes are void from then on, and no email is sent", async () => {
    const { shopper, placed, codes } = await buyGiftCards({ giftCards: [{ send_on: "2026-12-01" }] });
    expect((await cancelOrder(shopper, placed.id)).status).toBe(200);
    await waitForBackgroundTasks();
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, placed.id)).toMatchObject({
      order: "refunded",
      refunds: [{ amount_minor: 3000_00 }],
    });
    expect((await getBalance(codes[0] ?? "")).body.data).toMatchObject({ balance: 0, state: "void" });
    expect((await getOrder(shopper, placed.id)).certificates.items).toMatchObject([{ is_void: true, path: null }]);
    const holder = (await createReadyCart(shop.db)).shopper;
    expect((await applyCode(holder, codes[0] ?? "")).body.code).toBe("certificate_void");
    shop.clock.set(new Date("2026-12-02T00:00:00Z"));
    await sendGiftCards(shop.app);
    expect((await listEmails()).map((row) => row.template)).not.toContain("gift_card");
  });

  it("are impossible once one was used: the order cannot be canceled, and nothing changes", async () => {
    const { shopper, placed, codes } = await buyGiftCards({ goods: true });
    await spendGiftCard(codes[0] ?? "");
    const response = await cancelOrder(shopper, placed.id);
    expect([response.status, response.body.code]).toEqual([409, "certificate_used"]);
    expect((await getPaymentState(shop.db, placed.id)).order).toBe("paid");
    expect((await getBalance(codes[0] ?? "")).body.data.balance).toBe(2000);
  });

  it("cover the balance once the store has voided it; goods can be refunded at any time", async () => {
    const { placed, codes } = await buyGiftCards({ goods: true });
    const { placed: otherOrder, holder } = await spendGiftCard(codes[0] ?? "");
    const refund = (amountMinor: number | null) =>
      refundAmount(shop.app, { orderId: placed.id, amountMinor }).then(
        (refund) => refund.amountMinor,
        (error: { code: string }) => error.code,
      );
    expect(await refund(null)).toBe("certificate_used");
    expect(await refund(2499_00 + 1)).toBe("refund_of_certificates");
    expect(await refund(2499_00)).toBe(2499_00);
    expect(await refund(1)).toBe("refund_of_certificates");
    expect(await voidGiftCard(shop.db, codes[0] ?? "")).toMatchObject({ voidedMinor: 2000_00, orderId: placed.id });
    expect(await refund(2000_00)).toBe(2000_00);
    expect(await refund(1)).toBe("refund_of_certificates");
    await waitForBackgroundTasks();
    // What its holder paid with it is refunded to it when the holder's own order is canceled.
    await cancelOrder(holder, otherOrder.id);
    expect((await getBalance(codes[0] ?? "")).body.data).toMatchObject({ balance: 1000, state: "usable" });
  });

  it("cover delivered unused gift cards completely when the store marks the order as returned", async () => {
    const { placed, codes } = await buyGiftCards();
    await moveOrder(shop, placed.id, "returned");
    await moveOrder(shop, placed.id, "refunded");
    await waitForBackgroundTasks();
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, placed.id)).order).toBe("refunded");
    expect((await getBalance(codes[0] ?? "")).body.data.state).toBe("void");
  });

  it("make a gift card that expired valid again for as long as it takes to spend what was returned to it", async () => {
    const { codes } = await buyGiftCards();
    const [code = ""] = codes;
    const { holder, placed } = await spendGiftCard(code);
    await shop.db.updateTable("gift_cards").set({ expires_at: shop.clock.now() }).execute();
    expect((await getBalance(code)).body.data).toMatchObject({ state: "expired", balance: 2000 });
    expect((await cancelOrder(holder, placed.id)).status).toBe(200);
    const until = new Date(shop.clock.now().getTime() + 30 * 86_400_000);
    expect((await getBalance(code)).body.data).toMatchObject({
      ...{ state: "usable", balance: 3000, expires_at: until.toISOString() },
    });
    shop.clock.set(until);
    expect((await getBalance(code)).body.data).toMatchObject({ state: "expired" });
  });

  it("do not race with a payment by the same gift card", async () => {
    const { shopper, placed, codes } = await buyGiftCards({ giftCards: [{ send_on: "2026-12-01" }] });
    const holder = (await createReadyCart(shop.db, { priceMinor: 501_00 })).shopper;
    await applyCode(holder, codes[0] ?? "");
    const [purchase, cancellation] = await Promise.allSettled([
      placeOrder(shop, holder),
      cancelOrder(shopper, placed.id),
    ]);
    const wasUsed = purchase.status === "fulfilled" && purchase.value.total === 0;
    const wasCanceled = cancellation.status === "fulfilled" && cancellation.value.status === 200;
    expect(wasUsed).toBe(!wasCanceled);
    const { balance_minor } = await shop.db.selectFrom("gift_cards").select("balance_minor").executeTakeFirstOrThrow();
    expect(balance_minor).toBe(wasUsed ? 2000_00 : 0);
  });
});

describe("the page of a gift card", () => {
  it("shows it to anyone who has its key, in any language and currency, without the recipient's email address", async () => {
    const { order, codes } = await buyGiftCards();
    const key = order.certificates.items[0]?.path?.split("/").at(-1) ?? "";
    const { status, body } = await shop.request("GET", `/v1/certificates/printed/${key}`, { currency: "USD" });
    expect([status, body.data]).toMatchObject([
      200,
      { code: codes[0], amount: 33.59, iso_code: "USD", recipient_name: "Мария", picture: "sakura", state: "usable" },
    ]);
    expect(JSON.stringify(body)).not.toContain("@");
    for (const otherKey of ["x", `${key.slice(0, -1)}${key.endsWith("_") ? "-" : "_"}`, "a".repeat(32)])
      expect((await shop.request("GET", `/v1/certificates/printed/${otherKey}`)).body.code).toBe(
        "certificate_not_found",
      );
  });
});
