import { createProduct } from "../../src/catalog/fixtures.ts";
import type { ActionCase } from "./action-case.ts";

const kinds = ["receipt", "write_off", "count"] as const;

/** The actions of the inventory. */
export const inventoryCases: Record<string, ActionCase> = {
  "stock.changed": async ({ shop: { db } }, { text, count }) => {
    const { id } = await createProduct(db, { stock: 10 });
    const kind = kinds[count % kinds.length] ?? "receipt";
    return { params: {}, input: { product_id: id, option_id: 0, kind, pieces: count, reason: text } };
  },
};
