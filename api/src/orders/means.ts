import { type BonusOrder, creditOrder, returnBonuses, takeBackEarned } from "../bonuses/service.ts";
import type { Tx } from "../platform/db.ts";
import { giveBackCertificate } from "../promotions/certificates.ts";
import { dropPromoUse } from "../promotions/service.ts";
import type { OrderStatus } from "./schema.ts";
import { type HeldOrder, lockOrder } from "./sql.ts";

/** Orders that came to nothing give back what paid for them. */
const givesBack: ReadonlySet<OrderStatus> = new Set(["cancelled", "refunded"]);
/** Goods that come back take their bonuses along. */
const takesBack: ReadonlySet<OrderStatus> = new Set(["returned", "refunded"]);

/**
 * What a move means for the code, the certificate and the bonuses of an order, each once however the order gets there.
 * The order's row is held; theirs are taken in the order of placing: code, certificate, bonuses.
 */
export async function moveMeans(db: Tx, order: HeldOrder, to: OrderStatus, now: Date): Promise<void> {
  if (givesBack.has(to)) {
    await dropPromoUse(db, order.id);
    await giveBackCertificate(db, order.id, now);
    await returnBonuses(db, order, { backMinor: 1, ofMinor: 1 }, now);
  }
  if (takesBack.has(to)) await takeBackEarned(db, order, now);
  if (to === "delivered") await creditOrder(db, asBonusOrder(order), now);
}

function asBonusOrder({ minor_digits, rub_per_unit, ...order }: HeldOrder): BonusOrder {
  return { ...order, currency: { minorDigits: minor_digits, rubPerUnit: rub_per_unit } };
}

/**
 * Gives back the part of certificate and bonuses that goes with a part of the money, while the order stays what it is.
 * @param part.backMinor money given back up to now, of `part.ofMinor` paid.
 */
export async function returnMeansInPart(
  db: Tx,
  orderId: number,
  part: { backMinor: number; ofMinor: number },
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  await giveBackCertificate(db, orderId, now, part);
  await returnBonuses(db, order, part, now);
}
