import type { Cart } from "@furoshiki/api/cart";
import { redirect } from "react-router";
import type { RequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, type FormResult } from "../forms/form-result.ts";

/** Result of a reorder that could not add every item in full. */
export type ReorderResult = FormResult & { unavailableLines?: NonNullable<Cart["stock_check"]> };

/** Adds the items of an order to the cart. Redirects to the cart, or returns the items that are not available in full. */
export async function reorder(requestContext: RequestContext, orderPath: string): Promise<ReorderResult | Response> {
  const { stock_check: unavailableLines = [] } = await requestContext.call<Cart>(`${orderPath}/repeat`, {
    method: "POST",
  });
  return unavailableLines.length === 0
    ? redirect(requestContext.to("/cart"))
    : { ...createSuccessResult(), unavailableLines };
}
