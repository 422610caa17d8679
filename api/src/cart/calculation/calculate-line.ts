import { getCurrentPrice } from "../../catalog/pricing/current-price.ts";
import { calculateQtyLimit, type PricingContext } from "../../catalog/pricing/pricing-context.ts";
import type { Sides } from "../../delivery/box.ts";
import type { LineRow } from "../sql.ts";
import type { LineRefusal } from "./line-refusal.ts";

/** A cart line with its price in force, limits and problems. */
export type CalculatedLine = {
  row: LineRow;
  /** `{product}_{option}`. */
  cartId: string;
  /** How many pieces can be ordered now: stock and limits per order. */
  qtyLimit: number;
  /** Price in force now, in kopecks. */
  priceRubMinor: number;
  oldRubMinor: number | null;
  /** The product has options and none is chosen, or the chosen one was withdrawn. */
  isOptionRequired: boolean;
  /** Whether the line can be ordered, in a quantity of at most `qtyLimit`. */
  available: boolean;
  /** Whether customs may treat the quantity as goods for resale (docs/domain/customs.md). */
  mayLookCommercial: boolean;
  /** Why the line cannot be shipped to the destination or by the selected method; null if it can. */
  refusal: LineRefusal | null;
  /** Whether the totals include the line: it can be bought, and a method may ship it to the destination. */
  isInTotal: boolean;
  weightG: number;
  sizeMm: Sides | null;
};

/**
 * Calculates a line for itself. Whether it can be shipped depends on the whole cart and is set later.
 * @param commercialQtyThreshold above how many pieces customs may treat the line as goods for resale
 */
export function calculateLine(row: LineRow, pricing: PricingContext, commercialQtyThreshold: number): CalculatedLine {
  const isOptionRequired = row.has_options && row.variant === null;
  const variant = row.variant && {
    ...row.variant,
    sale_ends_at: row.variant.sale_ends_at === null ? null : new Date(row.variant.sale_ends_at),
  };
  const price = variant
    ? getCurrentPrice(variant, pricing.now)
    : { currentMinor: row.card_price_minor, oldMinor: null };
  const limit =
    variant && row.product_status === "active" ? calculateQtyLimit(variant.stock, row.own_qty_limit, pricing) : 0;
  return {
    row,
    cartId: `${row.product_id}_${row.option_id}`,
    qtyLimit: limit,
    priceRubMinor: price.currentMinor,
    oldRubMinor: price.oldMinor,
    isOptionRequired,
    available: limit > 0 && !isOptionRequired,
    mayLookCommercial: row.qty > commercialQtyThreshold,
    weightG: variant?.weight_g ?? row.weight_g,
    sizeMm: variant?.size_mm ?? row.size_mm,
    refusal: null,
    isInTotal: false,
  };
}
