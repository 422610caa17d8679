import type { Supplier } from "@furoshiki/api/admin/purchasing/suppliers";
import type { FieldEdits } from "../api-client/field-edits.ts";

export const SUPPLIERS_PATH = "/inventory/suppliers";

/** The fields of a supplier in a form, as texts. */
export const supplierFields = ["name", "currency", "email", "contact", "lead_days", "note", "is_active"] as const;
export type SupplierField = (typeof supplierFields)[number];

/** Returns the fields of a supplier as the texts of a form; those of a new one without a supplier. */
export function getSupplierTexts(supplier: Supplier | null): Record<SupplierField, string> {
  const values: Pick<Supplier, SupplierField> = supplier ?? {
    ...{ name: "", currency: "JPY", email: "", contact: "", lead_days: 14, note: "", is_active: true },
  };
  return { ...values, lead_days: String(values.lead_days), is_active: String(values.is_active) };
}

/** Returns the value that the API takes for the text of a field. */
export function parseSupplierText(field: SupplierField, text: string): string | number | boolean {
  if (field === "lead_days") return Number(text);
  return field === "is_active" ? text === "true" : text;
}

/** Returns the changes of a supplier, from those of the texts of its form. */
export function parseSupplierEdits(edits: FieldEdits) {
  return Object.fromEntries(
    supplierFields.flatMap((field) => {
      const edit = edits[field];
      return edit
        ? [[field, { from: parseSupplierText(field, edit.from), to: parseSupplierText(field, edit.to) }] as const]
        : [];
    }),
  );
}
