import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createDeliverySetup, createRussianCustomsRule } from "../../delivery/fixtures.ts";
import { createTestOrder } from "../../orders/fixtures.ts";
import { createCategory, createProduct } from "../fixtures.ts";

const shop = await openTestShop();
const { db } = shop;

const listComplements = async (ids: readonly number[], country?: string): Promise<string[]> => {
  const headers = country === undefined ? {} : { "delivery-country": country };
  const { body } = await shop.request("GET", `/v1/complements?products=${ids.join(",")}`, { headers });
  return body.data.items.map(({ name }) => name);
};

/** Creates groups of a department, each with a category. */
async function createDepartment(groups: number) {
  const department = await createCategory(db);
  const categories = [];
  for (let index = 0; index < groups; index++) {
    const group = await createCategory(db, { parent: department.id });
    categories.push(await createCategory(db, { parent: group.id }));
  }
  return { department, categories };
}

async function createOrdersOf(productIds: readonly number[], count: number, status: "paid" | "cancelled" = "paid") {
  const customer = await createTestCustomer(db);
  for (let index = 0; index < count; index++) {
    const [first = 0, ...others] = productIds;
    const id = await createTestOrder(db, { customerId: customer.id, productId: first }, { status });
    for (const [line, product] of others.entries())
      await db
        .insertInto("order_lines")
        .values({
          ...{ order_id: id, line: line + 2, product_id: product, option_id: 0, reference: "R", name: "N", qty: 1 },
          ...{ price_minor: 100_00, total_minor: 100_00, weight_g: 100 },
        })
        .execute();
  }
}

beforeEach(async () => {
  await createDeliverySetup(db);
  await createRussianCustomsRule(db);
});

it("lists what was bought together first, then the same concern, one product for each use", async () => {
  const { categories } = await createDepartment(4);
  const [serums, lotions, creams, masks] = categories;
  if (!serums || !lotions || !creams || !masks) throw new Error("no categories");
  const sibling = await createCategory(db, { parent: serums.path[1] ?? 0 });
  const serum = await createProduct(db, { category: serums, concernIds: [1] });
  await createProduct(db, { name: "Другая сыворотка", category: sibling, concernIds: [1], unitsSold: 99 });
  await createProduct(db, { name: "Лосьон", category: lotions, concernIds: [1], unitsSold: 5 });
  await createProduct(db, { name: "Второй лосьон", category: lotions, concernIds: [1], unitsSold: 4 });
  await createProduct(db, { name: "Крем", category: creams, concernIds: [1], unitsSold: 9 });
  await createProduct(db, { name: "Маска без остатка", category: masks, concernIds: [1], unitsSold: 50, stock: 0 });
  await createProduct(db, { name: "Для другого", category: masks, concernIds: [2], unitsSold: 50 });
  await createProduct(db, { name: "Другой отдел", concernIds: [1], unitsSold: 50 });
  expect(await listComplements([serum.id])).toEqual(["Крем", "Лосьон"]);

  const comb = await createProduct(db, { name: "Расчёска" });
  await createOrdersOf([serum.id, comb.id], 2);
  await createOrdersOf([serum.id, comb.id], 5, "cancelled");
  expect(await listComplements([serum.id])).toEqual(["Крем", "Лосьон"]);
  await createOrdersOf([comb.id, serum.id], 1);
  expect(await listComplements([serum.id])).toEqual(["Расчёска", "Крем", "Лосьон"]);
  // Three of sixteen orders are less than a fifth.
  await createOrdersOf([serum.id], 13);
  expect(await listComplements([serum.id])).toEqual(["Крем", "Лосьон"]);
});

it("leaves out what cannot be sent to the country, and names the next product of that use", async () => {
  const { categories } = await createDepartment(2);
  const [serums, mists] = categories;
  if (!serums || !mists) throw new Error("no categories");
  const serum = await createProduct(db, { category: serums, concernIds: [1] });
  await createProduct(db, { name: "Духи", category: mists, concernIds: [1], unitsSold: 9, hazard: "perfume" });
  await createProduct(db, { name: "Мист", category: mists, concernIds: [1] });
  expect(await listComplements([serum.id])).toEqual(["Духи"]);
  expect(await listComplements([serum.id], "RU")).toEqual(["Мист"]);
});

it("is empty for unknown products and refuses ids that are not numbers", async () => {
  expect(await listComplements([])).toEqual([]);
  expect(await listComplements([999_999])).toEqual([]);
  expect((await shop.request("GET", "/v1/complements?products=x")).status).toBe(422);
});
