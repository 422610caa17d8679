import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../fixtures.ts";
import { variantCommands } from "./variant-commands.ts";

const shop = await openTestShop();

async function run(name: string, args: Record<string, string>, options: Record<string, string> = {}) {
  const command = variantCommands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ app: shop.app, pool: shop.pool, args, options, progress: () => undefined, signal });
}
const listVariants = async (productId: number) =>
  shop.db
    .selectFrom("product_variants")
    .select(["option_id", "stock", "price_minor", "old_price_minor"])
    .where("product_id", "=", productId)
    .orderBy("option_id")
    .execute();
async function createProductWithReference(fixture: Parameters<typeof createProduct>[1] = {}) {
  const { id } = await createProduct(shop.db, fixture);
  const { reference } = await shop.db
    .selectFrom("products")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, reference };
}

it("sets stock and price, and records the price history", async () => {
  const { id, reference } = await createProductWithReference({ priceMinor: 1000_00, stock: 5 });
  expect((await run("stock set", { REFERENCE: reference, QTY: "12" })).lines).toEqual([
    `${reference}: 12 pieces, 5 before.`,
  ]);
  await run("price set", { REFERENCE: reference, PRICE: "899,50" }, { old: "1000" });
  expect(await listVariants(id)).toEqual([{ option_id: 0, stock: 12, price_minor: 899_50, old_price_minor: 1000_00 }]);
  const history = await shop.db
    .selectFrom("price_history")
    .select("price_minor")
    .where("product_id", "=", id)
    .execute();
  expect(history.map((row) => row.price_minor)).toContain(899_50);
  await run("price set", { REFERENCE: reference, PRICE: "1100" });
  expect(await listVariants(id)).toMatchObject([{ price_minor: 1100_00, old_price_minor: null }]);
});

it("requires --option for a product with options", async () => {
  const { id, reference } = await createProductWithReference({
    options: [
      { optionId: 501, stock: 1 },
      { optionId: 502, stock: 1 },
    ],
  });
  await expect(run("stock set", { REFERENCE: reference, QTY: "3" })).rejects.toThrow("--option with one of 501");
  await run("stock set", { REFERENCE: reference, QTY: "3" }, { option: "502" });
  expect((await listVariants(id)).map((row) => row.stock)).toEqual([1, 3]);
});

it.each([
  ["stock set", { QTY: "-1" }, {}, "whole number"],
  ["stock set", { QTY: "1.5" }, {}, "whole number"],
  ["stock set", { QTY: "10000000" }, {}, "whole number"],
  ["stock set", { QTY: "1" }, { option: "7" }, "has no options"],
  ["price set", { PRICE: "0" }, {}, "above 0"],
  ["price set", { PRICE: "1.234" }, {}, "above 0"],
  ["price set", { PRICE: "100" }, { old: "100" }, "higher"],
  ["price set", { PRICE: "100" }, { old: "x" }, "--old"],
])("refuses %s %j %j and changes nothing", async (name, args, options, expectedError) => {
  const { id, reference } = await createProductWithReference({ priceMinor: 1000_00, stock: 5 });
  await expect(run(name, { REFERENCE: reference, ...args }, options)).rejects.toThrow(expectedError);
  expect(await listVariants(id)).toMatchObject([{ stock: 5, price_minor: 1000_00 }]);
});

it("refuses an unknown reference", async () => {
  await expect(run("stock set", { REFERENCE: "NONE", QTY: "1" })).rejects.toThrow("There is no product NONE.");
});
