import { Form, useNavigate, useNavigation } from "react-router";
import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import type { FormErrors } from "../api-client/form-errors.ts";
import { getCategoryName } from "../catalog/product-filters.tsx";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";

type NewCountDialogProps = {
  terms: CatalogTerms;
  result: FormErrors | undefined;
  /** The path of the page without the dialog. */
  closePath: string;
};

/** Begins a count: of a category, of a brand, of both together, or of what is scanned. */
export function NewCountDialog({ terms, result, closePath }: NewCountDialogProps) {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const { errors = {}, message } = result ?? {};
  return (
    <Dialog
      title={t("counts.new_title")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(closePath, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-3.5">
        {message && Object.keys(errors).length === 0 ? <Note tone="error">{message}</Note> : null}
        <Field
          id="name"
          label={t("counts.name")}
          hint={t("counts.name_hint")}
          errors={errors["name"]}
          maxLength={120}
          required
          autoComplete="off"
        />
        <SelectField id="category_id" label={t("counts.category")} defaultValue="">
          <option value="">{t("counts.any_category")}</option>
          {terms.categories.map((category) => (
            <option key={category.id} value={category.id}>
              {getCategoryName(category)}
            </option>
          ))}
        </SelectField>
        <SelectField id="brand_id" label={t("counts.brand")} defaultValue="">
          <option value="">{t("counts.any_brand")}</option>
          {terms.brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className="text-xs text-ink-3">{t("counts.area_hint")}</p>
        <label className="flex items-start gap-2.5">
          <input type="checkbox" name="is_blind" className="mt-0.5 size-4.5 shrink-0 accent-tokiwa-700" />
          <span>
            {t("counts.blind")}
            <span className="block text-xs text-ink-3">{t("counts.blind_hint")}</span>
          </span>
        </label>
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t("counts.begin")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
