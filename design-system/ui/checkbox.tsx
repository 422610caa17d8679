import { CircleAlert } from "lucide-react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { ErrorLines } from "./field.tsx";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  children: ReactNode;
  errors?: readonly string[] | undefined;
  className?: string;
};

/** A checkbox with its label (`children`) and error messages, which need an `id` to be associated with it. */
export function Checkbox({ children, errors, className = "", ...input }: CheckboxProps) {
  const hasError = Boolean(errors?.length);
  const errorId = hasError && input.id ? `${input.id}-error` : undefined;
  return (
    <>
      <label className={`flex cursor-pointer items-start gap-3 py-1 text-sm text-ink ${className}`}>
        <input
          type="checkbox"
          {...input}
          aria-invalid={hasError || undefined}
          aria-describedby={errorId}
          className="checkbox mt-px"
        />
        <span>{children}</span>
      </label>
      {hasError ? (
        <p id={errorId} className="mt-1 flex items-start gap-1.5 pl-8 text-sm text-beni-600">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <ErrorLines errors={errors ?? []} />
        </p>
      ) : null}
    </>
  );
}
