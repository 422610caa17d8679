import { createOrder, type NewOrder, type NewOrderLine } from "../orders/create-order.ts";
import { transitionOrder } from "../orders/status/transition-order.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { resolveClaim } from "../returns/replacements/resolve-return.ts";
import { refusals } from "./admin-schema.ts";
import type { OpenClaim } from "./claims.ts";

/**
 * Places an order that replaces the goods of a claim, and resolves the claim. A discount covers the price of the goods,
 * which the customs declaration needs. It is paid at once; its stock must have been taken.
 * @returns its number
 * @throws refusal `claim_exceeded` if the goods cost more than the claimed ones did, or `duty_confirmation_required` if the
 * customer has not confirmed the import duty: there is no payment with which they could
 */
export async function placeOrderOfClaim(
  app: AppContext,
  tx: Tx,
  order: Omit<NewOrder, "id">,
  lines: readonly NewOrderLine[],
  { dutyConfirmed, locked, paymentMethod, valueRubMinor }: OpenClaim,
): Promise<number> {
  if (order.products_rub_minor > valueRubMinor) throw refuse(refusals, "claim_exceeded");
  if (order.customs_declared && (dutyConfirmed === null || order.customs_tax_minor > dutyConfirmed.tax_minor))
    throw refuse(refusals, "duty_confirmation_required");
  const id = await createOrder(
    app,
    tx,
    {
      ...order,
      ...{ discount_minor: order.products_minor, delivery_minor: 0, total_minor: 0, payment_method: paymentMethod },
      duty_confirmed: order.customs_declared ? dutyConfirmed : null,
      replaces_order_id: locked.order_id,
    },
    lines.map((line) => ({ ...line, discount_minor: line.price_minor * line.qty })),
    { promoCodeId: null, giftCard: null, points: 0 },
  );
  await transitionOrder(app, tx, id, "paid", { now: order.placed_at });
  await resolveClaim(tx, locked, id, order.placed_at);
  return id;
}
