import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { anotherShopper, aShopper, type Shopper } from "./fixtures.ts";
import { letters, remindOfCarts } from "./reminders.ts";

const shop = await openTestShop();
const HOUR = 3_600_000;
let shopper: Shopper;
let productId: number;

const put = ({ token }: Shopper, qty = 1) =>
  shop.ask("POST", "/v1/user/cart", { token, body: [{ product_id: productId, qty }] });
const agree = ({ id }: Shopper) =>
  shop.db
    .insertInto("consents")
    .values({ customer_id: id, purpose: "reminders", version: "1", ip: "192.0.2.1", source_form: "profile" })
    .execute();
const mails = () => shop.db.selectFrom("mails").select(["template", "params", "locale"]).execute();
const write = () =>
  letters["cart_left"]?.(shop.house, {
    shop: "Leaf",
    recipient: "a@example.test",
    locale: "ru-RU",
    params: { customerId: shopper.id },
  });

beforeEach(async () => {
  shopper = await aShopper(shop.db);
  productId = (await aProduct(shop.db, { priceMinor: 1290_00 })).id;
  await put(shopper);
});

it("reminds by bell and by letter a day after the last change, once, with a way to refuse it", async () => {
  await agree(shopper);
  shop.clock.advance(24 * HOUR - 1);
  expect(await remindOfCarts(shop.house)).toBe(0);
  shop.clock.advance(1);
  const counts = await Promise.all(Array.from({ length: 5 }, () => remindOfCarts(shop.house)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  shop.clock.advance(24 * HOUR);
  expect(await remindOfCarts(shop.house)).toBe(0);
  expect(await mails()).toEqual([{ template: "cart_left", locale: "ru-RU", params: { customerId: shopper.id } }]);
  const bells = await shop.db.selectFrom("notifications").select(["kind", "actions"]).execute();
  expect(bells).toMatchObject([{ kind: "cart_left", actions: [{ href: "/cart" }] }]);
  const letter = await write();
  expect(letter?.text).toContain("1290");
  expect(letter?.unsubscribe).toContain("/user/unsubscribe?token=");
});

it("reminds nobody who did not agree, or withdrew", async () => {
  const other = await anotherShopper(shop.db);
  await put(other);
  await agree(other);
  await shop.db.updateTable("consents").set({ withdrawn_at: shop.clock.now() }).execute();
  shop.clock.advance(24 * HOUR);
  expect(await remindOfCarts(shop.house)).toBe(0);
});

it("reminds nobody who has ordered since, and of no cart that is empty or long forgotten", async () => {
  await agree(shopper);
  const ordered = await shop.ask("POST", "/v1/user/orders", {
    token: shopper.token,
    key: "ordered-since",
    body: { agree: true, expected_total: 1789 },
  });
  expect(ordered.status).toBe(201);
  shop.clock.advance(24 * HOUR);
  expect(await remindOfCarts(shop.house)).toBe(0);

  const forgetful = await anotherShopper(shop.db);
  await agree(forgetful);
  await put(forgetful);
  shop.clock.advance(8 * 24 * HOUR);
  expect(await remindOfCarts(shop.house)).toBe(0);
});

it("reminds of the next cart too, when the first was emptied", async () => {
  await agree(shopper);
  shop.clock.advance(24 * HOUR - 60_000);
  await put(shopper, 2);
  shop.clock.advance(24 * HOUR);
  expect(await remindOfCarts(shop.house)).toBe(1);
  const session = { token: shopper.token };
  // Sessions end after a day without use: this is another visit.
  await shop.db
    .updateTable("sessions")
    .set({ last_seen_at: shop.clock.now(), expires_at: new Date("2027-01-01") })
    .execute();
  await shop.ask("POST", "/v1/user/cart", { ...session, body: [{ product_id: productId, qty: 0 }] });
  await put(shopper);
  shop.clock.advance(24 * HOUR);
  expect(await remindOfCarts(shop.house)).toBe(1);
});

it("sends no letter of a cart in which nothing is left, or after the consent was withdrawn", async () => {
  expect(await write()).toBeNull();
  await agree(shopper);
  expect((await write())?.subject).toBeTruthy();
  await shop.db.deleteFrom("cart_lines").execute();
  expect(await write()).toBeNull();
});
