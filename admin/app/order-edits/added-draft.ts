import type { AddableProducts } from "@furoshiki/api/admin/order-edits";
import type { EditedQuantities } from "./edit-state.ts";

/** A product that is added to an order, as a draft stores it. */
type AddedReference = { reference: string; product_id: number; option_id: number; quantity: number };

/** Returns the added products as a field of a draft; an empty text without any. */
export function formatAddedProducts(added: EditedQuantities["added"]): string {
  const references = added.map(({ reference, product_id, option_id, quantity }): AddedReference => ({
    ...{ reference, product_id, option_id, quantity },
  }));
  return references.length === 0 ? "" : JSON.stringify(references);
}

/**
 * Adds the products of a draft again, with their present price and stock. What cannot be added any more is left out.
 *
 * @param text as `formatAddedProducts` returns it
 * @param searchPath path and query of the search for products in the API; the text `q` is added
 */
export async function restoreAddedProducts(
  text: string,
  searchPath: string,
  { setAddedQuantity }: Pick<EditedQuantities, "setAddedQuantity">,
): Promise<void> {
  const products = text === "" ? [] : (JSON.parse(text) as AddedReference[]);
  for (const product of products) {
    const found = await findProduct(searchPath, product);
    if (found) setAddedQuantity(found, product.quantity);
  }
}

/** Returns a variant with its present price; null if it cannot be added any more, or without a connection. */
async function findProduct(searchPath: string, { reference, product_id, option_id }: AddedReference) {
  const separator = searchPath.includes("?") ? "&" : "?";
  const path = `/v1/admin/${searchPath}${separator}${new URLSearchParams({ q: reference })}`;
  const response = await fetch(path).catch(() => null);
  if (!response?.ok) return null;
  const { data } = (await response.json()) as { data: AddableProducts };
  return data.items.find((one) => one.product_id === product_id && one.option_id === option_id) ?? null;
}
