import { useState } from "react";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { ImportDetail, ImportRules } from "@furoshiki/api/admin/imports";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";

type RulesCardProps = {
  detail: ImportDetail;
  /** The chosen fields. */
  fields: readonly string[];
  terms: CatalogTerms;
};

/** How lines are treated: unknown products, stock, and the currency of costs. */
export function RulesCard({ detail, fields, terms }: RulesCardProps) {
  const { t } = useCatalogI18n();
  const { rules } = detail;
  const [creates, setCreates] = useState(rules.create);
  return (
    <Card title={t("imports.rules")}>
      <div className="grid gap-3">
        <SupplierField detail={detail} />
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            form="mapping"
            name="create"
            value="yes"
            defaultChecked={rules.create}
            onChange={({ currentTarget: { checked } }) => setCreates(checked)}
            className="mt-0.5"
          />
          {t("imports.create")}
        </label>
        {creates ? <DraftFields rules={rules} fields={fields} terms={terms} /> : null}
        {fields.includes("stock") ? (
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              form="mapping"
              name="adds_stock"
              value="yes"
              defaultChecked={rules.adds_stock}
              className="mt-0.5"
            />
            <span>
              {t("imports.adds_stock")}
              <span className="block text-xs text-ink-3">{t("imports.adds_stock_hint")}</span>
            </span>
          </label>
        ) : null}
        {fields.includes("cost") ? (
          <SelectField
            id="cost_currency"
            form="mapping"
            label={t("imports.cost_currency")}
            defaultValue={rules.cost_currency}
          >
            {["JPY", "RUB", "USD"].map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        ) : null}
      </div>
    </Card>
  );
}

/** Whose file it is, which the profile remembers. */
function SupplierField({ detail: { suppliers, supplier_id: id } }: Pick<RulesCardProps, "detail">) {
  const { t } = useCatalogI18n();
  if (suppliers.length === 0)
    return id === null ? null : <input type="hidden" form="mapping" name="supplier_id" value={id} />;
  return (
    <SelectField id="supplier_id" form="mapping" label={t("imports.supplier")} defaultValue={id ?? ""}>
      <option value="">{t("imports.no_supplier")}</option>
      {suppliers.map((supplier) => (
        <option key={supplier.id} value={supplier.id}>
          {supplier.name}
        </option>
      ))}
    </SelectField>
  );
}

type DraftFieldsProps = Omit<RulesCardProps, "detail"> & { rules: ImportRules };

/** What drafts get whose line does not say so. */
function DraftFields({ rules, fields, terms }: DraftFieldsProps) {
  const { t } = useCatalogI18n();
  return (
    <fieldset className="grid gap-3 border-l-2 border-edge pl-3">
      <legend className="sr-only">{t("imports.draft_defaults")}</legend>
      {fields.includes("brand") ? null : (
        <SelectField id="brand_id" form="mapping" label={t("catalog.brand")} defaultValue={rules.brand_id ?? ""}>
          <option value="">{t("imports.choose")}</option>
          {terms.brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {fields.includes("category") ? null : (
        <SelectField
          id="category_id"
          form="mapping"
          label={t("catalog.category")}
          defaultValue={rules.category_id ?? ""}
        >
          <option value="">{t("imports.choose")}</option>
          {terms.categories.map(({ id, name, path }) => (
            <option key={id} value={id}>
              {[...path, name].join(" / ")}
            </option>
          ))}
        </SelectField>
      )}
      {fields.includes("weight_g") ? null : (
        <Field
          id="weight_g"
          form="mapping"
          type="number"
          min={1}
          label={t("imports.draft_weight")}
          defaultValue={rules.weight_g ?? ""}
        />
      )}
    </fieldset>
  );
}
