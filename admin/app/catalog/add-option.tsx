import { Plus } from "lucide-react";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

/** The id of the form that adds an option, which cannot be inside the form of the product. */
export const ADD_OPTION_FORM = "add-option";

/**
 * The fields of a new option. Without options, a product gets its price with empty names.
 *
 * @param isFirst whether the product has no variants yet
 */
export function AddOption({ isFirst }: { isFirst: boolean }) {
  const { t } = useCatalogI18n();
  return (
    <div className="grid items-end gap-x-4 gap-y-3 border-t border-hair px-4 py-3.5 desk:grid-cols-[1fr_1fr_9rem_auto]">
      <Field
        id="new_option_name_ru"
        name="name_ru"
        form={ADD_OPTION_FORM}
        label={t("catalog.new_option_name_ru")}
        maxLength={200}
        required={!isFirst}
      />
      <Field
        id="new_option_name_en"
        name="name_en"
        form={ADD_OPTION_FORM}
        label={t("catalog.new_option_name_en")}
        maxLength={200}
        required={!isFirst}
      />
      <Field
        id="new_option_price"
        name="price"
        form={ADD_OPTION_FORM}
        label={t("catalog.option_price")}
        inputMode="decimal"
        maxLength={12}
        required
      />
      <Button type="submit" form={ADD_OPTION_FORM} size="md" icon={<Plus size={16} aria-hidden />}>
        {t("catalog.add_option")}
      </Button>
      {isFirst ? <p className="text-xs text-ink-3 desk:col-span-4">{t("catalog.add_option_hint")}</p> : null}
    </div>
  );
}
