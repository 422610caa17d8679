import type { Cart } from "@furoshiki/api/cart";
import { redirect } from "react-router";
import type { Visit } from "../lib/api.ts";
import { done, type FormAnswer } from "../lib/form-answer.ts";

/** What of a repeated order did not get into the cart as it was. */
export type Repeated = FormAnswer & { lacking?: NonNullable<Cart["stock_check"]> };

/** Puts an order's goods into the cart and leads there; where not all are for sale, says so first. */
export async function repeatOrder(visit: Visit, order: string): Promise<Repeated | Response> {
  const { stock_check: lacking = [] } = await visit.call<Cart>(`${order}/repeat`, { method: "POST" });
  return lacking.length === 0 ? redirect(visit.to("/cart")) : { ...done(), lacking };
}
