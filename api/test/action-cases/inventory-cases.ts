import { createCategory, createProduct } from "../../src/catalog/fixtures.ts";
import { type ActionCase, type CaseContext, executeCase } from "./action-case.ts";

const kinds = ["receipt", "write_off", "count"] as const;

/** Begins a count of a category with a product of which pieces are missing or too many. */
async function beginCount(context: CaseContext, { text, count }: Parameters<ActionCase>[1]) {
  const category = await createCategory(context.shop.db);
  const { id } = await createProduct(context.shop.db, { stock: 10, category });
  const input = { name: text || "Shelf", category_id: category.id };
  const { result } = await executeCase(context, "stock_count.created", { params: {}, input });
  const params = { id: String((result as { id: number }).id) };
  const line = { product_id: id, option_id: 0, counted: count, from: null };
  await executeCase(context, "stock_count.entered", { params, input: line });
  return params;
}

const endCount: ActionCase = async (context, values) => ({
  params: await beginCount(context, values),
  input: { status: "open" },
});

/** The actions of the inventory. */
export const inventoryCases: Record<string, ActionCase> = {
  "stock_count.closed": endCount,
  "stock_count.canceled": endCount,
  "stock.changed": async ({ shop: { db } }, { text, count }) => {
    const { id } = await createProduct(db, { stock: 10 });
    const kind = kinds[count % kinds.length] ?? "receipt";
    return { params: {}, input: { product_id: id, option_id: 0, kind, pieces: count, reason: text } };
  },
};
