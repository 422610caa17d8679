import type { Address } from "@furoshiki/api/account/addresses";
import type { CustomerEditOutcome, CustomerOrderEditing, CustomerPickupPoints } from "@furoshiki/api/order-edits";
import type { ProductCardData } from "@furoshiki/api/catalog";
import type { Order } from "@furoshiki/api/orders";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { FormAlert } from "../../forms/form-alert.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { EditAdditionsField } from "./edit-additions-field.tsx";
import { EditAddressField, EditPickupField } from "./edit-delivery-fields.tsx";
import { EditLinesField } from "./edit-lines-field.tsx";
import { EditPreview, EditRules } from "./edit-preview.tsx";

/** The result of previewing or making a change. */
export type EditResult = FormResult & { preview?: CustomerEditOutcome };

type EditFormProps = {
  order: Order;
  editing: CustomerOrderEditing;
  /** Products that can join the parcel. */
  additions: readonly ProductCardData[];
  addresses: readonly Address[];
  points: CustomerPickupPoints["items"];
  /** Sent with the form, so that submitting it twice makes one change. */
  idempotencyKey: string;
  result: EditResult | undefined;
};

/** The form of an order change: it is previewed first, and confirmed with the difference that the preview shows. */
export function EditForm({ order, editing, additions, addresses, points, idempotencyKey, result }: EditFormProps) {
  const { t } = useAccountI18n();
  const intent = useNavigation().formData?.get("intent");
  /** The preview that no longer belongs to what is chosen. */
  const [outdated, setOutdated] = useState<CustomerEditOutcome>();
  const preview = result?.preview === outdated ? undefined : result?.preview;
  const values = result?.values ?? {};
  return (
    <Form
      method="post"
      preventScrollReset
      onChange={() => setOutdated(result?.preview)}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]"
    >
      <input type="hidden" name="key" value={idempotencyKey} />
      <div className="space-y-8 rounded-md border border-line bg-surface p-5 lg:p-8">
        <FormAlert result={result} />
        <EditLinesField editing={editing} values={values} />
        <EditAdditionsField products={additions} values={values} />
        {editing.pickup_point === null ? null : (
          <EditPickupField order={order} points={points} current={editing.pickup_point} values={values} />
        )}
        <EditAddressField order={order} addresses={addresses} values={values} />
        <div className="border-t border-line pt-6">
          <Button
            type="submit"
            name="intent"
            value="preview"
            size="lg"
            kind={preview ? "outline" : "primary"}
            busy={intent === "preview"}
          >
            {t("order_edit.preview")}
          </Button>
        </div>
      </div>
      <div className="lg:sticky lg:top-24">
        {preview ? <EditPreview preview={preview} isBusy={intent === "confirm"} /> : <EditRules />}
      </div>
    </Form>
  );
}
