import type { CartDifference, PlacedOrder } from "@furoshiki/api/checkout";
import { redirect } from "react-router";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import { createErrorResult, getFormValue, type FormResult } from "../forms/form-result.ts";
import { SCRIPTED_FIELD, type PlacedOrderRedirect } from "./redirect-to-payment.ts";

/** A refused order, with the differences from what the customer saw. */
export type PlaceOrderResult = FormResult & { difference?: CartDifference | undefined };

/**
 * Places the order and redirects to its payment. The idempotency key is created with the page, so that submitting it twice
 * never creates two orders (docs/domain/checkout.md).
 */
export async function placeOrder(
  requestContext: RequestContext,
  form: FormData,
): Promise<PlaceOrderResult | PlacedOrderRedirect | Response> {
  const comment = getFormValue(form, "comment");
  const agree = form.has("agree");
  const agreeOffer = form.has("agree_offer");
  try {
    const placed = await requestContext.call<PlacedOrder>("/v1/user/orders", {
      method: "POST",
      headers: { "idempotency-key": getFormValue(form, "key") },
      body: {
        comment,
        agree,
        agree_offer: agreeOffer,
        duty_confirmed: form.has("duty_confirmed"),
        expected_total: Number(getFormValue(form, "expected_total")),
        expected_lines: parseJsonField(form, "expected_lines"),
        expected_choices: parseJsonField(form, "expected_choices"),
        expected_presents: Number(getFormValue(form, "expected_presents")),
        expected_duty: Number(getFormValue(form, "expected_duty")),
        expected_certificates: Number(getFormValue(form, "expected_certificates")),
      },
    });
    const payment = requestContext.to(placed.payment.url);
    return form.has(SCRIPTED_FIELD) ? { payment, purchase: createPurchaseEvent(placed.order) } : redirect(payment);
  } catch (error) {
    // The key was used: the order exists, only the response to the first request was lost.
    if (error instanceof ApiError && error.code === "idempotency_key_reused")
      return redirect(requestContext.to("/profile/orders"));
    // The duty (clause 7.14) must be confirmed each time; the other two checkboxes keep their state.
    const result = createErrorResult(error, { comment, agree: agree ? "1" : "", agree_offer: agreeOffer ? "1" : "" });
    const { difference } = error instanceof ApiError ? error.data : {};
    return { ...result, difference: difference as CartDifference | undefined };
  }
}

/** Parses a JSON field of the form. Returns undefined if it is invalid. */
function parseJsonField(form: FormData, name: string): unknown {
  try {
    return JSON.parse(getFormValue(form, name));
  } catch {
    return undefined;
  }
}

/** Creates the analytics event of a purchase. Gifts are left out. */
export function createPurchaseEvent({
  id,
  iso_code,
  total,
  promocode,
  items,
}: PlacedOrder["order"]): PlacedOrderRedirect["purchase"] {
  return {
    kind: "purchase",
    id: String(id),
    currency: iso_code,
    revenue: total,
    ...(promocode ? { coupon: promocode } : {}),
    items: items
      .filter((item) => !item.is_present)
      .map(({ product_id, option_id, name, option_name, price, qty }) => ({
        id: `${product_id}-${option_id}`,
        name,
        price,
        quantity: qty,
        ...(option_name ? { variant: option_name } : {}),
      })),
  };
}
