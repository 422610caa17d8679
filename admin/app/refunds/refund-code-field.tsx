import { ShieldCheck } from "lucide-react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatAmount } from "../i18n/amounts.ts";
import { STEP_UP_FIELD, type StepUp } from "../staff/step-up.ts";
import { FieldMessage } from "../ui/field.tsx";

type RefundCodeFieldProps = {
  /** Whether the refund needs a code, unless one was entered within the last five minutes. */
  isNeeded: boolean;
  /** Set when the refund was refused without a code, or with a wrong one. */
  stepUp: StepUp | null;
  /** The limit in rubles above which a code is needed, if it is known. */
  limit?: number;
};

/** Says that a refund needs a code of the authenticator app, and asks for it once it is missing. */
export function RefundCodeField({ isNeeded, stepUp, limit }: RefundCodeFieldProps) {
  const { t, format } = useI18n();
  if (!isNeeded && stepUp === null) return null;
  return (
    <div className="grid items-center gap-x-4 gap-y-2 desk:flex">
      <ShieldCheck size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-2 max-desk:hidden" />
      <div>
        <p className="font-medium">
          {limit === undefined
            ? t("step_up.title")
            : t("refunds.code_needed", { limit: formatAmount(format, limit, "RUB") })}
        </p>
        <p id={`${STEP_UP_FIELD}-about`} className="text-xs text-ink-3">
          {stepUp?.demoCode ? t("refunds.demo_code", { code: stepUp.demoCode }) : t("refunds.code_hint")}
        </p>
      </div>
      {stepUp === null ? null : (
        <div className="grid gap-1">
          <input
            ref={focusField}
            name={STEP_UP_FIELD}
            aria-label={t("sign_in.code")}
            aria-describedby={stepUp.error === null ? `${STEP_UP_FIELD}-about` : `${STEP_UP_FIELD}-error`}
            aria-invalid={stepUp.error !== null || undefined}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            title={t("sign_in.code_format")}
            maxLength={7}
            className="code h-11 w-32 rounded-md border border-line-strong bg-card px-2.5 text-center text-lg tracking-widest desk:h-9"
          />
          <FieldMessage id={STEP_UP_FIELD} errors={stepUp.error === null ? undefined : [stepUp.error]} />
        </div>
      )}
    </div>
  );
}

/** The field appears after a refusal, where the person continues. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}
