import type { CustomsEstimate } from "../customs/service.ts";
import { partBelow, reachableSums, type SplitPart, splitInTwo } from "../customs/split.ts";
import { deliveryPrice, type OfferedMethod } from "../delivery/methods.ts";
import type { Db } from "../platform/db.ts";

type Line = { cartId: string; priceRubMinor: number; weightG: number; row: { qty: number } };

/**
 * Two orders instead of one: what they save and what they add, or why there are no such two. `below`: what one order free of
 * duty keeps and leaves out, null where there is no such order.
 */
export type SplitAdvice = { below: { kept: SplitPart; left: SplitPart } | null } & (
  | { parts: null; reason: "summed" | "useless" | "impossible" }
  | { parts: [SplitPart, SplitPart]; savedRubMinor: number; addedRubMinor: number }
);

/** What to say of dividing a cart whose goods are above the duty-free limit; null below it. */
export async function adviseSplit(
  db: Db,
  lines: readonly Line[],
  { customs, declared, goods }: CustomsEstimate,
  method: OfferedMethod | null,
): Promise<SplitAdvice | null> {
  if (!declared || !customs) return null;
  const { splitting } = customs.rule;
  if (splitting === "useless") return { parts: null, reason: splitting, below: null };
  const price = await deliveryPrice(db, method?.row ?? null);
  const dividing = lines.map(({ cartId, priceRubMinor, weightG, row }) => ({
    ...{ id: cartId, priceRubMinor, qty: row.qty, weightG },
  }));
  const rules = {
    limitRubMinor: customs.limitRubMinor ?? Number.MAX_SAFE_INTEGER,
    fitsWeight: (goodsWeightG: number) => !customs.isOver({ productsRubMinor: 0, goodsWeightG, headings: 1 }),
    deliveryRubMinor: price,
  };
  const sums = reachableSums(dividing, rules);
  const below = partBelow(dividing, rules, sums);
  if (splitting !== "helps") return { parts: null, reason: splitting, below };
  const parts = splitInTwo(dividing, rules, sums);
  if (!parts) return { parts: null, reason: "impossible", below };
  const deliveries = parts.reduce((sum, part) => sum + part.deliveryRubMinor, 0);
  return {
    parts,
    below,
    savedRubMinor: customs.taxRubMinor(goods),
    addedRubMinor: deliveries - price(goods.productsRubMinor),
  };
}
