import type { Cart } from "@furoshiki/api/cart";
import type { RequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, createErrorResult, getFormValue, type FormResult } from "../forms/form-result.ts";
import { updateAdjustments, adjustmentIntents } from "./update-adjustments.ts";

/** Intents of the forms on the cart page, except placing the order. */
export const cartIntents = [
  "update_line",
  "clear_cart",
  "acknowledge_changes",
  "address",
  "shipping",
  "pickup_point",
  "payment",
  "split_cart",
  "remove_gift_card",
  ...adjustmentIntents,
] as const;
type CartIntent = (typeof cartIntents)[number];

/** Applies the change that a form requests to the signed-in customer's cart. */
export async function updateCart(
  requestContext: RequestContext,
  intent: CartIntent,
  form: FormData,
): Promise<FormResult> {
  try {
    return createSuccessResult((await sendChange(requestContext, intent, form)) ?? null);
  } catch (error) {
    return createErrorResult(error);
  }
}

/** @returns a message of the API, for example about a limited quantity. @throws ApiError */
async function sendChange(
  requestContext: RequestContext,
  intent: CartIntent,
  form: FormData,
): Promise<string | undefined> {
  const postUpdates = async (updates: object[]) =>
    (await requestContext.callWithMessage<Cart>("/v1/user/cart", { method: "POST", body: updates })).message;
  switch (intent) {
    case "update_line": {
      const cartId = getFormValue(form, "cart_id");
      const option = getFormValue(form, "option_id");
      if (option === "") return postUpdates([createLineUpdate(cartId, Number(getFormValue(form, "qty")))]);
      // Removes the line without an option and adds the one with the selected option.
      const removal = createLineUpdate(cartId, 0);
      return postUpdates([
        removal,
        { ...removal, option_id: Number(option), qty: Number(getFormValue(form, "option_qty")) },
      ]);
    }
    case "clear_cart": {
      const cart = await requestContext.call<Cart>("/v1/user/cart");
      const updates = cart.cart_items.items.map((item) => createLineUpdate(item.cart_id, 0));
      if (updates.length > 0) await requestContext.call("/v1/user/cart", { method: "DELETE", body: updates });
      return undefined;
    }
    case "acknowledge_changes":
      await requestContext.call("/v1/user/cart/seen", { method: "POST" });
      return undefined;
    case "pickup_point":
      await requestContext.call("/v1/user/cart/cdek/address", {
        method: "POST",
        body: { type: "", code: getFormValue(form, "id") },
      });
      return undefined;
    case "apply_code":
    case "remove_code":
    case "set_loyalty_points":
    case "choose_gifts":
      return updateAdjustments(requestContext, intent, form);
    case "split_cart":
      await requestContext.call("/v1/user/cart/split", {
        method: "POST",
        body: { lines: parseLines(getFormValue(form, "lines")) },
      });
      return undefined;
    case "remove_gift_card":
      await requestContext.call(`/v1/user/cart/certificates/${encodeURIComponent(getFormValue(form, "id"))}`, {
        method: "DELETE",
      });
      return undefined;
    case "address":
    case "shipping":
    case "payment":
      await requestContext.call(`/v1/user/cart/${intent}/${encodeURIComponent(getFormValue(form, "id"))}`, {
        method: "POST",
      });
      return undefined;
  }
}

function createLineUpdate(cartId: string, qty: number) {
  const [productId, optionId] = cartId.split("_").map(Number);
  return { product_id: productId, option_id: optionId, qty };
}

/** Parses the lines of the form. Returns null for invalid JSON, which the API refuses. */
function parseLines(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
