import type { ShouldRevalidateFunctionArgs } from "react-router";
import { hasWrittenCart } from "../cart/written-cart.ts";

/**
 * Whether the data of the layout is loaded again: when the shopper does something, not when they navigate. A write to the
 * cart returns what it has changed.
 */
export function shouldRevalidateLayout({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
}: ShouldRevalidateFunctionArgs): boolean {
  if (hasWrittenCart(actionResult)) return false;
  return (formMethod !== undefined && formMethod !== "GET") || currentUrl.href === nextUrl.href;
}
