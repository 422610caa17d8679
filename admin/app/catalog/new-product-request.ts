import { parseNumber } from "./product-form.ts";

/** The fields of the form of a new product. */
export const newProductFields = [
  ...(["name_ru", "name_en", "reference", "barcode", "category_id", "brand_id"] as const),
  ...(["weight_g", "hazard", "price"] as const),
] as const;

/** Converts the form of a new product to the request of the API. */
export function buildProductRequest(form: FormData): Record<string, unknown> {
  const text = (name: (typeof newProductFields)[number]) => String(form.get(name) ?? "").trim();
  const optional = (value: string) => (value === "" ? null : value);
  const price = text("price");
  return {
    ...{ name_ru: text("name_ru"), name_en: text("name_en"), reference: text("reference") },
    ...{ barcode: optional(text("barcode")), hazard: text("hazard"), weight_g: parseNumber(text("weight_g")) },
    ...{ category_id: Number(text("category_id")), brand_id: Number(text("brand_id")) },
    price: price === "" ? null : parseNumber(price),
  };
}
