import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct, updateProduct } from "../fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
const getSlugOrError = async (slug: string) => {
  const { status, body } = await shop.request("GET", `/v1/products/${slug}`);
  return status === 200 ? body.data.link_rewrite : body.code;
};
const listDeletedSlugs = async () =>
  (await db.selectFrom("discontinued_products").select("slug").orderBy("slug").execute()).map((row) => row.slug);

it("answers 410 with similar products for discontinued and deleted products, and 404 for hidden ones", async () => {
  const { id } = await createProduct(db, { slug: "krem" });
  const { category_id, category_path } = await db
    .selectFrom("products")
    .select(["category_id", "category_path"])
    .executeTakeFirstOrThrow();
  const similar = await createProduct(db, { category: { id: category_id, path: category_path } });
  const getDiscontinued = async (slug: string) => {
    const { status, body } = await shop.request("GET", `/v1/products/${slug}`);
    const { items } = body.data as unknown as { items: { id: number }[] };
    return [status, body.code, items.map((card) => card.id)];
  };
  await db.updateTable("products").set({ status: "discontinued" }).where("id", "=", id).execute();
  expect(await getDiscontinued("krem")).toEqual([410, "product_gone", [similar.id]]);
  await db.updateTable("products").set({ status: "hidden" }).where("id", "=", id).execute();
  expect(await getSlugOrError("krem")).toBe("product_not_found");
  await db.deleteFrom("product_images").where("product_id", "=", id).execute();
  await db.deleteFrom("products").where("id", "=", id).execute();
  expect(await getDiscontinued("krem")).toEqual([410, "product_gone", [similar.id]]);
  expect(await getSlugOrError("never")).toBe("product_not_found");
  await createProduct(db, { slug: "krem" });
  expect(await getSlugOrError("krem")).toBe("krem");
  expect(await listDeletedSlugs()).toEqual([]);
});

it("no longer counts the slug of a deleted product as such once another product is renamed to it", async () => {
  for (const slug of ["krem", "maslo"]) {
    const { id } = await createProduct(db, { slug });
    await db.deleteFrom("products").where("id", "=", id).execute();
  }
  const { id } = await createProduct(db, { slug: "loson" });
  expect(await listDeletedSlugs()).toEqual(["krem", "maslo"]);
  await updateProduct(db, id, { slug: "krem" });
  expect(await listDeletedSlugs()).toEqual(["maslo"]);
});
