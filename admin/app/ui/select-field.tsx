import type { ReactNode, SelectHTMLAttributes } from "react";

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "id"> & {
  id: string;
  label: ReactNode;
};

/** A native select with its label. Its name is its id by default. */
export function SelectField({ id, label, children, ...select }: SelectFieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-xs font-medium">
        {label}
      </label>
      <select
        id={id}
        name={id}
        {...select}
        className="h-11 w-full rounded-md border border-line-strong bg-card px-2 text-base desk:h-9 desk:text-sm"
      >
        {children}
      </select>
    </div>
  );
}
