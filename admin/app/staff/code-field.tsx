import { useState } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";

const CODE_LENGTH = 6;

type CodeFieldProps = {
  /** Also the name of the field. */
  id?: string;
  /** The text about the missing digits. */
  missingKey?: "sign_in.code_missing" | "step_up.code_missing";
  errors: readonly string[] | undefined;
  /** The text of the button that sends the code. */
  submitLabel: string;
  busy: boolean;
};

/**
 * Field for the six digits of an authenticator app, with the button of its form: the button waits for all digits, and
 * the last one sends the form. Before hydration the button is always enabled.
 */
export function CodeField({
  id = "code",
  missingKey = "sign_in.code_missing",
  errors,
  submitLabel,
  busy,
}: CodeFieldProps) {
  const { t } = useI18n();
  const isHydrated = useHydrated();
  const [code, setCode] = useState("");
  const missing = CODE_LENGTH - code.length;
  const isWaiting = isHydrated && missing > 0;
  return (
    <>
      <div className="grid gap-2">
        <label htmlFor={id} className="text-xs font-medium">
          {t("sign_in.code")}
        </label>
        <div className="relative grid grid-cols-6 gap-2 overflow-hidden rounded-md @container has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-4 has-[:focus-visible]:outline-focus">
          {Array.from({ length: CODE_LENGTH }, (_, index) => (
            <span
              key={index}
              aria-hidden
              className={`h-14 rounded-md border bg-card ${errors?.length ? "border-beni-600" : "border-line-strong"}`}
            />
          ))}
          <input
            id={id}
            name={id}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            title={t("sign_in.code_format")}
            // Apps copy a code with a space in the middle.
            maxLength={CODE_LENGTH + 1}
            value={code}
            onChange={({ currentTarget }) => {
              const digits = currentTarget.value.replaceAll(/\D/g, "").slice(0, CODE_LENGTH);
              setCode(digits);
              currentTarget.value = digits;
              if (digits.length === CODE_LENGTH) currentTarget.form?.requestSubmit();
            }}
            aria-invalid={Boolean(errors?.length) || undefined}
            aria-describedby={errors?.length ? `${id}-error` : `${id}-hint`}
            className="code-digits absolute inset-y-0 left-0 bg-transparent outline-none"
          />
        </div>
        <FieldMessage id={id} errors={errors} />
      </div>
      <div className="grid gap-2">
        <Button type="submit" kind="primary" size="lg" className="w-full" disabled={isWaiting} busy={busy}>
          {submitLabel}
        </Button>
        <p id={`${id}-hint`} className="min-h-4.5 text-xs text-ink-3 scriptless:hidden">
          {isWaiting ? t(missingKey, { count: missing }) : null}
        </p>
      </div>
    </>
  );
}
