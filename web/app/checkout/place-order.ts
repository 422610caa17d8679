import type { PlacedOrder } from "@furoshiki/api/checkout";
import { redirect } from "react-router";
import { ApiError, type Visit } from "../lib/api.ts";
import { refused, textOf, type FormAnswer } from "../lib/form-answer.ts";

/**
 * Places the order that the form shows and goes on to its payment. The key was made with the page, so that pressing
 * twice, or sending the page again, never makes two orders (decisions, Cart and checkout).
 */
export async function placeOrder(visit: Visit, form: FormData): Promise<FormAnswer | Response> {
  const comment = textOf(form, "comment");
  const agree = form.has("agree");
  try {
    const { payment } = await visit.call<PlacedOrder>("/v1/user/orders", {
      method: "POST",
      headers: { "idempotency-key": textOf(form, "key") },
      body: {
        comment,
        agree,
        duty_confirmed: form.has("duty_confirmed"),
        expected_total: Number(textOf(form, "expected_total")),
      },
    });
    return redirect(visit.to(payment.url));
  } catch (error) {
    // The key is spent: the order stands, only the answer to its first sending was lost.
    if (error instanceof ApiError && error.code === "idempotency_key_reused")
      return redirect(visit.to("/profile/orders"));
    // Clause 7.14 is confirmed anew each time; the consent to personal data stays as it was ticked.
    return refused(error, { comment, agree: agree ? "1" : "" });
  }
}
