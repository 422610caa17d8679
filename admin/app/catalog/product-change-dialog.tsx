import { useState } from "react";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { UpdateProductsInput } from "@furoshiki/api/admin/catalog-admin/bulk";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { getCategoryName } from "./product-filters.tsx";

type Change = UpdateProductsInput["change"];

/** The changes that are chosen here; the other ones have buttons. */
const changes = [
  ...(["category", "brand", "add_tag", "remove_tag", "add_concern", "remove_concern", "discontinue"] as const),
] as const satisfies readonly Change[];
/** A change that is chosen here. */
export type ChosenChange = (typeof changes)[number];

/** Returns the terms that a change can have; null for a change without one. */
function listTerms(change: Change, terms: CatalogTerms): readonly { id: number; name: string }[] | null {
  if (change === "category") return terms.categories.map((one) => ({ id: one.id, name: getCategoryName(one) }));
  if (change === "brand") return terms.brands;
  if (change.endsWith("_tag")) return terms.tags;
  return change.endsWith("_concern") ? terms.concerns : null;
}

type ProductChangeDialogProps = {
  /** The change that is chosen first. */
  initial: ChosenChange;
  terms: CatalogTerms;
  onSubmit: (input: UpdateProductsInput) => void;
  onClose: () => void;
};

/** The choice of a change of many products, and of the term that they get or lose. */
export function ProductChangeDialog({ initial, terms, onSubmit, onClose }: ProductChangeDialogProps) {
  const { t } = useCatalogI18n();
  const [change, setChange] = useState(initial);
  const [term, setTerm] = useState("");
  const [series, setSeries] = useState("");
  const options = listTerms(change, terms);
  const ofBrand = change === "brand" ? terms.series.filter(({ brand_id }) => String(brand_id) === term) : [];
  return (
    <Dialog title={t("catalog.bulk_change")} closeLabel={t("ui.close")} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit({
            change,
            ...(options === null ? {} : { term_id: Number(term) }),
            ...(series === "" ? {} : { series_id: Number(series) }),
          });
        }}
      >
        <SelectField
          id="bulk-change"
          label={t("catalog.bulk_what")}
          value={change}
          onChange={({ currentTarget }) => {
            setChange(currentTarget.value as ChosenChange);
            setTerm("");
            setSeries("");
          }}
        >
          {changes.map((one) => (
            <option key={one} value={one}>
              {t(`catalog.bulk_${one}`)}
            </option>
          ))}
        </SelectField>
        {options === null ? (
          <p className="text-ink-2">{t("catalog.bulk_discontinue_hint")}</p>
        ) : (
          <TermSelect
            id="bulk-term"
            label={t(`catalog.bulk_term_${change.replace(/^(add|remove)_/, "") as "category"}`)}
            value={term}
            options={options}
            placeholder={t("catalog.choose")}
            onChange={(value) => {
              setTerm(value);
              setSeries("");
            }}
          />
        )}
        {ofBrand.length > 0 ? (
          <TermSelect
            id="bulk-series"
            label={t("catalog.field_series_id")}
            value={series}
            options={ofBrand}
            placeholder={t("catalog.bulk_keep_series")}
            isOptional
            onChange={setSeries}
          />
        ) : null}
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md">
            {t("tasks.check")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type TermSelectProps = {
  id: string;
  label: string;
  value: string;
  options: readonly { id: number; name: string }[];
  /** The option without a term. */
  placeholder: string;
  isOptional?: boolean;
  onChange: (value: string) => void;
};

function TermSelect({ id, label, value, options, placeholder, isOptional = false, onChange }: TermSelectProps) {
  return (
    <SelectField
      id={id}
      label={label}
      required={!isOptional}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{placeholder}</option>
      {options.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </SelectField>
  );
}
