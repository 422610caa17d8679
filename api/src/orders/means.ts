import { type BonusOrder, creditOrder, returnBonuses, takeBackEarned } from "../bonuses/service.ts";
import type { Tx } from "../platform/db.ts";
import { boughtWorth, voidBought } from "../promotions/bought.ts";
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
 * The order's row is held; theirs are taken in the order of placing: code, certificate, bonuses. What an order has bought
 * of certificates is worth nothing once it is called off. Refuses `certificate_used`.
 */
export async function moveMeans(db: Tx, order: HeldOrder, to: OrderStatus, now: Date): Promise<void> {
  if (givesBack.has(to)) {
    await dropPromoUse(db, order.id);
    if (order.certificates_minor > 0) await voidBought(db, order.id);
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
 * @param part.backMinor money given back up to now, of `part.ofMinor` paid; what of both is for certificates that were
 * bought does not count, for nothing else paid for them.
 */
export async function returnMeansInPart(
  db: Tx,
  orderId: number,
  part: { backMinor: number; ofMinor: number },
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  const ofGoods = order.certificates_minor > 0 ? await partOfGoods(db, order, part) : part;
  if (ofGoods.ofMinor === 0) return;
  await giveBackCertificate(db, orderId, now, ofGoods);
  await returnBonuses(db, order, ofGoods, now);
}

async function partOfGoods(db: Tx, order: HeldOrder, part: { backMinor: number; ofMinor: number }) {
  const { voidedMinor } = await boughtWorth(db, order.id);
  const ofMinor = part.ofMinor - order.certificates_minor;
  return { ofMinor, backMinor: Math.min(Math.max(0, part.backMinor - voidedMinor), ofMinor) };
}
