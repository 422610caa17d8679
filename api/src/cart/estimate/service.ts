import type { Db } from "../../platform/db/database.ts";
import { loadGuestAdjustments } from "../adjustments/load-guest-adjustments.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import type { GuestCartContext } from "../context.ts";
import type { Estimate, EstimateRequest } from "../schema.ts";

/**
 * Estimates what goods would cost at a destination, with the same calculation as a cart. Products that are not sold are
 * left out; a code that does not apply comes with the reason.
 */
export async function estimateCart(
  calculator: CartCalculator,
  db: Db,
  request: EstimateRequest,
  context: GuestCartContext,
): Promise<Estimate> {
  const adjustments = await loadGuestAdjustments(db, request, context);
  return calculator.serializeEstimate(
    db,
    await calculator.calculateEstimate(db, request, adjustments, context),
    context,
  );
}
