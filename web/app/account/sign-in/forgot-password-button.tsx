import { useEffect, useState } from "react";
import { formatCountdown, useSecondsLeft } from "../../browser/countdown.ts";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

/** How long a customer waits before requesting another password reset email (docs/domain/accounts.md). */
const RESEND_DELAY_SECONDS = 60;

type ForgotPasswordButtonProps = {
  /** The result of the request that sent an email. */
  sentResult: FormResult | undefined;
  busy: boolean;
  onRequestReset: (form: HTMLFormElement) => void;
};

/** Requests a password reset email. Shows a countdown for a minute after one was sent. */
export function ForgotPasswordButton({ sentResult, busy, onRequestReset }: ForgotPasswordButtonProps) {
  const { t, to } = useAccountI18n();
  const [resendAt, setResendAt] = useState<number | null>(null);
  useEffect(() => {
    if (sentResult) setResendAt(Date.now() + RESEND_DELAY_SECONDS * 1000);
  }, [sentResult]);
  const secondsLeft = useSecondsLeft(resendAt);
  if (secondsLeft > 0) {
    return (
      <span className="num py-2 text-sm text-ink-3">{t("auth.resend_in", { time: formatCountdown(secondsLeft) })}</span>
    );
  }
  return (
    <button
      type="submit"
      formAction={to("/forgot-password")}
      disabled={busy}
      onClick={(event) => {
        event.preventDefault();
        if (event.currentTarget.form) onRequestReset(event.currentTarget.form);
      }}
      className="py-2 text-right text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 disabled:text-ink-3"
    >
      {t("auth.forgot")}
    </button>
  );
}
