import { useState } from "react";
import type { DeliveryOptions } from "@furoshiki/api/admin/order-edits";
import type { FieldErrors } from "../api-client/request-context.ts";
import { formatAmount } from "../i18n/amounts.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { addressFields, formatDelivery } from "./edit-request.ts";

type EditedDeliveryProps = { options: DeliveryOptions; currency: string; errors: FieldErrors };

/** Shipping method, pickup point and address of an edited order. */
export function EditedDelivery({ options, currency, errors }: EditedDeliveryProps) {
  const { t, format } = useI18n();
  const [methodId, setMethodId] = useState(options.method_id);
  const method = options.methods.find(({ id }) => id === methodId);
  return (
    <Card title={t("orders.delivery")}>
      <input type="hidden" name="current_delivery" value={formatDelivery(options.method_id, options.pickup_point)} />
      <div className="grid gap-3 desk:grid-cols-2">
        <SelectField
          id="method_id"
          label={t("orders.method")}
          value={methodId ?? ""}
          onChange={({ currentTarget }) => setMethodId(Number(currentTarget.value))}
        >
          {method ? null : <option value={methodId ?? ""}>{t("order_edits.method_unavailable")}</option>}
          {options.methods.map(({ id, name, price }) => (
            <option key={id} value={id}>
              {`${name}, ${formatAmount(format, price, currency)}`}
            </option>
          ))}
        </SelectField>
        {method?.needs_pickup_point ? (
          <SelectField id="pickup_point" label={t("orders.pickup_point")} defaultValue={options.pickup_point ?? ""}>
            {method.pickup_points.map(({ code, city, address }) => (
              <option key={code} value={code}>
                {[code, city, address].filter(Boolean).join(", ")}
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
      <NewAddress errors={errors} />
    </Card>
  );
}

/** The fields of another address. The present one is not shown: whoever needs it reveals it on the page of the order. */
function NewAddress({ errors }: { errors: FieldErrors }) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-3">
      <label className="flex min-h-11 w-fit items-center gap-2.5 desk:min-h-6">
        <input
          type="checkbox"
          name="has_new_address"
          checked={isOpen}
          onChange={({ currentTarget }) => setIsOpen(currentTarget.checked)}
          className="checkbox"
        />
        {t("order_edits.new_address")}
      </label>
      {isOpen ? (
        <div className="mt-2 grid gap-3 desk:grid-cols-2">
          {addressFields.map((name) => (
            <Field
              key={name}
              id={name}
              label={t(`order_edits.address_${name}`)}
              required={name !== "state"}
              errors={errors[`address.${name}`]}
              autoComplete="off"
              {...(name === "country" ? { pattern: "[A-Z]{2}", maxLength: 2, hint: t("orders.country_hint") } : {})}
            />
          ))}
        </div>
      ) : (
        <p className="text-xs text-ink-3">{t("order_edits.address_hidden")}</p>
      )}
    </div>
  );
}
