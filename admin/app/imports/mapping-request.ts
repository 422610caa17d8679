import type { ImportDetail } from "@furoshiki/api/admin/imports";

const toId = (value: FormDataEntryValue | null) => (value ? Number(value) : null);

/** Reads the form of the columns as the body of a request. */
export function readMapping(form: FormData) {
  const count = Math.min(Number(form.get("columns")) || 0, 200);
  const getText = (name: string) => String(form.get(name) ?? "");
  return {
    encoding: getText("encoding") || null,
    delimiter: getText("delimiter") || null,
    header_row: Number(form.get("header_row")) || 1,
    header_rows: Number(form.get("header_rows")) || 1,
    sheet: getText("sheet") || null,
    supplier_id: toId(form.get("supplier_id")),
    columns: Array.from({ length: count }, (_, index) => getText(`column_${index}`) || null),
    rules: {
      create: form.get("create") === "yes",
      adds_stock: form.get("adds_stock") === "yes",
      cost_currency: getText("cost_currency") || "JPY",
      ...{ brand_id: toId(form.get("brand_id")), category_id: toId(form.get("category_id")) },
      weight_g: toId(form.get("weight_g")),
    },
    profile_name: form.get("remembers") === "yes" ? getText("profile_name") : null,
  };
}

/** Returns the request that checks a file again as before. */
export function repeatMapping({ columns, rules, ...detail }: ImportDetail) {
  const { encoding, delimiter, header_row, header_rows, sheet, supplier_id } = detail;
  return {
    ...{ encoding, delimiter, header_row, header_rows, sheet, supplier_id, rules, profile_name: null },
    columns: columns.map(({ field }) => field),
  };
}
