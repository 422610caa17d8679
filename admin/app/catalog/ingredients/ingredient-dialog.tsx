import { Trash2 } from "lucide-react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { FormErrors } from "../../api-client/form-errors.ts";
import { ConflictChoices, type ConflictField } from "../../edit-conflicts/conflict-choices.tsx";
import { type CatalogI18n, useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, FieldMessage } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import {
  getIngredientText,
  type Ingredient,
  type IngredientField,
  ingredientFields,
  ingredientGroups,
} from "./ingredient-fields.ts";

type IngredientDialogProps = {
  /** Null for a new one. */
  ingredient: Ingredient | null;
  /** The name of a new ingredient. */
  name: string;
  /** A further name that is added to the other ones. */
  alias: string;
  listPath: string;
  result: FormErrors | undefined;
};

/** Adds, changes or deletes an ingredient. */
export function IngredientDialog({ ingredient, name, alias, listPath, result }: IngredientDialogProps) {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const conflicts = result?.conflicts ?? [];
  const shown = ingredientFields.filter((field) => !conflicts.some((conflict) => conflict.field === field));
  const errors = result?.errors ?? {};
  const getText = (field: IngredientField) => {
    const edited = result?.edits?.[field]?.to;
    if (edited !== undefined) return edited;
    const stored = getIngredientText(ingredient, field);
    if (field === "inci" && !ingredient) return name;
    return field === "aliases" && alias !== "" ? [stored, alias].filter(Boolean).join("\n") : stored;
  };
  return (
    <Dialog
      title={t(ingredient ? "ingredients.edit" : "ingredients.add")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(listPath, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-3.5">
        {ingredient ? <SeenValues ingredient={ingredient} fields={shown} result={result} /> : null}
        {conflicts.length > 0 ? <ConflictChoices conflicts={conflicts} fields={getConflictFields(t)} /> : null}
        {result && conflicts.length === 0 ? <Note tone="error">{result.message}</Note> : null}
        {shown.map((field) => (
          <IngredientInput
            key={field}
            field={field}
            text={getText(field)}
            errors={errors[field] ?? errors[`changes.${field}.to`]}
          />
        ))}
        {/* Enter in a field uses the first button. */}
        <div className="flex flex-row-reverse flex-wrap justify-between gap-2">
          <Button type="submit" kind="primary" size="md" busy={isBusy}>
            {t("ingredients.save")}
          </Button>
          {ingredient ? (
            <Button
              type="submit"
              name="intent"
              value="delete"
              kind="danger"
              size="md"
              icon={<Trash2 size={16} aria-hidden />}
              formNoValidate
            >
              {t("ingredients.delete")}
            </Button>
          ) : null}
        </div>
      </Form>
    </Dialog>
  );
}

type SeenValuesProps = {
  ingredient: Ingredient;
  fields: readonly IngredientField[];
  result: FormErrors | undefined;
};

/** The values that the person saw, which the API compares with the stored ones. */
function SeenValues({ ingredient, fields, result }: SeenValuesProps) {
  return (
    <>
      <input type="hidden" name="id" value={ingredient.id} />
      {fields.map((field) => (
        <textarea
          key={field}
          hidden
          readOnly
          name={`seen_${field}`}
          value={result?.edits?.[field]?.from ?? getIngredientText(ingredient, field)}
        />
      ))}
    </>
  );
}

type IngredientInputProps = { field: IngredientField; text: string; errors: readonly string[] | undefined };

function IngredientInput({ field, text, errors }: IngredientInputProps) {
  const { t } = useCatalogI18n();
  const label = t(`ingredients.field_${field}`);
  const messages = errors?.map((code) => t.find(`ingredients.error_${code}`) ?? t.find(`field.${code}`) ?? code);
  if (field === "group_key")
    return (
      <SelectField id={field} label={label} defaultValue={text}>
        <option value="">{t("ingredients.group_none")}</option>
        {ingredientGroups.map((group) => (
          <option key={group} value={group}>
            {t(`ingredients.group_${group}`)}
          </option>
        ))}
      </SelectField>
    );
  if (field === "aliases") return <AliasesField label={label} text={text} errors={messages} />;
  return (
    <Field
      id={field}
      label={label}
      defaultValue={text}
      errors={messages}
      maxLength={field === "inci" ? 90 : 200}
      required
      autoComplete="off"
      {...(field === "inci" ? { hint: t("ingredients.inci_hint"), lang: "en", spellCheck: false } : {})}
    />
  );
}

type AliasesFieldProps = { label: string; text: string; errors: readonly string[] | undefined };

function AliasesField({ label, text, errors }: AliasesFieldProps) {
  const { t } = useCatalogI18n();
  const hasErrors = Boolean(errors?.length);
  return (
    <div className="grid gap-1.5">
      <label htmlFor="aliases" className="text-xs font-medium">
        {label}
      </label>
      <textarea
        id="aliases"
        name="aliases"
        lang="en"
        rows={3}
        spellCheck={false}
        defaultValue={text}
        aria-invalid={hasErrors || undefined}
        aria-describedby={hasErrors ? "aliases-error" : "aliases-hint"}
        className={`block w-full rounded-md border bg-card px-2.5 py-2 text-base desk:text-sm ${hasErrors ? "border-beni-600 ring-1 ring-beni-600" : "border-line-strong"}`}
      />
      <FieldMessage id="aliases" hint={t("ingredients.aliases_hint")} errors={errors} />
    </div>
  );
}

function getConflictFields(t: CatalogI18n["t"]): Record<string, ConflictField> {
  const formatGroup = (value: string) => t.find(`ingredients.group_${value}`) ?? value;
  return Object.fromEntries(
    ingredientFields.map((field): [string, ConflictField] => [
      field,
      {
        label: t(`ingredients.field_${field}`),
        ...(field === "group_key" ? { format: formatGroup } : {}),
        ...(field === "aliases" ? { merge: "list" } : {}),
      },
    ]),
  );
}
