import { CircleAlert } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";

type FieldBaseProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Localized texts. */
  errors?: readonly string[] | undefined;
  className?: string;
};

/** Label, control, and hint or error, associated for assistive technology. */
export function FieldLayout({
  id,
  label,
  hint,
  errors,
  required,
  className = "",
  children,
}: FieldBaseProps & { required?: boolean | undefined; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
        {required ? (
          <span className="text-beni-600" aria-hidden>
            {" *"}
          </span>
        ) : null}
      </label>
      {children}
      {errors?.length ? (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm text-beni-600">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <ErrorLines errors={errors} />
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Each error on its own line. */
export function ErrorLines({ errors }: { errors: readonly string[] }) {
  return (
    <span>
      {errors.map((error) => (
        <span key={error} className="block">
          {error}
        </span>
      ))}
    </span>
  );
}

/** Returns the ARIA attributes that associate a control with its error or hint. */
export function getDescriptionProps(id: string, errors: readonly string[] | undefined, hint: ReactNode) {
  if (errors?.length) return { "aria-invalid": true, "aria-describedby": `${id}-error` } as const;
  return hint ? ({ "aria-describedby": `${id}-hint` } as const) : {};
}

/** Returns the classes of a text control, with a red border if there are errors. */
export function controlClass(errors: readonly string[] | undefined): string {
  return `w-full rounded-md border bg-surface px-3.5 text-base text-ink enabled:hover:border-ink-2 focus:border-tokiwa-700 disabled:cursor-not-allowed disabled:bg-mist disabled:text-ink-3 ${errors?.length ? "border-beni-600" : "border-line-strong"}`;
}

type FieldProps = FieldBaseProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "id"> & { trailing?: ReactNode };

/** A text field with a label, and a hint or errors. `trailing` is rendered inside the field at its end. */
export function Field({ id, label, hint, errors, className, trailing, ...input }: FieldProps) {
  return (
    <FieldLayout {...{ id, label, hint, errors, required: input.required }} {...(className ? { className } : {})}>
      <div className="relative">
        <input
          id={id}
          name={id}
          {...input}
          {...getDescriptionProps(id, errors, hint)}
          className={`h-12 ${controlClass(errors)} ${trailing ? "pr-12" : ""}`}
        />
        {trailing}
      </div>
    </FieldLayout>
  );
}

type TextAreaProps = FieldBaseProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className" | "id">;

/** A multi-line text field with a label, and a hint or errors. */
export function TextArea({ id, label, hint, errors, className, ...area }: TextAreaProps) {
  return (
    <FieldLayout {...{ id, label, hint, errors, required: area.required }} {...(className ? { className } : {})}>
      <textarea
        id={id}
        name={id}
        {...area}
        {...getDescriptionProps(id, errors, hint)}
        className={`py-3 ${controlClass(errors)}`}
      />
    </FieldLayout>
  );
}
