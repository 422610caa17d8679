import type { RequestContext } from "../api-client/request-context.ts";
import { createErrorResult, createSuccessResult, type FormResult, getFormValues } from "../forms/form-result.ts";

/** The value of the field `intent` of the form with the passport of an order's recipient. */
export const IDENTITY_INTENT = "recipient_identity";

/**
 * Saves the passport and taxpayer number of an order's recipient from their form.
 * @param path the path of the order or the payment in the API
 */
export async function saveIdentity(
  { call }: Pick<RequestContext, "call">,
  path: string,
  form: FormData,
): Promise<FormResult> {
  const body = getFormValues(form, ["passport", "issued_on", "inn"]);
  const intent = { intent: IDENTITY_INTENT };
  try {
    await call(`${path}/recipient-identity`, { method: "PUT", body });
    return createSuccessResult(null, intent);
  } catch (error) {
    return createErrorResult(error, { ...body, ...intent });
  }
}
