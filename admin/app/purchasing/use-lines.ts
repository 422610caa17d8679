import { useState } from "react";
import type { PurchasableVariant } from "@furoshiki/api/admin/purchasing/purchase-orders";

/** A line of an order while it is edited. */
export type EditedLine = Pick<
  PurchasableVariant,
  "product_id" | "option_id" | "name" | "option_name" | "reference" | "image" | "available" | "last_cost"
> & {
  quantity: number;
  /** Null until it is entered. */
  unit_cost: number | null;
  /** How many pieces have arrived: the line keeps at least these. */
  received: number;
};

/** Keeps the lines of an order while they are edited. A line with the quantity 0 is removed. */
export function useLines(initial: readonly EditedLine[]) {
  const [lines, setLines] = useState(initial);
  const isSame = (one: EditedLine, other: Pick<EditedLine, "product_id" | "option_id">) =>
    one.product_id === other.product_id && one.option_id === other.option_id;
  return {
    lines,
    setLines,
    /** Replaces the line of a variant. */
    setLine: (changed: EditedLine) =>
      setLines((previous) =>
        previous.map((one) => (isSame(one, changed) ? changed : one)).filter(({ quantity }) => quantity > 0),
      ),
    /** Adds a line, or a piece to the line of the variant. */
    addVariant: (added: EditedLine) =>
      setLines((previous) =>
        previous.some((one) => isSame(one, added))
          ? previous.map((one) => (isSame(one, added) ? { ...one, quantity: one.quantity + 1 } : one))
          : [...previous, added],
      ),
  };
}

/** Returns a line of an order that is edited, with the last cost of the variant. */
export function toEditedLine(variant: PurchasableVariant, quantity = 1): EditedLine {
  return { ...variant, quantity, unit_cost: variant.last_cost?.amount ?? null, received: 0 };
}
