import type { RequestContext } from "../api-client/request-context.ts";
import { createErrorResult, createSuccessResult, type FormResult, getFormValue } from "../forms/form-result.ts";

/** Switches the reminder of an item of an order on, or off again. */
export async function setRefillReminder(
  { call }: Pick<RequestContext, "call">,
  orderPath: string,
  form: FormData,
): Promise<FormResult> {
  const [productId, optionId] = [getFormValue(form, "product_id"), getFormValue(form, "option_id") || "0"];
  try {
    if (getFormValue(form, "intent") === "refill_off") {
      const query = new URLSearchParams({ kind: "refill", option_id: optionId });
      await call(`/v1/user/alerts/${encodeURIComponent(productId)}?${query}`, { method: "DELETE" });
    } else {
      const body = { product_id: Number(productId), option_id: Number(optionId) };
      await call(`${orderPath}/refills`, { method: "POST", body });
    }
    return createSuccessResult();
  } catch (error) {
    return createErrorResult(error);
  }
}
