import { ChevronDown } from "lucide-react";
import type { ReactNode, SelectHTMLAttributes } from "react";
import { controlClass, getDescriptionProps, FieldLayout } from "./field.tsx";

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "id"> & {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  className?: string;
};

/** A native select with a label, and a hint or errors. */
export function Select({ id, label, hint, errors, className, children, ...select }: SelectProps) {
  return (
    <FieldLayout {...{ id, label, hint, errors, required: select.required }} {...(className ? { className } : {})}>
      <div className="relative">
        <select
          id={id}
          name={id}
          {...select}
          {...getDescriptionProps(id, errors, hint)}
          className={`h-12 appearance-none pr-11 ${controlClass(errors)}`}
        >
          {children}
        </select>
        <ChevronDown size={18} aria-hidden className="pointer-events-none absolute top-[15px] right-3.5 text-ink-3" />
      </div>
    </FieldLayout>
  );
}
