import type { AddableProducts, DeliveryOptions } from "@furoshiki/api/admin/order-edits";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { useMemo } from "react";
import { FormDraft } from "../drafts/form-draft.tsx";
import type { FormValues } from "../drafts/form-values.ts";
import { addressFields, getQuantityName } from "./edit-request.ts";
import type { EditedQuantities } from "./edit-state.ts";

type EditDraftProps = { order: OrderDetail; options: DeliveryOptions; edited: EditedQuantities };

/** The products that are added, as the draft stores them. */
type AddedReference = { reference: string; product_id: number; option_id: number; quantity: number };

/** The draft of an order edit. Added products are loaded again with their present price and stock. */
export function EditDraft({ order, options, edited }: EditDraftProps) {
  const stored = useMemo<FormValues>(
    () => ({
      ...Object.fromEntries(order.lines.map(({ line, quantity }) => [getQuantityName(line), String(quantity)])),
      products_added: "",
      method_id: String(options.method_id ?? ""),
      pickup_point: options.pickup_point ?? "",
      has_new_address: "",
      ...Object.fromEntries(addressFields.map((name) => [name, ""])),
      reason: "",
    }),
    [order, options],
  );
  const added = edited.added.map(({ reference, product_id, option_id, quantity }): AddedReference => ({
    ...{ reference, product_id, option_id, quantity },
  }));
  const restoreAdded = async ({ products_added: text = "" }: FormValues) => {
    const products = text === "" ? [] : (JSON.parse(text) as AddedReference[]);
    for (const product of products) {
      const found = await findProduct(order.id, product);
      if (found) edited.setAddedQuantity(found, product.quantity);
    }
  };
  return (
    <>
      <input type="hidden" name="products_added" value={added.length === 0 ? "" : JSON.stringify(added)} />
      <FormDraft
        draft={{ kind: "order_edit", id: order.id }}
        stored={stored}
        watched={JSON.stringify([edited.quantities, added])}
        onRestore={(values) => void restoreAdded(values)}
      />
    </>
  );
}

/** Returns a variant with its present price; null if it cannot be added any more, or without a connection. */
async function findProduct(orderId: number, { reference, product_id, option_id }: AddedReference) {
  const query = new URLSearchParams({ q: reference });
  const response = await fetch(`/v1/admin/orders/${orderId}/edits/products?${query}`).catch(() => null);
  if (!response?.ok) return null;
  const { data } = (await response.json()) as { data: AddableProducts };
  return data.items.find((one) => one.product_id === product_id && one.option_id === option_id) ?? null;
}
