import { useState } from "react";
import type { AddableProducts } from "@furoshiki/api/admin/order-edits";
import type { OrderDetail } from "@furoshiki/api/admin/orders";

export type AddableProduct = AddableProducts["items"][number];

/** A variant that is added to the order, with its quantity. */
export type AddedProduct = AddableProduct & { quantity: number };

/** The quantities of an edited order. */
export type EditedQuantities = {
  /** By the number of the line. */
  quantities: Readonly<Record<number, number>>;
  added: readonly AddedProduct[];
  setQuantity: (line: number, quantity: number) => void;
  setAddedQuantity: (product: AddableProduct, quantity: number) => void;
};

/** Keeps the quantities of an order while they are edited. An added variant with the quantity 0 is removed. */
export function useEditedQuantities({ lines }: Pick<OrderDetail, "lines">): EditedQuantities {
  const [quantities, setQuantities] = useState<EditedQuantities["quantities"]>(() =>
    Object.fromEntries(lines.map(({ line, quantity }) => [line, quantity])),
  );
  const [added, setAdded] = useState<readonly AddedProduct[]>([]);
  const isSame = (a: AddableProduct, b: AddableProduct) => a.product_id === b.product_id && a.option_id === b.option_id;
  return {
    quantities,
    added,
    setQuantity: (line, quantity) => setQuantities((previous) => ({ ...previous, [line]: quantity })),
    setAddedQuantity: (product, quantity) =>
      setAdded((previous) => {
        if (!previous.some((one) => isSame(one, product))) return [...previous, { ...product, quantity }];
        return previous
          .map((one) => (isSame(one, product) ? { ...one, quantity } : one))
          .filter((one) => one.quantity > 0);
      }),
  };
}
