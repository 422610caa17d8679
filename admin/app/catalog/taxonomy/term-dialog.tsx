import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { FormErrors } from "../../api-client/form-errors.ts";
import { ConflictChoices, type ConflictField } from "../../edit-conflicts/conflict-choices.tsx";
import { type CatalogI18n, useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { MoveCategory } from "./move-category.tsx";
import { TermImageField } from "./term-image-field.tsx";
import {
  getTermName,
  getTermText,
  listFields,
  type Term,
  type TermField,
  termPages,
  type TermPath,
  themeColors,
} from "./term-kinds.ts";

type TermDialogProps = {
  path: TermPath;
  /** Null for a new one. */
  term: Term | null;
  items: readonly Term[];
  brands: readonly Term[];
  result: FormErrors | undefined;
};

/** Adds, changes, moves or deletes a term. */
export function TermDialog({ path, term, items, brands, result }: TermDialogProps) {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const [isUploading, setIsUploading] = useState(false);
  const { kind } = termPages[path];
  const fields = listFields(path, term === null);
  const conflicts = result?.conflicts ?? [];
  const shown = fields.filter(({ name }) => !conflicts.some((conflict) => conflict.field === name));
  const getText = (field: TermField) => result?.edits?.[field.name]?.to ?? getTermText(term, field);
  const errors = result?.errors ?? {};
  const hasFieldErrors = Object.keys(errors).length > 0;
  const renderField = (field: TermField) => (
    <div key={field.name} className={field.type === "image" ? "desk:col-span-2" : ""}>
      <TermInput
        {...{ field, items, brands }}
        onUploading={setIsUploading}
        text={getText(field)}
        errors={errors[field.name] ?? errors[`changes.${field.name}.to`]}
      />
    </div>
  );
  return (
    <Dialog
      title={t(`taxonomy.${kind}_${term ? "edit" : "add"}`)}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(path, { replace: true, preventScrollReset: true })}
    >
      <div className="grid gap-4">
        <Form method="post" replace preventScrollReset className="grid gap-3.5">
          {term ? <input type="hidden" name="id" value={term.id} /> : null}
          {term
            ? shown.map((field) => (
                <input
                  key={field.name}
                  type="hidden"
                  name={`seen_${field.name}`}
                  value={result?.edits?.[field.name]?.from ?? getTermText(term, field)}
                />
              ))
            : null}
          {conflicts.length > 0 ? (
            <ConflictChoices conflicts={conflicts} fields={getConflictFields(t, fields)} />
          ) : null}
          {result && conflicts.length === 0 && !hasFieldErrors ? <Note tone="error">{result.message}</Note> : null}
          <div className="grid gap-3.5 desk:grid-cols-2">{shown.filter(({ isSeo }) => !isSeo).map(renderField)}</div>
          <SeoFields fields={shown.filter(({ isSeo }) => isSeo)} render={renderField} />
          {/* Enter in a field uses the first button. */}
          <div className="flex flex-row-reverse flex-wrap justify-between gap-2">
            <Button type="submit" kind="primary" size="md" busy={isBusy || isUploading}>
              {t("taxonomy.save")}
            </Button>
            {term && term.products === 0 ? (
              <Button
                type="submit"
                name="intent"
                value="delete"
                kind="danger"
                size="md"
                icon={<Trash2 size={16} aria-hidden />}
                formNoValidate
              >
                {t("taxonomy.delete")}
              </Button>
            ) : (
              <span className="self-center text-xs text-ink-3">{term ? t("taxonomy.delete_blocked") : null}</span>
            )}
          </div>
        </Form>
        {term && kind === "category" ? <MoveCategory category={term} items={items} /> : null}
      </div>
    </Dialog>
  );
}

type SeoFieldsProps = { fields: readonly TermField[]; render: (field: TermField) => ReactNode };

/** The fields about search results, which are generated unless they are filled in. */
function SeoFields({ fields, render }: SeoFieldsProps) {
  const { t } = useCatalogI18n();
  if (fields.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-medium">{t("taxonomy.seo")}</summary>
      <p className="my-2 text-xs text-ink-3">{t("taxonomy.seo_hint")}</p>
      <div className="grid gap-3.5">{fields.map(render)}</div>
    </details>
  );
}

type TermInputProps = {
  field: TermField;
  text: string;
  items: readonly Term[];
  brands: readonly Term[];
  errors: readonly string[] | undefined;
  /** Called with whether a file is being uploaded. */
  onUploading: (isUploading: boolean) => void;
};

function TermInput({ field, text, items, brands, errors, onUploading }: TermInputProps) {
  const { name, type, isRequired, maxLength } = field;
  const { t, locale } = useCatalogI18n();
  const label = t(`taxonomy.field_${name}` as "taxonomy.field_slug");
  const messages = errors?.map((code) => t.find(`taxonomy.error_${code}`) ?? t.find(`field.${code}`) ?? code);
  if (type === "image") return <TermImageField {...{ name, label, onUploading }} initial={text} />;
  if (type === "color" || type === "brand" || type === "parent") {
    const options = {
      color: themeColors.map((color) => ({ value: color as string, name: t(`taxonomy.color_${color}`) })),
      brand: brands.map((brand) => ({ value: String(brand.id), name: String(brand.name) })),
      parent: [
        { value: "", name: t("taxonomy.top") },
        ...items.map((item) => ({ value: String(item.id), name: getTermName(item, locale) })),
      ],
    }[type];
    return (
      <SelectField id={name} label={label} defaultValue={text}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <Field
      id={name}
      label={label}
      defaultValue={text}
      errors={messages}
      autoComplete="off"
      {...(isRequired ? { required: true } : {})}
      {...(maxLength ? { maxLength } : {})}
      {...(type === "slug" ? { hint: t("taxonomy.slug_hint"), spellCheck: false } : {})}
      {...(type === "number" ? { type: "number", inputMode: "numeric", min: 0, max: 1_000_000, required: true } : {})}
    />
  );
}

function getConflictFields(t: CatalogI18n["t"], fields: readonly TermField[]): Record<string, ConflictField> {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      {
        label: t(`taxonomy.field_${name}` as "taxonomy.field_slug"),
        ...(type === "color" ? { format: (value: string) => t.find(`taxonomy.color_${value}`) ?? value } : {}),
      },
    ]),
  );
}
