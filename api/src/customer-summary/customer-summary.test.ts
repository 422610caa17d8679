import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { addToCart, createShopper } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { notify } from "../notifications/notify.ts";
import { withTransaction } from "../platform/db/database.ts";

const shop = await openTestShop();
const getSummary = async (token: string) => (await shop.request("GET", "/v1/user/summary", { token })).body.data;

it("has the same counts as the cart, the wishlist and the notifications", async () => {
  const shopper = await createShopper(shop.db);
  const [cream, soap] = [await createProduct(shop.db), await createProduct(shop.db)];
  await addToCart(shop.db, shopper.id, { productId: cream.id, qty: 3 });
  await addToCart(shop.db, shopper.id, { productId: soap.id });
  await shop.request("POST", `/v1/user/wishlist/${soap.id}`, { token: shopper.token });
  await withTransaction(shop.db, async (tx) => {
    for (const dedupKey of ["read", "hidden", "unread"])
      await notify(tx, shopper.id, { kind: "test", title: "", messageHtml: "", dedupKey });
  });
  await shop.db.updateTable("notifications").set({ read_at: new Date() }).where("dedup_key", "=", "read").execute();
  await shop.db.updateTable("notifications").set({ hidden_at: new Date() }).where("dedup_key", "=", "hidden").execute();

  const { user, ...summary } = await getSummary(shopper.token);
  expect(summary).toEqual({
    cart: { quantities: { [`${cream.id}_0`]: 3, [`${soap.id}_0`]: 1 }, certificates: 0 },
    wishlist: { count: 1, ids: [soap.id] },
    notifications: { unread: 1 },
    delivery_country: "RU",
  });
  const { token } = shopper;
  expect((await shop.request("GET", "/v1/user", { token })).body.data).toMatchObject(user);
  expect((await shop.request("GET", "/v1/user/cart", { token })).body.data.products_count).toBe(4);
  expect((await shop.request("GET", "/v1/user/wishlistcount", { token })).body.data).toEqual(summary.wishlist);
  expect((await shop.request("GET", "/v1/user/notification", { token })).body.data.unread).toBe(1);
});

it("is empty for a new customer, counts gift cards, and leaves out products that are not shown", async () => {
  const { id, token } = await createTestCustomer(shop.db);
  const empty = { cart: { quantities: {}, certificates: 0 }, wishlist: { count: 0, ids: [] } };
  expect(await getSummary(token)).toMatchObject({ ...empty, user: { id }, notifications: { unread: 0 } });
  const product = await createProduct(shop.db);
  await shop.request("POST", `/v1/user/wishlist/${product.id}`, { token });
  await shop.db.updateTable("products").set({ status: "discontinued" }).where("id", "=", product.id).execute();
  const giftCard = {
    ...{ amount: 3000, picture: "sakura", message: "" },
    ...{ recipient_name: "Мария", recipient_email: "maria@shop.test", sender_name: "Анна" },
  };
  await shop.request("POST", "/v1/user/cart/certificates", { token, body: giftCard });
  expect(await getSummary(token)).toMatchObject({ ...empty, cart: { quantities: {}, certificates: 1 } });
});

it("requires sign-in", async () => {
  expect((await shop.request("GET", "/v1/user/summary")).status).toBe(401);
});
