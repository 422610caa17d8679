import type { ProductDetail, ProductField, VariantField } from "@furoshiki/api/admin/catalog-admin/editor";
import { type FieldEdits, readFieldEdits, toFormText } from "../api-client/field-edits.ts";
import { parseCharacteristics } from "./characteristics.ts";
import type { FormValues } from "../drafts/form-values.ts";

/** Fields with a list of ids, which a form has as one checkbox per id. */
const listFields = { concern_ids: "concern", tag_ids: "tag" } as const;
type ListField = keyof typeof listFields;

/** The name of the checkbox of one id of a list. */
export function getItemName(field: ListField, id: number): string {
  return `${listFields[field]}_${id}`;
}

/** What the text of a field stands for; an empty text of an optional one is null. */
type FieldKind = Readonly<{ type: "text" | "code" | "number" | "size" | "list" | "words" | "json"; isOptional?: true }>;
const [text, code, number] = [{ type: "text" }, { type: "code" }, { type: "number" }] as const;
const isOptional = true;

const productFields: Readonly<Record<ProductField, FieldKind>> = {
  ...{ pictures: { type: "words" }, characteristics: { type: "json" } },
  ...{ name_ru: text, name_en: text, description_ru: text, description_en: text, composition: text, slug: text },
  ...{ barcode: { ...text, isOptional }, brand_id: number, series_id: { ...number, isOptional }, category_id: number },
  ...{ concern_ids: { type: "list" }, tag_ids: { type: "list" }, hs_code: text, customs_name_en: text },
  ...{ origin_country: code, net_weight_g: { ...number, isOptional }, hazard: text, weight_g: number },
  ...{
    size_mm: { type: "size", isOptional },
    net_amount: { ...number, isOptional },
    net_unit: { ...text, isOptional },
  },
  ...{ months_opened: { ...number, isOptional }, own_qty_limit: { ...number, isOptional } },
  ...{ seo_title_ru: { ...text, isOptional }, seo_title_en: { ...text, isOptional } },
  ...{ seo_description_ru: { ...text, isOptional }, seo_description_en: { ...text, isOptional } },
};
const variantFields: Readonly<Record<VariantField, FieldKind>> = {
  ...{ name_ru: text, name_en: text, swatch: { ...code, isOptional }, price: number },
  ...{ old_price: { ...number, isOptional }, weight_g: { ...number, isOptional } },
  ...{ size_mm: { type: "size", isOptional }, net_amount: { ...number, isOptional } },
};
const variantFieldNames = Object.keys(variantFields) as VariantField[];

/** The name of a field of a variant. */
export function getVariantFieldName(optionId: number, field: VariantField): string {
  return `option_${optionId}_${field}`;
}

/** The fields of a variant that a product without options has: its prices. */
const fieldsWithoutOptions: readonly VariantField[] = ["price", "old_price"];

/** Lists the fields of a variant that its product has. */
export function listVariantFields(optionId: number): readonly VariantField[] {
  return optionId === 0 ? fieldsWithoutOptions : variantFieldNames;
}

/** Returns the values of a product and its variants as texts, by the names of the fields of their form. */
export function toFormValues({ fields, variants }: Pick<ProductDetail, "fields" | "variants">): FormValues {
  const values = Object.entries(fields).map(([name, value]) => [name, toFormText(value)] as const);
  const variantValues = variants.flatMap(({ option_id, fields: own }) =>
    listVariantFields(option_id).map(
      (field) => [getVariantFieldName(option_id, field), toFormText(own[field])] as const,
    ),
  );
  return Object.fromEntries([...values, ...variantValues]);
}

/** Returns what of a form its draft keeps: the fields, and for lists the checkboxes. */
export function toDraftValues(
  values: FormValues,
  ids: Readonly<Record<ListField, readonly number[]>>,
): Record<string, string> {
  const draft: Record<string, string> = { ...values };
  for (const field of Object.keys(listFields) as ListField[]) {
    const chosen = (values[field] ?? "").split(" ");
    delete draft[field];
    for (const id of ids[field]) draft[getItemName(field, id)] = chosen.includes(String(id)) ? String(id) : "";
  }
  return draft;
}

/** Returns a form in which the checked items of a list are one field, as for all other fields. */
export function joinLists(form: FormData): FormData {
  const joined = new FormData();
  for (const [name, value] of form) joined.append(name, value);
  for (const [field, prefix] of Object.entries(listFields)) {
    // The list that was chosen after a conflict is one field already.
    if (!form.has(`seen_${field}`) || form.has(`choice_${field}`)) continue;
    const ids = [...form]
      .filter(([name]) => name.startsWith(`${prefix}_`))
      .map(([, value]) => Number(value))
      .toSorted((a, b) => a - b);
    joined.set(field, ids.join(" "));
  }
  return joined;
}

/** Reads the edits of the form of a product, as texts. */
export function readProductEdits(form: FormData): FieldEdits {
  const joined = joinLists(form);
  const names = [...joined.keys()].filter((name) => name.startsWith("seen_")).map((name) => name.slice("seen_".length));
  return readFieldEdits(joined, names);
}

/** Converts the edits of a form to those of the API; a text that is no value of its field is left for it to refuse. */
export function toApiChanges(edits: FieldEdits): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    Object.entries(edits).map(([name, { from, to }]) => [
      name,
      { from: parseValue(name, from), to: parseValue(name, to) },
    ]),
  );
}

function getKind(name: string): FieldKind | undefined {
  const kinds: Readonly<Record<string, FieldKind>> = name.startsWith("option_") ? variantFields : productFields;
  return kinds[name.replace(/^option_\d+_/, "")];
}

function parseValue(name: string, value: string): unknown {
  const { type, isOptional: mayBeNull }: FieldKind = getKind(name) ?? text;
  if (value === "" && mayBeNull) return null;
  if (type === "number") return parseNumber(value);
  if (type === "json") return parseCharacteristics(value);
  if (type === "words") return value.split(" ").filter(Boolean);
  if (type === "list") return value.split(" ").filter(Boolean).map(Number);
  if (type === "size") return value.trim().replaceAll(/\s*[x×хX*]\s*|\s+/g, "x");
  return type === "code" ? value.toUpperCase() : value;
}

/** Parses `1 290,50`; another text stays as it is. */
export function parseNumber(value: string): number | string {
  const digits = value.replaceAll(/\s/g, "").replace(",", ".");
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : value;
}
