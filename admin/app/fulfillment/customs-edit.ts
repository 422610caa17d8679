import type { SavedCustomsData } from "@furoshiki/api/admin/fulfillment";
import { getConflicts, type FormErrors } from "../api-client/form-errors.ts";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { readFieldEdits, type FieldEdits } from "../api-client/field-edits.ts";

/** The customs data of a product that staff can correct. */
export const customsFields = ["hs_code", "customs_name_en"] as const;
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

async function saveChanges(
  { call }: RequestContext,
  productId: number,
  changes: FieldEdits,
  query: string,
): Promise<SavedCustomsData | CustomsEditFailure> {
  try {
    const { result } = await call<{ result: SavedCustomsData }>(`products/${productId}/customs-data${query}`, {
      ...{ method: "PATCH", body: { changes } },
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

/** The problem that each field solves. */
const problemByField = {
  hs_code: "hs_code_missing",
  customs_name_en: "name_not_specific",
} as const satisfies Record<CustomsField, string>;

/** Returns the fields that solve problems of a product. */
export function listFieldsToCorrect(problems: readonly string[]): CustomsField[] {
  return customsFields.filter((field) => problems.includes(problemByField[field]));
}
