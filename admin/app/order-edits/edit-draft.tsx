import type { DeliveryOptions } from "@furoshiki/api/admin/order-edits";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { useMemo } from "react";
import { FormDraft } from "../drafts/form-draft.tsx";
import type { FormValues } from "../drafts/form-values.ts";
import { formatAddedProducts, restoreAddedProducts } from "./added-draft.ts";
import { addressFields, getQuantityName } from "./edit-request.ts";
import type { EditedQuantities } from "./edit-state.ts";

type EditDraftProps = { order: OrderDetail; options: DeliveryOptions; edited: EditedQuantities };

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
  const added = formatAddedProducts(edited.added);
  return (
    <>
      <input type="hidden" name="products_added" value={added} />
      <FormDraft
        draft={{ kind: "order_edit", id: order.id }}
        stored={stored}
        watched={JSON.stringify([edited.quantities, added])}
        onRestore={({ products_added: text = "" }) =>
          void restoreAddedProducts(text, `orders/${order.id}/edits/products`, edited)
        }
      />
    </>
  );
}
