import { useState } from "react";
import type { ManualOrderEstimate, ManualOrderOptions } from "@furoshiki/api/admin/manual-orders";
import type { FieldErrors } from "../api-client/request-context.ts";
import type { FormValues } from "../drafts/form-values.ts";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { addressFields } from "../order-edits/edit-request.ts";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";

const textFields = addressFields.filter((name) => name !== "country");

type DeliveryCardProps = {
  options: ManualOrderOptions;
  /** Null before the items and the country are chosen. */
  estimate: ManualOrderEstimate | null;
  isFree: boolean;
  /** The values of a restored draft. The methods are there only after the next estimate. */
  restored: FormValues;
  errors: FieldErrors;
};

/** Address, shipping method and pickup point of an order; the prices of the methods come from the server. */
export function DeliveryCard({ options, estimate, isFree, restored, errors }: DeliveryCardProps) {
  const { t } = useI18n();
  return (
    <Card title={t("orders.delivery")}>
      <div className="grid items-start gap-3 desk:grid-cols-2">
        <SelectField id="country" label={t("order_edits.address_country")} defaultValue="" required>
          <option value="">{t("manual_orders.choose")}</option>
          {options.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {textFields.map((name) => (
          <Field
            key={name}
            id={name}
            label={t(`order_edits.address_${name}`)}
            required={name !== "state"}
            errors={errors[`address.${name}`]}
            autoComplete="off"
          />
        ))}
      </div>
      <div className="mt-4 grid gap-3 border-t border-hair pt-3 desk:grid-cols-2">
        <MethodFields
          key={restored["method_id"]}
          restored={restored}
          methods={estimate?.methods ?? []}
          selectedId={estimate?.method_id ?? null}
          currency={estimate?.currency ?? ""}
          isFree={isFree}
        />
      </div>
    </Card>
  );
}

type MethodFieldsProps = {
  methods: ManualOrderEstimate["methods"];
  /** The method of the estimate. */
  selectedId: number | null;
  currency: string;
} & Pick<DeliveryCardProps, "isFree" | "restored">;

function MethodFields({ methods, selectedId, currency, isFree, restored }: MethodFieldsProps) {
  const { t, format } = useI18n();
  const [chosenId, setChosenId] = useState(Number(restored["method_id"] ?? 0));
  const method = methods.find(({ id }) => id === chosenId) ?? methods.find(({ id }) => id === selectedId);
  if (methods.length === 0)
    return <p className="text-xs text-ink-3 desk:col-span-2">{t("manual_orders.methods_later")}</p>;
  return (
    <>
      <SelectField
        id="method_id"
        label={t("orders.method")}
        value={method?.id ?? ""}
        onChange={({ currentTarget }) => setChosenId(Number(currentTarget.value))}
      >
        {method ? null : <option value="">{t("manual_orders.choose")}</option>}
        {methods.map(({ id, name, price }) => (
          <option key={id} value={id}>
            {isFree ? name : `${name}, ${formatAmount(format, price, currency)}`}
          </option>
        ))}
      </SelectField>
      {method?.needs_pickup_point ? (
        <SelectField
          key={method.id}
          id="pickup_point"
          label={t("orders.pickup_point")}
          defaultValue={restored["pickup_point"] ?? ""}
          required
        >
          <option value="">{t("manual_orders.choose")}</option>
          {method.pickup_points.map(({ code, city, address }) => (
            <option key={code} value={code}>
              {[code, city, address].filter(Boolean).join(", ")}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  );
}
