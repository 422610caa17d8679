import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { addToCart, createAnotherShopper, createShopper } from "../../cart/fixtures.ts";
import { claimDueAlerts } from "../../catalog/alerts/alert-sql.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { insertVariant } from "../../catalog/products/product-editing.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ProductDetail } from "../editor/admin-schema.ts";

const shop = await openTestShop();
const { db, clock } = shop;
const admin = openAdminClient(shop.app);
let cookie = "";

const signIn = async (role: string) =>
  createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role, locale: "en-US" })).id);
beforeEach(async () => {
  cookie = await signIn("manager");
});

type Executed = { audit_entry_id: number };
const call = async (method: string, path: string) => admin.request<Executed>(method, path, { cookie, body: {} });
const change = async (product: number, option: number, name: "withdraw" | "offer") =>
  call("POST", `/products/${product}/options/${option}/${name}`);
const remove = async (product: number, option: number) => call("DELETE", `/products/${product}/options/${option}`);
const undo = async ({ body }: { body: { data: Executed } }) =>
  admin.request("POST", `/audit/${body.data.audit_entry_id}/undo`, { cookie, body: {} });
const getPage = async (id: number) =>
  (await shop.request("GET", `/v1/products/${id}`, { locale: "en-US", currency: "RUB" })).body.data;
const listVariants = async (id: number) =>
  (await admin.request<ProductDetail>("GET", `/products/${id}`, { cookie })).body.data.variants.map((variant) => [
    ...[variant.option_id, variant.stock, variant.is_withdrawn, variant.is_unused],
  ]);

const [red, blue] = [91_001, 91_002];
const createLipstick = async () =>
  createProduct(db, {
    options: [
      { optionId: red, name: "Red", priceMinor: 900_00, stock: 3 },
      { optionId: blue, name: "Blue", priceMinor: 1200_00, stock: 4 },
    ],
  });

const claimAlerts = async () => withTransaction(db, (tx) => claimDueAlerts(tx, clock.now(), 10));

describe("an option that is withdrawn", () => {
  it("is no longer shown, and the product has the price and stock of the others", async () => {
    const { id } = await createLipstick();
    const before = await getPage(id);
    expect(before).toMatchObject({
      quantity: 7,
      price: { current: 900 },
      options: [{ option_id: red }, { name: "Blue" }],
    });
    const withdrawn = await change(id, red, "withdraw");
    expect(await getPage(id)).toMatchObject({ quantity: 4, price: { current: 1200 }, available_for_order: true });
    expect((await getPage(id)).options.map((option) => option.option_id)).toEqual([blue]);
    const body = { cart_id: [`${id}_${red}`, `${id}_${blue}`] };
    expect(Object.keys((await shop.request("POST", "/v1/productsPrice", { body })).body.data)).toEqual([
      `${id}_${blue}`,
    ]);
    // Its stock stays.
    expect(await listVariants(id)).toEqual([
      [red, 3, true, false],
      [blue, 4, false, false],
    ]);
    await undo(withdrawn);
    expect(await getPage(id)).toEqual(before);
  });

  it("is to be replaced by another one in carts, or is unavailable if there is none", async () => {
    const { id } = await createLipstick();
    const { token } = await createShopper(db);
    const add = async (qty: number, shopper = token) =>
      shop.request("POST", "/v1/user/cart", { token: shopper, body: [{ product_id: id, option_id: red, qty }] });
    const getCart = async () => (await shop.request("GET", "/v1/user/cart", { token })).body.data;
    await add(2);
    await change(id, red, "withdraw");
    const line = { cart_ids: [`${id}_${red}`] };
    expect((await getCart()).problems).toContainEqual({ code: "option_required", ...line });
    expect((await getCart()).price_v2.products_price).toBe(0);
    const other = await createAnotherShopper(db);
    expect((await add(1, other.token)).body.code).toBe("option_required");
    await change(id, blue, "withdraw");
    expect((await getCart()).problems).toContainEqual({ code: "unavailable_items", ...line });
    await change(id, red, "offer");
    expect((await add(1)).body.data.cart_items.items).toMatchObject([{ qty: 1, available_for_order: true }]);
  });

  it("sends no alerts until it is offered again", async () => {
    const { id } = await createLipstick();
    const { id: customerId } = await createShopper(db);
    const alert = { customer_id: customerId, product_id: id, option_id: red, kind: "back_in_stock" };
    await db.insertInto("product_alerts").values(alert).execute();
    await change(id, red, "withdraw");
    expect(await claimAlerts()).toEqual([]);
    await change(id, red, "offer");
    expect(await claimAlerts()).toMatchObject([{ option_id: red }]);
  });

  it("leaves a product that is not available if it was the last one", async () => {
    const { id } = await createLipstick();
    await change(id, red, "withdraw");
    await change(id, blue, "withdraw");
    expect(await getPage(id)).toMatchObject({
      available_for_order: false,
      has_options: true,
      quantity: 0,
      options: [],
    });
    await change(id, blue, "offer");
    expect(await getPage(id)).toMatchObject({ available_for_order: true, quantity: 4 });
  });
});

it("is withdrawn once, and only one of the product", async () => {
  const { id } = await createLipstick();
  const other = await createProduct(db);
  expect((await change(id, red, "offer")).body.code).toBe("state_changed");
  expect((await change(id, red, "withdraw")).status).toBe(200);
  expect((await change(id, red, "withdraw")).body.code).toBe("state_changed");
  expect((await change(other.id, red, "withdraw")).status).toBe(404);
  expect((await change(other.id, 0, "withdraw")).status).toBe(422);
  cookie = await signIn("support");
  expect((await change(id, red, "offer")).status).toBe(403);
});

describe("the deletion of an option", () => {
  const find = async (id: number) =>
    db.selectFrom("product_variants").selectAll().where("product_id", "=", id).orderBy("option_id").execute();

  it("is possible as long as nothing refers to it, and can be undone", async () => {
    const { id } = await createProduct(db, { options: [{ name: "Red" }, { name: "Blue", stock: 0 }] });
    const before = await find(id);
    const unused = before[1]?.option_id ?? 0;
    expect((await listVariants(id)).map(([, , , isUnused]) => isUnused)).toEqual([false, true]);
    const deleted = await remove(id, unused);
    expect(await find(id)).toEqual(before.slice(0, 1));
    expect((await remove(id, unused)).status).toBe(404);
    await undo(deleted);
    expect(await find(id)).toEqual(before);
  });

  it("is refused if it is in a cart, or is the only option of a product that was published", async () => {
    const single = await createProduct(db, { options: [{ stock: 0 }] });
    const only = (await find(single.id))[0]?.option_id ?? 0;
    expect((await remove(single.id, only)).body.code).toBe("option_in_use");
    const { id } = await createProduct(db, { options: [{ stock: 1 }, { stock: 0 }] });
    const option = (await find(id))[1]?.option_id ?? 0;
    const shopper = await createShopper(db);
    await addToCart(db, shopper.id, { productId: id, optionId: option });
    expect((await remove(id, option)).body.code).toBe("option_in_use");
  });

  it("does not give its id to the next option", async () => {
    const { id } = await createProduct(db, { options: [{ stock: 1 }, { stock: 0 }] });
    const option = (await find(id))[1]?.option_id ?? 0;
    await remove(id, option);
    const values = { optionId: null, name_ru: "Синий", name_en: "Blue", price: 100 };
    expect(await withTransaction(db, (tx) => insertVariant(tx, id, values))).toBe(option + 1);
  });

  it("is refused once it had stock, or has a picture", async () => {
    const { id } = await createLipstick();
    expect((await remove(id, red)).body.code).toBe("option_in_use");
    const picture = await createProduct(db, { options: [{ stock: 0 }] });
    const option = (await find(picture.id))[0]?.option_id ?? 0;
    await db.updateTable("product_images").set({ option_id: option }).where("product_id", "=", picture.id).execute();
    expect((await remove(picture.id, option)).body.code).toBe("option_in_use");
    expect(await find(id)).toHaveLength(2);
  });
});
