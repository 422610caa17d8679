import { beforeEach, describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { someBonuses } from "../bonuses/fixtures.ts";
import { anotherShopper, aReadyCart, aShopper, putInCart, type Shopper } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { letters as orderLetters } from "../orders/letters.ts";
import { moveOrder, sendCertificates } from "../orders/service.ts";
import { paymentsAtRest } from "../payments/background.ts";
import { standing } from "../payments/fixtures.ts";
import { refundOrder } from "../payments/order-refunds.ts";
import { withTransaction } from "../platform/db.ts";
import { voidCertificate } from "../promotions/bought.ts";
import { aCertificate, aPromo } from "../promotions/fixtures.ts";
import { letters } from "../promotions/letters.ts";
import { anOrderOf } from "./fixtures.ts";
import { moveByStaff } from "./second-thoughts.ts";

const shop = await openPayingShop();
beforeEach(() => {
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const wish = {
  amount: 3000,
  recipient_name: "Мария",
  recipient_email: "Maria@Shop.test",
  sender_name: "Анна",
  message: "С днём рождения\nи всего доброго",
  picture: "sakura",
};
const add = (shopper: Shopper, own: object = {}, as: object = {}) =>
  shop.ask("POST", "/v1/user/cart/certificates", { token: shopper.token, body: { ...wish, ...own }, ...as });
const cartOf = async ({ token }: Shopper) => (await shop.ask("GET", "/v1/user/cart", { token })).body.data;
const orderOf = async ({ token }: Shopper, id: number) =>
  (await shop.ask("GET", `/v1/user/orders/${id}`, { token })).body.data;
const balanceOf = (code: string, as: object = {}) =>
  shop.ask("POST", "/v1/certificates/balance", { body: { code }, ...as });
const mails = () => shop.db.selectFrom("mails").select(["recipient", "template", "params"]).orderBy("id").execute();
const enter = (shopper: Shopper, code: string) =>
  shop.ask("POST", `/v1/user/cart/promo/${code}`, { token: shopper.token });
const cancel = (shopper: Shopper, id: number) =>
  shop.ask("POST", `/v1/user/orders/${id}/cancel`, { token: shopper.token });

async function pay(paymentId: string) {
  await shop.confirm(paymentId, await shop.tokenFor());
  await shop.settle();
}

/** A paid order of certificates, with goods beside them where wished. */
async function aBought(own: { certificates?: object[]; goods?: boolean } = {}) {
  const shopper = own.goods ? (await aReadyCart(shop.db, { priceMinor: 2000_00 })).shopper : await aShopper(shop.db);
  for (const one of own.certificates ?? [{}]) await add(shopper, one);
  const placed = await anOrderOf(shop, shopper);
  await pay(placed.paymentId);
  const order = await orderOf(shopper, placed.id);
  return { shopper, placed, order, codes: order.certificates.items.map((one) => one.code ?? "") };
}

/** Spends a thousand roubles of a certificate on goods of somebody else's. */
async function spend(code: string) {
  const holder = await anotherShopper(shop.db);
  const product = await aProduct(shop.db, { priceMinor: 501_00 });
  await putInCart(shop.db, holder.id, { productId: product.id });
  await enter(holder, code);
  return { holder, placed: await anOrderOf(shop, holder) };
}

describe("a certificate in the cart", () => {
  it("needs neither goods nor address, delivery or customs, and adds up", async () => {
    const shopper = await aShopper(shop.db);
    await shop.db.deleteFrom("addresses").execute();
    const { status, body } = await add(shopper);
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
    const removed = await shop.ask("DELETE", `/v1/user/cart/certificates/${line?.id ?? 0}`, { token });
    expect([removed.body.data.certificates.items, removed.body.data.problems.map((one) => one.code)]).toEqual([
      [],
      ["empty", "no_address"],
    ]);
  });

  it("counts for nothing beside goods: not for free delivery, code, bonuses or another certificate", async () => {
    const { shopper } = await aReadyCart(shop.db, { priceMinor: 1000_00 });
    await aPromo(shop.db);
    await someBonuses(shop.db, shopper.id, 5000);
    await enter(shopper, "SAKURA10");
    await enter(shopper, (await aCertificate(shop.db, 9000_00)).code);
    await shop.ask("POST", "/v1/user/cart/bonus", { token: shopper.token });
    const before = (await cartOf(shopper)).price_v2;
    await add(shopper, { amount: 20_000 });
    const after = await cartOf(shopper);
    expect(before).toMatchObject({ delivery_price: 499, total_price: 0 });
    expect(after.price_v2).toEqual({
      ...before,
      certificates_price: 20_000,
      total_price: 20_000,
      default_currency_price: { total_price: 20_000, sign: "₽" },
    });
    expect([after.weight_g > 0, after.products_count, after.presents.can_сhoose]).toEqual([true, 1, false]);
  });

  it("is asked for in the currency of the request, within the shop's limits, and keeps its worth in roubles", async () => {
    const shopper = await aShopper(shop.db);
    const usd = { locale: "en-US", currency: "USD" };
    expect((await shop.ask("GET", "/v1/certificates/offer", usd)).body.data).toMatchObject({
      iso_code: "USD",
      least: 5.6,
      today: "2026-11-20",
    });
    expect((await add(shopper, { amount: 50 }, usd)).body.data.price_v2.total_price).toBe(50);
    const { worth_minor } = await shop.db
      .selectFrom("cart_certificates")
      .select("worth_minor")
      .executeTakeFirstOrThrow();
    expect(worth_minor).toBe(4466_02);
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
  ])("refuses %j at its field and changes nothing", async (own, errors) => {
    const shopper = await aShopper(shop.db);
    const { status, body } = await add(shopper, own);
    expect([status, body.code, body.errors]).toEqual([422, "validation_failed", errors]);
    expect((await cartOf(shopper)).certificates.items).toEqual([]);
  });

  it("is its owner's alone, and there are no more of them than the shop allows", async () => {
    const guest = await shop.ask("POST", "/v1/user/cart/certificates", { body: wish });
    expect(guest.status).toBe(401);
    expect((await shop.ask("DELETE", "/v1/user/cart/certificates/1", {})).status).toBe(401);
    const shopper = await aShopper(shop.db);
    const id = (await add(shopper)).body.data.certificates.items[0]?.id ?? 0;
    const { token } = await anotherShopper(shop.db);
    await shop.ask("DELETE", `/v1/user/cart/certificates/${id}`, { token });
    const all = await Promise.all(Array.from({ length: 25 }, () => add(shopper)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(all.find(({ status }) => status === 422)?.body.code).toBe("cart_certificates_full");
    expect((await cartOf(shopper)).certificates.items).toHaveLength(20);
  });
});

describe("an order of certificates", () => {
  it("goes nowhere, uses up no code, and is asked about when another number was seen", async () => {
    const shopper = await aShopper(shop.db);
    await aPromo(shop.db);
    await add(shopper);
    await enter(shopper, "SAKURA10");
    const order = (expected: number, key: string) =>
      shop.ask("POST", "/v1/user/orders", {
        ...{ token: shopper.token, key },
        body: { agree: true, expected_total: 3000, expected_certificates: expected },
      });
    const other = await order(2, "seen-two-certificates");
    expect([other.status, other.body.code]).toEqual([409, "cart_changed"]);
    const { body } = await order(1, "seen-one-certificate");
    expect(body.data.order).toMatchObject({
      ...{ products: 0, certificates_price: 3000, delivery: 0, total: 3000, address: null, shipping: null },
      ...{ promocode: null, items: [] },
    });
    expect(body.data.order.certificates.items).toMatchObject([{ code: null, path: null, sent_at: null }]);
    expect((await shop.ask("GET", `/v1/payments/${body.data.payment.id}`)).body.data.amount).toBe(3000);
    const { uses } = await shop.db.selectFrom("promo_codes").select("uses").executeTakeFirstOrThrow();
    expect([uses, (await cartOf(shopper)).certificates.items]).toEqual([0, []]);
  });

  it("makes each certificate once when it is paid, tells its receiver at once, and is delivered with it", async () => {
    const { shopper, placed, order, codes } = await aBought({ certificates: [{}, { amount: 1000, message: "" }] });
    expect(order.status).toBe("delivered");
    expect(order.history.map((row) => row.status)).toEqual(["awaiting_payment", "paid", "delivered"]);
    expect(codes.every((code) => /^JG(-[0-9A-Z]{4}){3}$/.test(code))).toBe(true);
    expect((await mails()).map((row) => row.template)).toEqual([
      "order_awaiting_payment",
      "order_paid",
      "certificate",
      "certificate",
    ]);
    const sent = (await mails()).find((row) => row.template === "certificate");
    const params = sent?.params as Record<string, unknown>;
    const letter = await letters.certificate(shop.house, { shop: "Leaf", recipient: "", locale: "ru-RU", params });
    expect(letter?.subject).toBe("Вам подарили сертификат Leaf на 3\u00a0000\u00a0₽");
    for (const words of [
      codes[0],
      "С днём рождения",
      "Анна дарит вам",
      "20 ноября 2027",
      order.certificates.items[0]?.path,
    ])
      expect(letter?.text).toContain(words);
    const paid = await orderLetters["order_paid"]?.(shop.house, {
      shop: "Leaf",
      ...{ recipient: "", locale: "ru-RU", params: { orderId: placed.id } },
    });
    expect(paid?.text).toContain(codes[1]);
    expect(paid?.text).not.toContain("Доставка");
    expect((await balanceOf(codes[1] ?? "")).body.data).toMatchObject({ amount: 1000, balance: 1000, state: "usable" });
    expect((await cancel(shopper, placed.id)).body.code).toBe("order_not_cancellable");
  });

  it("makes each certificate once, however often and at once it is told that it is paid", async () => {
    const shopper = await aShopper(shop.db);
    await add(shopper);
    const { id } = await anOrderOf(shop, shopper);
    const paid = () => withTransaction(shop.db, (tx) => moveOrder(tx, id, "paid", { now: shop.clock.now() }));
    await Promise.allSettled(Array.from({ length: 20 }, paid));
    const { count } = await shop.db
      .selectFrom("gift_certificates")
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect([count, (await mails()).filter((row) => row.template === "certificate").length]).toEqual([1, 1]);
  });

  it("sends a letter on its day, once, and stays open for its buyer until then", async () => {
    const { placed, order } = await aBought({ certificates: [{ send_on: "2026-11-25" }] });
    expect([order.status, order.cancellable]).toEqual(["paid", true]);
    shop.clock.set(new Date("2026-11-25T05:59:00Z"));
    await sendCertificates(shop.house);
    expect((await mails()).map((row) => row.template)).not.toContain("certificate");
    shop.clock.set(new Date("2026-11-25T06:00:00Z"));
    await Promise.all(Array.from({ length: 5 }, () => sendCertificates(shop.house)));
    expect((await mails()).filter((row) => row.template === "certificate")).toMatchObject([
      { recipient: "maria@shop.test" },
    ]);
    expect((await standing(shop.db, placed.id)).order).toBe("delivered");
    // A year from the day it was sent.
    const { expires_at } = await shop.db.selectFrom("gift_certificates").select("expires_at").executeTakeFirstOrThrow();
    expect(expires_at?.toISOString()).toBe("2027-11-25T06:00:00.000Z");
  });

  it("makes nothing when nobody pays for it", async () => {
    const shopper = await aShopper(shop.db);
    await add(shopper);
    const { id } = await anOrderOf(shop, shopper);
    await cancel(shopper, id);
    expect(await shop.db.selectFrom("gift_certificates").selectAll().execute()).toEqual([]);
    expect((await orderOf(shopper, id)).status).toBe("cancelled");
  });
});

describe("money for certificates", () => {
  it("goes back while they are unused: their codes are worth nothing from then on, and no letter is sent", async () => {
    const { shopper, placed, codes } = await aBought({ certificates: [{ send_on: "2026-12-01" }] });
    expect((await cancel(shopper, placed.id)).status).toBe(200);
    await paymentsAtRest();
    await shop.settle();
    expect(await standing(shop.db, placed.id)).toMatchObject({
      order: "refunded",
      refunds: [{ amount_minor: 3000_00 }],
    });
    expect((await balanceOf(codes[0] ?? "")).body.data).toMatchObject({ balance: 0, state: "void" });
    expect((await orderOf(shopper, placed.id)).certificates.items).toMatchObject([{ is_void: true, path: null }]);
    const holder = (await aReadyCart(shop.db)).shopper;
    expect((await enter(holder, codes[0] ?? "")).body.code).toBe("certificate_void");
    shop.clock.set(new Date("2026-12-02T00:00:00Z"));
    await sendCertificates(shop.house);
    expect((await mails()).map((row) => row.template)).not.toContain("certificate");
  });

  it("stays where one of them was used: the order cannot be called off, and nothing is changed", async () => {
    const { shopper, placed, codes } = await aBought({ goods: true });
    await spend(codes[0] ?? "");
    const refused = await cancel(shopper, placed.id);
    expect([refused.status, refused.body.code]).toEqual([409, "certificate_used"]);
    expect((await standing(shop.db, placed.id)).order).toBe("paid");
    expect((await balanceOf(codes[0] ?? "")).body.data.balance).toBe(2000);
  });

  it("goes back for what is left, once the shop has taken it back; goods alone can be refunded at any time", async () => {
    const { placed, codes } = await aBought({ goods: true });
    const { placed: used, holder } = await spend(codes[0] ?? "");
    const refund = (amountMinor: number | null) =>
      refundOrder(shop.house, { orderId: placed.id, amountMinor, restock: false }).then(
        (asked) => asked.amountMinor,
        (error: { code: string }) => error.code,
      );
    expect(await refund(null)).toBe("certificate_used");
    expect(await refund(2499_00 + 1)).toBe("refund_of_certificates");
    expect(await refund(2499_00)).toBe(2499_00);
    expect(await refund(1)).toBe("refund_of_certificates");
    expect(await voidCertificate(shop.db, codes[0] ?? "")).toMatchObject({ voidedMinor: 2000_00, boughtIn: placed.id });
    expect(await refund(2000_00)).toBe(2000_00);
    expect(await refund(1)).toBe("refund_of_certificates");
    await paymentsAtRest();
    // What its holder paid with it comes back to it when his own order is called off.
    await cancel(holder, used.id);
    expect((await balanceOf(codes[0] ?? "")).body.data).toMatchObject({ balance: 1000, state: "usable" });
  });

  it("goes back whole with what was delivered and unused, when the shop calls it returned", async () => {
    const { placed, codes } = await aBought();
    await moveByStaff(shop.house, placed.id, "returned", {});
    await moveByStaff(shop.house, placed.id, "refunded", {});
    await paymentsAtRest();
    await shop.settle();
    expect((await standing(shop.db, placed.id)).order).toBe("refunded");
    expect((await balanceOf(codes[0] ?? "")).body.data.state).toBe("void");
  });

  it("never goes back for a certificate that pays at the same moment", async () => {
    const { shopper, placed, codes } = await aBought({ certificates: [{ send_on: "2026-12-01" }] });
    const holder = (await aReadyCart(shop.db, { priceMinor: 501_00 })).shopper;
    await enter(holder, codes[0] ?? "");
    const [bought, called] = await Promise.allSettled([anOrderOf(shop, holder), cancel(shopper, placed.id)]);
    const wasUsed = bought.status === "fulfilled" && bought.value.total === 0;
    const wasCalledOff = called.status === "fulfilled" && called.value.status === 200;
    expect(wasUsed).toBe(!wasCalledOff);
    const { balance_minor } = await shop.db
      .selectFrom("gift_certificates")
      .select("balance_minor")
      .executeTakeFirstOrThrow();
    expect(balance_minor).toBe(wasUsed ? 2000_00 : 0);
  });
});

describe("the pages of a certificate", () => {
  it("show it to whoever has its address, in any language and currency, and nothing of its receiver's address", async () => {
    const { order, codes } = await aBought();
    const key = order.certificates.items[0]?.path?.split("/").at(-1) ?? "";
    const { status, body } = await shop.ask("GET", `/v1/certificates/printed/${key}`, { currency: "USD" });
    expect([status, body.data]).toMatchObject([
      200,
      { code: codes[0], amount: 33.59, iso_code: "USD", recipient_name: "Мария", picture: "sakura", state: "usable" },
    ]);
    expect(JSON.stringify(body)).not.toContain("@");
    for (const other of ["x", `${key.slice(0, -1)}${key.endsWith("_") ? "-" : "_"}`, "a".repeat(32)])
      expect((await shop.ask("GET", `/v1/certificates/printed/${other}`)).body.code).toBe("certificate_not_found");
  });

  it("tell what is left by code, catch slips, and count guesses by address", async () => {
    const { code } = await aCertificate(shop.db);
    const from = (ip: string) => ({ headers: { "x-client-ip": ip } });
    expect((await balanceOf(` ${code.toLowerCase()} `)).body.data).toMatchObject({ balance: 1000, iso_code: "RUB" });
    expect((await balanceOf(`${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`)).body.code).toBe(
      "certificate_mistyped",
    );
    expect((await balanceOf("")).body.errors).toEqual({ code: ["required"] });
    const codes = [];
    for (let time = 0; time < 31; time++)
      codes.push((await balanceOf("JG-0000-0000-0000", from("203.0.113.9"))).body.code);
    expect([codes[0], codes.at(-1)]).toEqual(["certificate_unknown", "too_many_requests"]);
    expect((await balanceOf(code, from("203.0.113.10"))).status).toBe(200);
  });
});
