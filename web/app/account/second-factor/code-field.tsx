import { Field } from "@furoshiki/design-system/ui/field.tsx";

type CodeFieldProps = {
  id: string;
  label: string;
  /** Whether only a code from the app is accepted, which has digits only, and no recovery code. */
  isAppCode: boolean;
  errors: string[] | undefined;
};

/** Field for a code of the second factor. */
export function CodeField({ id, label, isAppCode, errors }: CodeFieldProps) {
  return (
    <Field
      id={id}
      name="code"
      label={label}
      required
      autoComplete="one-time-code"
      inputMode={isAppCode ? "numeric" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      errors={errors}
    />
  );
}
