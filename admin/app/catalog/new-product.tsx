import { Form, useNavigation } from "react-router";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { FormErrors } from "../api-client/form-errors.ts";
import { FormDraft } from "../drafts/form-draft.tsx";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field, FieldMessage } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { hazardClasses } from "./customs-tab.tsx";
import { newProductFields } from "./new-product-request.ts";
import { getCategoryName } from "./product-filters.tsx";

type NewProductProps = { terms: CatalogTerms; failure: FormErrors | null };

const emptyValues = Object.fromEntries(newProductFields.map((name) => [name, ""]));

/** The form of a new product, which becomes a draft. The rest of its data is added in its editor. */
export function NewProduct({ terms, failure }: NewProductProps) {
  const { t } = useCatalogI18n();
  const { permissions } = useMe();
  const isBusy = useNavigation().formMethod === "POST";
  const getErrors = (name: string) =>
    failure?.errors[name]?.map(
      (code) => t.find(`catalog.error_${code}`) ?? t.find(`field.${code}`) ?? t("field.invalid"),
    );
  return (
    <>
      <PageHeader
        title={t("catalog.new_title")}
        breadcrumbs={[{ name: t("catalog.title"), path: "/products" }]}
        subtitle={t("catalog.new_text")}
      />
      <Form method="post" className="grid max-w-240 gap-4 px-4 pt-4 pb-24 desk:px-6 desk:pb-6">
        {failure ? <Note tone="error">{failure.message}</Note> : null}
        <FormDraft draft={{ kind: "product", id: 0 }} stored={emptyValues} />
        <Card title={t("catalog.tab_texts")}>
          <div className="grid items-start gap-x-4 gap-y-3 desk:grid-cols-2">
            <Field
              id="name_ru"
              label={t("catalog.field_name_ru")}
              errors={getErrors("name_ru")}
              maxLength={300}
              required
            />
            <Field
              id="name_en"
              label={t("catalog.field_name_en")}
              errors={getErrors("name_en")}
              maxLength={300}
              required
            />
            <Field
              id="reference"
              label={t("catalog.field_reference")}
              errors={getErrors("reference")}
              hint={t("catalog.reference_hint")}
              maxLength={60}
              required
            />
            <Field id="barcode" label={t("catalog.field_barcode")} errors={getErrors("barcode")} maxLength={40} />
            <Choice
              name="category_id"
              label={t("catalog.category")}
              errors={getErrors("category_id")}
              options={terms.categories.map((one) => ({ value: one.id, label: getCategoryName(one) }))}
            />
            <Choice
              name="brand_id"
              label={t("catalog.brand")}
              errors={getErrors("brand_id")}
              options={terms.brands.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        </Card>
        <Card title={t("catalog.parcel_data")}>
          <div className="grid items-start gap-x-4 gap-y-3 desk:grid-cols-3">
            <Field
              id="weight_g"
              label={t("catalog.field_weight_g")}
              errors={getErrors("weight_g")}
              inputMode="numeric"
              maxLength={9}
              required
            />
            <Choice
              name="hazard"
              label={t("catalog.field_hazard")}
              errors={getErrors("hazard")}
              options={hazardClasses.map((value) => ({ value, label: t(`catalog.hazard_${value}`) }))}
            />
            {permissions.includes("prices:write") ? (
              <Field
                id="price"
                label={t("catalog.option_price")}
                errors={getErrors("price")}
                hint={t("catalog.new_price_hint")}
                inputMode="decimal"
                maxLength={12}
              />
            ) : null}
          </div>
        </Card>
        <div className="flex *:grow desk:*:grow-0">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t("catalog.create")}
          </Button>
        </div>
      </Form>
    </>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  errors: readonly string[] | undefined;
  options: readonly { value: string | number; label: string }[];
};

/** A choice that has to be made. */
function Choice({ name, label, errors, options }: ChoiceProps) {
  const { t } = useCatalogI18n();
  return (
    <div className="grid content-start gap-1.5">
      <SelectField
        id={name}
        label={label}
        required
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${name}-error` : undefined}
      >
        <option value="">{t("catalog.choose")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
      <FieldMessage id={name} errors={errors} />
    </div>
  );
}
