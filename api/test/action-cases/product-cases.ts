import { createProduct } from "../../src/catalog/fixtures.ts";
import { hashTexts } from "../../src/catalog-admin/editor/hash-texts.ts";
import { loadPictureReferences } from "../../src/catalog-admin/editor/product-pictures.ts";
import { markUnused } from "../../src/catalog-admin/pictures/sql.ts";
import { type RootDb, withTransaction } from "../../src/platform/db/database.ts";
import { storeOriginal } from "../../src/platform/media/originals.ts";
import { createSvg } from "../media-fixtures.ts";
import { type ActionCase, executeCase } from "./action-case.ts";

/** Creates a product with two options. @returns the parameters of the second one */
async function createOption(db: RootDb, stock: number) {
  const { id } = await createProduct(db, { options: [{}, { stock }] });
  const rows = await db
    .selectFrom("product_variants")
    .select("option_id")
    .where("product_id", "=", id)
    .orderBy("position", "desc")
    .execute();
  return { params: { id: String(id), option: String(rows[0]?.option_id) } };
}

/** The actions of the editor of products. */
export const productCases: Record<string, ActionCase> = {
  "product.updated": async ({ shop: { db, app } }, { text, count, priceMinor, flag }) => {
    const { id, name } = await createProduct(db, { priceMinor: 100_00 });
    const before = await withTransaction(db, (tx) => loadPictureReferences(tx, id));
    const { id: mediaId, key } = await storeOriginal(db, app.files, createSvg(), "image/svg+xml");
    // As an upload does.
    await withTransaction(db, (tx) => markUnused(tx, [mediaId], app.clock.now()));
    return {
      params: { id: String(id) },
      input: {
        changes: {
          name_ru: { from: name, to: `${name} ${text}` },
          ...(flag ? { name_en: { from: `${name} en`, to: text } } : {}),
          composition: { from: "", to: "Water, Glycerin" },
          characteristics: { from: [], to: [{ name_en: text, name_ru: text, value_en: "1", value_ru: "1" }] },
          ...(flag ? { pictures: { from: before, to: [key, ...before] } } : {}),
          weight_g: { from: 200, to: 200 + count },
          seo_title_en: { from: null, to: text },
          option_0_price: { from: 100, to: priceMinor / 100 },
        },
      },
    };
  },
  "product.published": async ({ shop: { db } }, { flag }) => {
    const status = flag ? "draft" : "hidden";
    const { id } = await createProduct(db, { status });
    return { params: { id: String(id) }, input: { from: status } };
  },
  "product.hidden": async ({ shop: { db } }) => {
    const { id } = await createProduct(db);
    return { params: { id: String(id) }, input: { from: "active" } };
  },
  "product.discontinued": async ({ shop: { db } }) => {
    const { id } = await createProduct(db);
    return { params: { id: String(id) }, input: { from: "active" } };
  },
  "product.price_changed": async ({ shop: { db, clock } }, { count, priceMinor, flag }) => {
    const { id } = await createProduct(db, { priceMinor: 100_000 });
    const sale = flag ? { ends_at: new Date(clock.now().getTime() + count * 3_600_000).toISOString() } : null;
    return {
      params: { id: `${id}-0` },
      input: {
        adjustment: { rule: "percent", value: flag ? -10 * count : 10 * count, rounding: "up_90", sale },
        price: flag ? null : priceMinor / 100,
        version: "100000/-/-",
      },
    };
  },
  "product.option_withdrawn": async ({ shop: { db } }, { count }) => {
    const { params } = await createOption(db, count);
    return { params, input: {} };
  },
  "product.option_offered": async (context, { count }) => {
    const { params } = await createOption(context.shop.db, count);
    await executeCase(context, "product.option_withdrawn", { params, input: {} });
    return { params, input: {} };
  },
  "product.option_deleted": async ({ shop: { db } }) => {
    const { params } = await createOption(db, 0);
    return { params, input: {} };
  },
  "product.translation_confirmed": async ({ shop: { db } }, { text }) => {
    const { id, name } = await createProduct(db);
    const changed = `${name} ${text}`;
    await db.updateTable("products").set({ name_ru: changed }).where("id", "=", id).execute();
    return { params: { id: String(id) }, input: { field: "name", hash: hashTexts(changed, `${name} en`) } };
  },
};
