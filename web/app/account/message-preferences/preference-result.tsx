import { CircleCheck } from "lucide-react";
import type { FormResult } from "../../forms/form-result.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** Whether a change of the preferences was saved. */
export function PreferenceResult({ result, isIdle }: { result: FormResult | undefined; isIdle: boolean }) {
  return (
    <div role="status">
      {!isIdle || !result?.message ? null : result.ok ? (
        <p className="flex items-center gap-2 py-2 text-sm text-tokiwa-700">
          <CircleCheck size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
          {result.message}
        </p>
      ) : (
        <Alert kind="error" className="my-2">
          {result.message}
        </Alert>
      )}
    </div>
  );
}
