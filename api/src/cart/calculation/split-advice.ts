import type { CustomsEstimate } from "../../customs/service.ts";
import { findDutyFreePart, calculateReachableSums, type SplitPart, splitIntoTwoOrders } from "../../customs/split.ts";
import { createDeliveryPriceCalculator, type OfferedMethod } from "../../delivery/shipping-methods.ts";
import type { Db } from "../../platform/db/database.ts";

type Line = { cartId: string; priceRubMinor: number; weightG: number; row: { qty: number } };

/**
 * Splitting a cart into two orders: what it saves and costs in addition, or why it does not help. `dutyFreeOrder`: the
 * pieces that one duty-free order keeps and the ones it leaves out; null if there is no such order.
 */
export type SplitAdvice = { dutyFreeOrder: { kept: SplitPart; removed: SplitPart } | null } & (
  | { parts: null; reason: "summed" | "useless" | "impossible" }
  | { parts: [SplitPart, SplitPart]; savedRubMinor: number; addedRubMinor: number }
);

/** Advises whether to split a cart whose goods exceed the duty-free limit; null below the limit. */
export async function adviseSplit(
  db: Db,
  lines: readonly Line[],
  { customs, isDeclarable, goods }: CustomsEstimate,
  method: OfferedMethod | null,
): Promise<SplitAdvice | null> {
  if (!isDeclarable || !customs) return null;
  const { splitting } = customs.rule;
  if (splitting === "useless") return { parts: null, reason: splitting, dutyFreeOrder: null };
  const priceDelivery = await createDeliveryPriceCalculator(db, method?.row ?? null);
  const splitLines = lines.map(({ cartId, priceRubMinor, weightG, row }) => ({
    ...{ id: cartId, priceRubMinor, qty: row.qty, weightG },
  }));
  const rules = {
    limitRubMinor: customs.limitRubMinor ?? Number.MAX_SAFE_INTEGER,
    fitsWeight: (goodsWeightG: number) => !customs.isOverLimit({ productsRubMinor: 0, goodsWeightG, headings: 1 }),
    deliveryRubMinor: priceDelivery,
  };
  const sums = calculateReachableSums(splitLines, rules);
  const dutyFreeOrder = findDutyFreePart(splitLines, rules, sums);
  if (splitting !== "helps") return { parts: null, reason: splitting, dutyFreeOrder };
  const parts = splitIntoTwoOrders(splitLines, rules, sums);
  if (!parts) return { parts: null, reason: "impossible", dutyFreeOrder };
  const deliveries = parts.reduce((sum, part) => sum + part.deliveryRubMinor, 0);
  return {
    parts,
    dutyFreeOrder,
    savedRubMinor: customs.calculateTaxRubMinor(goods),
    addedRubMinor: deliveries - priceDelivery(goods.productsRubMinor),
  };
}
