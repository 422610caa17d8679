export const productTabs = ["texts", "options", "customs", "seo"] as const;
export type ProductTab = (typeof productTabs)[number];

/** Returns the tab that a page of a product shows; the texts by default. */
export function parseTab(params: URLSearchParams): ProductTab {
  return productTabs.find((tab) => tab === params.get("tab")) ?? "texts";
}

/** Returns the path of the editor of a product. */
export function createProductPath(id: number, tab: ProductTab = "texts"): string {
  return tab === "texts" ? `/products/${id}` : `/products/${id}?tab=${tab}`;
}

/** Returns the tab that has a field. */
export function findTab(field: string): ProductTab {
  if (field === "pictures" || field.startsWith("option_")) return "options";
  if (field.startsWith("seo_") || field === "slug") return "seo";
  const customs = ["hs_code", "customs_name_en", "origin_country", "net_weight_g", "weight_g", "size_mm", "hazard"];
  return customs.includes(field) ? "customs" : "texts";
}
