import type { SavedCustomsData } from "@furoshiki/api/admin/fulfillment";
import { ApiError, type FieldErrors, type RequestContext } from "../api-client/request-context.ts";

/** The customs data of a product that staff can correct. */
const customsFields = ["hs_code", "customs_name_en"] as const;
export type CustomsField = (typeof customsFields)[number];

/** Why an edit of customs data was refused; the errors are codes by field. */
export type CustomsEditFailure = Readonly<{ product_id: number; message: string; errors: FieldErrors }>;

/** An edit of the customs data of a product before it is saved: the new values, and what they would do. */
export type CustomsEdit = Readonly<{
  product_id: number;
  values: Readonly<Partial<Record<CustomsField, string>>>;
  outcome: SavedCustomsData | CustomsEditFailure;
}>;

/** Returns the product that search parameters or a form edit; null if there is none. */
function parseProductId(source: URLSearchParams | FormData): number | null {
  const id = Number(source.get("product_id"));
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** Returns the fields that differ from the values that the person saw, as an edit of the API. */
function readChanges(source: URLSearchParams | FormData) {
  const entries = customsFields.flatMap((field) => {
    const to = source.get(field);
    const from = String(source.get(`seen_${field}`) ?? "");
    return typeof to === "string" && to !== from ? [[field, { from, to }] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function saveChanges(
  { call }: RequestContext,
  productId: number,
  source: URLSearchParams | FormData,
  query: string,
): Promise<SavedCustomsData | CustomsEditFailure> {
  try {
    const { result } = await call<{ result: SavedCustomsData }>(`products/${productId}/customs-data${query}`, {
      ...{ method: "PATCH", body: { changes: readChanges(source) } },
    });
    return result;
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404, 409, 422, 503].includes(error.status)) throw error;
    return { product_id: productId, message: error.message, errors: error.errors };
  }
}

/** Previews the edit of customs data that the URL names; null if it names none. */
export async function previewCustomsEdit(
  requestContext: RequestContext,
  params: URLSearchParams,
): Promise<CustomsEdit | null> {
  const productId = parseProductId(params);
  if (productId === null) return null;
  const changes = readChanges(params);
  const outcome = await saveChanges(requestContext, productId, params, "?preview=true");
  return {
    product_id: productId,
    values: Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])),
    outcome,
  };
}

/** Saves the edit of customs data of a form. @returns what it did, or why it was refused; null without a product */
export async function saveCustomsEdit(
  requestContext: RequestContext,
  form: FormData,
): Promise<SavedCustomsData | CustomsEditFailure | null> {
  const productId = parseProductId(form);
  return productId === null ? null : saveChanges(requestContext, productId, form, "");
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
