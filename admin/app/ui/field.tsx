import { CircleAlert } from "lucide-react";
import type { InputHTMLAttributes, ReactNode } from "react";

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "id" | "size"> & {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Localized texts. */
  errors?: readonly string[] | undefined;
  /** `lg` on sign-in pages. */
  size?: "md" | "lg";
  /** Rendered inside the field at its end. */
  trailing?: ReactNode;
};

/** A text field with its label, and a hint or errors. Its name is its id by default. */
export function Field({ id, label, hint, errors, size = "md", trailing, ...input }: FieldProps) {
  const hasErrors = Boolean(errors?.length);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-xs font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name={id}
          {...input}
          aria-invalid={hasErrors || undefined}
          aria-describedby={hasErrors ? `${id}-error` : hint ? `${id}-hint` : undefined}
          className={`w-full rounded-md border bg-card px-2.5 text-base ${size === "lg" ? "h-11" : "h-11 desk:h-9 desk:text-sm"} ${trailing ? "pr-11" : ""} ${hasErrors ? "border-beni-600 ring-1 ring-beni-600" : "border-line-strong"}`}
        />
        {trailing}
      </div>
      <FieldMessage id={id} hint={hint} errors={errors} />
    </div>
  );
}

/** The errors of a field, or its hint if there are none. */
export function FieldMessage({ id, hint, errors }: Pick<FieldProps, "id" | "hint" | "errors">) {
  if (errors?.length)
    return (
      <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs text-beni-600">
        <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
        <span>{errors.join(" ")}</span>
      </p>
    );
  return hint ? (
    <p id={`${id}-hint`} className="text-xs text-ink-3">
      {hint}
    </p>
  ) : null;
}
