import type { RequestContext } from "../api-client/request-context.ts";
import { createErrorResult, createSuccessResult, type FormResult, getFormValue } from "../forms/form-result.ts";

/** Sends the store a message about an order from its form, once for each key of the form. */
export async function sendMessage(
  { call }: Pick<RequestContext, "call">,
  orderPath: string,
  form: FormData,
): Promise<FormResult> {
  const text = getFormValue(form, "text");
  try {
    await call(`${orderPath}/messages`, {
      method: "POST",
      headers: { "idempotency-key": getFormValue(form, "key") },
      body: { text, photos: form.getAll("photos") },
    });
    return createSuccessResult();
  } catch (error) {
    return createErrorResult(error, { text });
  }
}
