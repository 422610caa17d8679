import type { SavedCustomsData } from "@furoshiki/api/admin/fulfillment";
import { getConflicts, type FormErrors } from "../api-client/form-errors.ts";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { readFieldEdits, type FieldEdits } from "../api-client/field-edits.ts";

/** The customs data of a product that staff can correct. */
export const customsFields = ["hs_code", "customs_name_en", "origin_country", "net_weight_g"] as const;
export type CustomsField = (typeof customsFields)[number];

/** Why an edit of customs data was refused; the errors are codes by field. */
export type CustomsEditFailure = Readonly<FormErrors & { product_id: number }>;

/** An edit of the customs data of a product before it is saved: the changed values, and what they would do. */
export type CustomsEdit = Readonly<{
  product_id: number;
  edits: FieldEdits;
  outcome: SavedCustomsData | CustomsEditFailure;
}>;

/** Returns the product that search parameters or a form edit; null if there is none. */
function parseProductId(source: URLSearchParams | FormData): number | null {
  const id = Number(source.get("product_id"));
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** Converts the texts of a form: an empty weight is not known, and a text that is no weight is left for the API to refuse. */
function toApiChanges({ net_weight_g: weight, origin_country: origin, ...texts }: FieldEdits): object {
  const toWeight = (text: string) => (text === "" ? null : /^\d+$/.test(text) ? Number(text) : text);
  return {
    ...texts,
    ...(origin ? { origin_country: { from: origin.from, to: origin.to.toUpperCase() } } : {}),
    ...(weight ? { net_weight_g: { from: toWeight(weight.from), to: toWeight(weight.to) } } : {}),
  };
}

async function saveChanges(
  { call }: RequestContext,
  productId: number,
  changes: FieldEdits,
  query: string,
): Promise<SavedCustomsData | CustomsEditFailure> {
  try {
    const { result } = await call<{ result: SavedCustomsData }>(`products/${productId}/customs-data${query}`, {
      ...{ method: "PATCH", body: { changes: toApiChanges(changes) } },
    });
    return result;
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404, 409, 422, 503].includes(error.status)) throw error;
    return { product_id: productId, message: error.message, errors: error.errors, ...getConflicts(error) };
  }
}

/** Previews the edit of customs data that the URL names; null if it names none. */
export async function previewCustomsEdit(
  requestContext: RequestContext,
  params: URLSearchParams,
): Promise<CustomsEdit | null> {
  const productId = parseProductId(params);
  const edits = readFieldEdits(params, customsFields);
  // Without changes there is nothing to preview, such as after somebody else's values were kept.
  if (productId === null || Object.keys(edits).length === 0) return null;
  return {
    product_id: productId,
    edits,
    outcome: await saveChanges(requestContext, productId, edits, "?preview=true"),
  };
}

/** Saves the edit of customs data of a form. @returns what it did, or why it was refused; null without a product */
export async function saveCustomsEdit(
  requestContext: RequestContext,
  form: FormData,
): Promise<SavedCustomsData | CustomsEditFailure | null> {
  const productId = parseProductId(form);
  if (productId === null) return null;
  const saved = await saveChanges(requestContext, productId, readFieldEdits(form, customsFields), "");
  if (!("message" in saved)) await deleteDraft(requestContext, { kind: "customs_data", id: productId });
  return saved;
}

/** The problem that each field solves; the other fields are declared but not checked. */
const problemByField: Partial<Record<CustomsField, string>> = {
  hs_code: "hs_code_missing",
  customs_name_en: "name_not_specific",
};

/** The fields that no problem asks for. */
export const declaredFields = customsFields.filter((field) => problemByField[field] === undefined);

/** Returns the fields that solve problems of a product, and with them the declared ones; none if it has no problem. */
export function listFieldsToCorrect(problems: readonly string[]): CustomsField[] {
  const fields = customsFields.filter((field) => problems.includes(problemByField[field] ?? ""));
  return fields.length === 0 ? [] : [...fields, ...declaredFields];
}
