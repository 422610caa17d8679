import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { getFormError } from "./form-errors.tsx";
import type { FormResult } from "./form-result.ts";

/** Shows the general error of a failed submission; nothing if the errors belong to fields. */
export function FormAlert({ result, className = "" }: { result: FormResult | undefined; className?: string }) {
  const error = getFormError(result);
  return error ? (
    <Alert kind="error" className={className}>
      {error}
    </Alert>
  ) : null;
}
