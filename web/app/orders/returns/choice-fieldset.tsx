import { ErrorLines } from "@furoshiki/design-system/ui/field.tsx";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

type ChoiceFieldsetProps = {
  /** Name of the fields, for the ids of the error message. */
  name: string;
  legend: ReactNode;
  errors: readonly string[] | undefined;
  /** True for radio buttons, of which one is chosen. */
  isRadioGroup?: boolean;
  children: ReactNode;
};

/** A numbered question of a form with its choices and error. A failed submission moves the focus here. */
export function ChoiceFieldset({ name, legend, errors, isRadioGroup = false, children }: ChoiceFieldsetProps) {
  const hasError = Boolean(errors?.length);
  return (
    <fieldset
      {...(isRadioGroup ? { role: "radiogroup" } : {})}
      tabIndex={-1}
      {...(isRadioGroup && hasError ? { "aria-invalid": true } : {})}
      aria-describedby={hasError ? `${name}-error` : undefined}
      className="outline-none"
    >
      <legend className="mb-3">
        <h2 className="text-xl">{legend}</h2>
      </legend>
      {children}
      {hasError ? (
        <p id={`${name}-error`} className="mt-2 flex items-start gap-1.5 text-sm text-beni-600">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <ErrorLines errors={errors ?? []} />
        </p>
      ) : null}
    </fieldset>
  );
}
