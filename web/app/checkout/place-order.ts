import type { CartDifference, PlacedOrder } from "@furoshiki/api/checkout";
import { redirect } from "react-router";
import { ApiError, type Visit } from "../lib/api.ts";
import { refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { SCRIPTED, type Placed } from "./go-to-payment.ts";

/** A refused order, with what differs from what the shopper saw. */
export type OrderAnswer = FormAnswer & { difference?: CartDifference | undefined };

/**
 * Places the order that the form shows and goes on to its payment. The key was made with the page, so that pressing
 * twice, or sending the page again, never makes two orders (decisions, Cart and checkout).
 */
export async function placeOrder(visit: Visit, form: FormData): Promise<OrderAnswer | Placed | Response> {
  const comment = textOf(form, "comment");
  const agree = form.has("agree");
  const agreeOffer = form.has("agree_offer");
  try {
    const placed = await visit.call<PlacedOrder>("/v1/user/orders", {
      method: "POST",
      headers: { "idempotency-key": textOf(form, "key") },
      body: {
        comment,
        agree,
        agree_offer: agreeOffer,
        duty_confirmed: form.has("duty_confirmed"),
        expected_total: Number(textOf(form, "expected_total")),
        expected_lines: seenIn(form, "expected_lines"),
        expected_choices: seenIn(form, "expected_choices"),
        expected_presents: Number(textOf(form, "expected_presents")),
        expected_duty: Number(textOf(form, "expected_duty")),
        expected_certificates: Number(textOf(form, "expected_certificates")),
      },
    });
    const payment = visit.to(placed.payment.url);
    return form.has(SCRIPTED) ? { payment, purchase: purchaseOf(placed.order) } : redirect(payment);
  } catch (error) {
    // The key is spent: the order stands, only the answer to its first sending was lost.
    if (error instanceof ApiError && error.code === "idempotency_key_reused")
      return redirect(visit.to("/profile/orders"));
    // Clause 7.14 has to be confirmed each time; the other two boxes stay as they were ticked.
    const answer = refused(error, { comment, agree: agree ? "1" : "", agree_offer: agreeOffer ? "1" : "" });
    const { difference } = error instanceof ApiError ? error.data : {};
    return { ...answer, difference: difference as CartDifference | undefined };
  }
}

/** What the shopper saw, as the page's form tells it; a form that was tampered with tells nothing. */
function seenIn(form: FormData, name: string): unknown {
  try {
    return JSON.parse(textOf(form, name));
  } catch {
    return undefined;
  }
}

/** What statistics are told of an order: goods that were paid for, not what was given. */
export function purchaseOf({ id, iso_code, total, promocode, items }: PlacedOrder["order"]): Placed["purchase"] {
  return {
    kind: "purchase",
    id: String(id),
    currency: iso_code,
    revenue: total,
    ...(promocode ? { coupon: promocode } : {}),
    things: items
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
