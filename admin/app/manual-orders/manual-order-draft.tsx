import { FormDraft } from "../drafts/form-draft.tsx";
import type { FormValues } from "../drafts/form-values.ts";
import { formatAddedProducts, restoreAddedProducts } from "../order-edits/added-draft.ts";
import { addressFields } from "../order-edits/edit-request.ts";
import type { EditedQuantities } from "../order-edits/edit-state.ts";
import type { ChosenCustomer } from "./customer-card.tsx";

type ManualOrderDraftProps = {
  /** The claim that the order is placed for, with its currency and customer; null for an order that is paid. */
  claim: Readonly<{ id: number; currency: string; customer: ChosenCustomer }> | null;
  /** Null if none is chosen. */
  customer: ChosenCustomer | null;
  edited: Pick<EditedQuantities, "added" | "setAddedQuantity">;
  onRestore: (values: FormValues) => void;
};

const emptyFields = [
  ...(["customer", "customer_id", "customer_email", "products_added", "method_id", "pickup_point", "reason"] as const),
  ...addressFields,
];

/** The draft of a new order. Its products are loaded again with their present price and stock. */
export function ManualOrderDraft({ claim, customer, edited, onRestore }: ManualOrderDraftProps) {
  const stored: FormValues = {
    ...Object.fromEntries(emptyFields.map((name) => [name, ""])),
    ...(claim
      ? { currency: claim.currency, customer_id: String(claim.customer.id) }
      : { currency: "RUB", locale: "ru-RU", link_minutes: "1440" }),
  };
  const products = formatAddedProducts(edited.added);
  // The customer of a claim is fixed.
  const customerText = customer && !claim ? JSON.stringify(customer) : "";
  return (
    <>
      <input type="hidden" name="products_added" value={products} />
      <input type="hidden" name="customer" value={customerText} />
      <FormDraft
        draft={{ kind: "manual_order", id: claim?.id ?? 0 }}
        stored={stored}
        watched={[products, customerText].join(" ")}
        onRestore={(values) => {
          onRestore(values);
          const { products_added: text = "", currency = stored["currency"] ?? "" } = values;
          void restoreAddedProducts(text, `manual-orders/products?${new URLSearchParams({ currency })}`, edited);
        }}
      />
    </>
  );
}
