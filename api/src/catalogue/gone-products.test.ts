import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "./fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
const at = async (slug: string) => {
  const { status, body } = await shop.ask("GET", `/v1/products/${slug}`);
  return status === 200 ? body.data.link_rewrite : body.code;
};

it("says of what is gone for good that it is, with what is like it, and hides what is hidden", async () => {
  const { id } = await aProduct(db, { slug: "krem" });
  const { category_id, category_path } = await db
    .selectFrom("products")
    .select(["category_id", "category_path"])
    .executeTakeFirstOrThrow();
  const like = await aProduct(db, { category: { id: category_id, path: category_path } });
  const gone = async (slug: string) => {
    const { status, body } = await shop.ask("GET", `/v1/products/${slug}`);
    const { items } = body.data as unknown as { items: { id: number }[] };
    return [status, body.code, items.map((card) => card.id)];
  };
  await db.updateTable("products").set({ status: "discontinued" }).where("id", "=", id).execute();
  expect(await gone("krem")).toEqual([410, "product_gone", [like.id]]);
  await db.updateTable("products").set({ status: "hidden" }).where("id", "=", id).execute();
  expect(await at("krem")).toBe("product_not_found");
  await db.deleteFrom("product_images").where("product_id", "=", id).execute();
  await db.deleteFrom("products").where("id", "=", id).execute();
  expect(await gone("krem")).toEqual([410, "product_gone", [like.id]]);
  expect(await at("never")).toBe("product_not_found");
  await aProduct(db, { slug: "krem" });
  expect(await at("krem")).toBe("krem");
});
