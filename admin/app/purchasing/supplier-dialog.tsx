import type { ComponentProps } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { ListedSupplier } from "@furoshiki/api/admin/purchasing/suppliers";
import type { FormErrors } from "../api-client/form-errors.ts";
import { ConflictChoices } from "../edit-conflicts/conflict-choices.tsx";
import { type CatalogI18n, useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { getSupplierTexts, type SupplierField, supplierFields, SUPPLIERS_PATH } from "./supplier-form.ts";

type SupplierDialogProps = {
  /** Null for a new one. */
  supplier: ListedSupplier | null;
  currencies: readonly string[];
  result: FormErrors | undefined;
};

/** Adds or changes a supplier. */
export function SupplierDialog({ supplier, currencies, result }: SupplierDialogProps) {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const texts = getSupplierTexts(supplier);
  const conflicts = result?.conflicts ?? [];
  const isShown = (field: SupplierField) => !conflicts.some((conflict) => conflict.field === field);
  const getText = (field: SupplierField) => result?.edits?.[field]?.to ?? texts[field];
  const errors = result?.errors ?? {};
  return (
    <Dialog
      title={t(supplier ? "purchasing.edit_supplier" : "purchasing.add_supplier")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(SUPPLIERS_PATH, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-3.5">
        {supplier ? (
          <>
            <input type="hidden" name="id" value={supplier.id} />
            {supplierFields.filter(isShown).map((field) => (
              <input
                key={field}
                type="hidden"
                name={`seen_${field}`}
                value={result?.edits?.[field]?.from ?? texts[field]}
              />
            ))}
          </>
        ) : null}
        {conflicts.length > 0 ? <ConflictChoices conflicts={conflicts} fields={getConflictFields(t)} /> : null}
        {result && conflicts.length === 0 && Object.keys(errors).length === 0 ? (
          <Note tone="error">{result.message}</Note>
        ) : null}
        <SupplierFields {...{ currencies, isShown, getText, errors }} isNew={supplier === null} />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t("purchasing.save")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type SupplierFieldsProps = {
  currencies: readonly string[];
  isNew: boolean;
  /** Whether a field is shown: after a conflict it is chosen from its values. */
  isShown: (field: SupplierField) => boolean;
  getText: (field: SupplierField) => string;
  errors: FormErrors["errors"];
};

function SupplierFields({ currencies, isNew, isShown, getText, errors }: SupplierFieldsProps) {
  const { t } = useCatalogI18n();
  const renderField = (
    field: SupplierField,
    { label, ...input }: Omit<ComponentProps<typeof Field>, "id" | "defaultValue" | "errors">,
  ) =>
    isShown(field) ? (
      <Field
        id={field}
        label={label}
        {...input}
        defaultValue={getText(field)}
        errors={errors[field]}
        autoComplete="off"
      />
    ) : null;
  return (
    <>
      {renderField("name", { label: t("purchasing.supplier_name"), required: true, maxLength: 120 })}
      <div className="grid gap-3.5 desk:grid-cols-2">
        {isShown("currency") ? (
          <SelectField id="currency" label={t("purchasing.currency_of_prices")} defaultValue={getText("currency")}>
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        ) : null}
        {renderField("lead_days", {
          ...{ label: t("purchasing.lead_days_in_days"), type: "number", inputMode: "numeric" },
          ...{ min: 0, max: 365, required: true },
        })}
      </div>
      {renderField("email", { label: t("purchasing.email"), type: "email", maxLength: 254 })}
      {renderField("contact", {
        ...{ label: t("purchasing.contact"), hint: t("purchasing.contact_hint"), maxLength: 500 },
      })}
      {renderField("note", {
        ...{ label: t("purchasing.note"), hint: t("purchasing.supplier_note_hint"), maxLength: 1000 },
      })}
      {!isNew && isShown("is_active") ? (
        <SelectField id="is_active" label={t("purchasing.new_orders")} defaultValue={getText("is_active")}>
          <option value="true">{t("purchasing.active")}</option>
          <option value="false">{t("purchasing.inactive")}</option>
        </SelectField>
      ) : null}
    </>
  );
}

function getConflictFields(t: CatalogI18n["t"]) {
  return {
    name: { label: t("purchasing.supplier_name") },
    currency: { label: t("purchasing.currency_of_prices") },
    lead_days: { label: t("purchasing.lead_days_in_days") },
    email: { label: t("purchasing.email") },
    contact: { label: t("purchasing.contact"), merge: "text" as const },
    note: { label: t("purchasing.note"), merge: "text" as const },
    is_active: {
      label: t("purchasing.new_orders"),
      format: (value: string) => t(value === "true" ? "purchasing.active" : "purchasing.inactive"),
    },
  };
}
