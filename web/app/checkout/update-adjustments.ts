import type { Cart } from "@furoshiki/api/cart";
import { getChosenGiftIds } from "../cart/gift-picker.tsx";
import type { RequestContext } from "../api-client/request-context.ts";
import { getFormValue } from "../forms/form-result.ts";

/** Intents of the forms for promo codes, gift cards, loyalty points and gifts. */
export const adjustmentIntents = ["apply_code", "remove_code", "set_loyalty_points", "choose_gifts"] as const;
type AdjustmentIntent = (typeof adjustmentIntents)[number];

/** Applies the change that the form requests. @returns the message of the API @throws ApiError */
export async function updateAdjustments(
  requestContext: RequestContext,
  intent: AdjustmentIntent,
  form: FormData,
): Promise<string | undefined> {
  const sendChange = async (method: "POST" | "DELETE", path: string, body?: object) =>
    (await requestContext.callWithMessage<Cart>(`/v1/user/cart/${path}`, { method, ...(body ? { body } : {}) }))
      .message;
  switch (intent) {
    case "apply_code": {
      const code = getFormValue(form, "code").trim();
      return code === "" ? undefined : sendChange("POST", `promo/${encodeURIComponent(code)}`);
    }
    case "remove_code": {
      const only = getFormValue(form, "only");
      return sendChange("DELETE", only === "" ? "promo" : `promo?only=${encodeURIComponent(only)}`);
    }
    case "set_loyalty_points":
      return sendChange(getFormValue(form, "on") === "1" ? "POST" : "DELETE", "bonus");
    case "choose_gifts":
      return sendChange("POST", "presents", { product_ids: getChosenGiftIds(form) });
  }
}
