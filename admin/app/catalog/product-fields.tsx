import { createContext, type ReactNode, use, useState } from "react";
import type { FormValues } from "../drafts/form-values.ts";
import type { FieldErrors } from "../api-client/request-context.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { FieldMessage } from "../ui/field.tsx";

type ProductFormContext = Readonly<{
  /** The values at first, by the names of the fields. */
  initial: FormValues;
  /** Codes of errors by the names of the fields. */
  errors: FieldErrors;
  /** The fields whose conflict is being resolved elsewhere in the form. */
  conflicts: readonly string[];
  isReadOnly: boolean;
}>;

/** What the fields of the form of a product share. */
export const ProductFormContext = createContext<ProductFormContext>({
  ...{ initial: {}, errors: {}, conflicts: [], isReadOnly: false },
});

const inputClass = "w-full rounded-md border bg-card px-2.5 text-base desk:text-sm";

type ProductFieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Shown beside the label instead of the number of characters. */
  note?: ReactNode;
  /** With it, the number of characters is shown. */
  maxLength?: number;
  /** Above 1 a text with several lines. */
  rows?: number;
  inputMode?: "numeric" | "decimal";
  /** Only for screen readers, in a table whose head names the column. */
  isLabelHidden?: boolean;
  isCode?: boolean;
  /** Whether it is sent but cannot be changed. */
  isLocked?: boolean;
  lang?: string;
};

/** Returns the texts of the errors of a field. */
export function useFieldErrors(name: string): string[] | undefined {
  const { t } = useCatalogI18n();
  const codes =
    use(ProductFormContext).errors[`changes.${name}.to`] ?? use(ProductFormContext).errors[`changes.${name}`];
  return codes?.map((code) => t.find(`catalog.error_${code}`) ?? t.find(`field.${code}`) ?? t("field.invalid"));
}

/**
 * The value that the person saw, which `useProductForm` changes. A text area keeps it when the component renders again,
 * unlike a hidden input, and has several lines.
 */
export function SeenValue({ name }: { name: string }) {
  const { initial } = use(ProductFormContext);
  const [value] = useState(initial[name] ?? "");
  return <textarea hidden readOnly name={`seen_${name}`} data-seen={name} defaultValue={value} />;
}

/** Wraps the field of a value: with a conflict it is hidden and not sent. */
export function Unconflicted({ name, children }: { name: string; children: ReactNode }) {
  const { conflicts, isReadOnly } = use(ProductFormContext);
  const hasConflict = conflicts.includes(name);
  return (
    <fieldset disabled={hasConflict || isReadOnly} hidden={hasConflict} className="min-w-0">
      <SeenValue name={name} />
      {children}
    </fieldset>
  );
}

/** A text of a product with its label. */
export function ProductField({ name, label, hint, note, maxLength, rows = 1, ...props }: ProductFieldProps) {
  const { inputMode, isLabelHidden = false, isCode = false, isLocked = false, lang } = props;
  const { initial } = use(ProductFormContext);
  const [value] = useState(initial[name] ?? "");
  const [length, setLength] = useState(value.length);
  const { format } = useCatalogI18n();
  const errors = useFieldErrors(name);
  const field = {
    ...{ id: name, name, lang, maxLength, readOnly: isLocked, "data-field": "" },
    defaultValue: value,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setLength(currentTarget.value.length),
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": errors ? `${name}-error` : hint ? `${name}-hint` : undefined,
    className: `${inputClass} ${isCode ? "code" : ""} ${isLocked ? "bg-mist text-ink-2" : ""} ${errors ? "border-beni-600 ring-1 ring-beni-600" : "border-line-strong"}`,
  };
  return (
    <Unconflicted name={name}>
      <div className="grid gap-1.5">
        <div className={isLabelHidden ? "sr-only" : "flex items-baseline justify-between gap-2"}>
          <label htmlFor={name} className="text-xs font-medium">
            {label}
          </label>
          <span className="text-2xs text-ink-3 tabular-nums">
            {note ?? (maxLength ? `${format.number(length)} / ${format.number(maxLength)}` : null)}
          </span>
        </div>
        {rows > 1 ? (
          <textarea {...field} rows={rows} className={`${field.className} block py-2`} />
        ) : (
          <input
            {...field}
            inputMode={inputMode}
            autoComplete="off"
            className={`${field.className} ${isLabelHidden ? "h-11 desk:h-8" : "h-11 desk:h-9"} ${inputMode ? "tabular-nums" : ""}`}
          />
        )}
        <FieldMessage id={name} hint={hint} errors={errors} />
      </div>
    </Unconflicted>
  );
}

type ProductSelectProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  options: readonly { value: string; label: string }[];
};

/** A choice of a product with its label. */
export function ProductSelect({ name, label, hint, options }: ProductSelectProps) {
  const { initial } = use(ProductFormContext);
  const [value] = useState(initial[name] ?? "");
  const errors = useFieldErrors(name);
  return (
    <Unconflicted name={name}>
      <div className="grid gap-1.5">
        <label htmlFor={name} className="text-xs font-medium">
          {label}
        </label>
        <select
          id={name}
          name={name}
          data-field=""
          defaultValue={value}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${name}-error` : hint ? `${name}-hint` : undefined}
          className={`h-11 ${inputClass} px-2 desk:h-9 ${errors ? "border-beni-600" : "border-line-strong"}`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <FieldMessage id={name} hint={hint} errors={errors} />
      </div>
    </Unconflicted>
  );
}
