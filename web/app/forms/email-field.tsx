import type { ComponentProps } from "react";
import { Field } from "@furoshiki/design-system/ui/field.tsx";

/** Required field for an email address, with the matching keyboard and without corrections. */
export function EmailField({ name = "email", ...field }: Omit<ComponentProps<typeof Field>, "type" | "required">) {
  return (
    <Field {...field} name={name} type="email" required inputMode="email" autoCapitalize="none" spellCheck={false} />
  );
}
