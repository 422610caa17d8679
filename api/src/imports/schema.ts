/** What an import changes, by which changes are counted, shown and chosen. */
export const changeKinds = ["stock", "prices", "details", "new", "withdrawn", "unreadable"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The fields that a column of a file can have: those of the product file of the store, and those of suppliers. */
export const importFields = [
  ...["reference", "barcode", "option"],
  ...["name_ru", "name_en", "name_ja", "brand", "category"],
  ...["stock", "cost", "price", "old_price", "sale_ends_at", "status"],
  ...["weight_g", "net_weight_g", "size_mm", "net_amount", "net_unit", "hs_code", "customs_name_en", "origin_country"],
  ...["hazard", "description_ru", "description_en", "composition", "characteristics", "series", "concerns", "tags"],
  ...["labels", "months_opened", "own_qty_limit", "slug", "published_at", "images"],
  ...["option_ru", "option_en", "swatch", "option_weight_g", "option_size_mm", "option_net_amount"],
] as const;
export type ImportField = (typeof importFields)[number];
