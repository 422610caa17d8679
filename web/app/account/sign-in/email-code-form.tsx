import { useEffect, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { formatCountdown, useSecondsLeft } from "../../browser/countdown.ts";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

/** Six digits; a pasted code may have a space in the middle. */
const CODE_PATTERN = /^\d{3}\s?\d{3}$/;
/** How long a customer waits before requesting another code. */
const RESEND_DELAY_MS = 60_000;

type EmailCodeFormProps = {
  id: string;
  fetcher: FetcherWithComponents<FormResult>;
  /** The result of the step before; its values contain the email and the token of the code. */
  result: FormResult;
  /** Stays true after the sign-in, while the page changes. */
  isPending: boolean;
};

/** Asks for the code that was sent to the email. The sixth digit submits it. */
export function EmailCodeForm({ id, fetcher, result, isPending }: EmailCodeFormProps) {
  const { t, to } = useAccountI18n();
  const { email = "", code_token: token = "" } = result.values;
  const isCodeWrong = result.code === "wrong_email_code";
  const errors = useFormErrors(result);
  const codeErrors = isCodeWrong && result.message ? [result.message] : errors.getErrors("code");
  useEffect(() => document.getElementById(`${id}-code`)?.focus(), [id, token]);
  return (
    <fetcher.Form method="post" action={to("/login/email")} {...errors.form} className="mt-5 space-y-4">
      {isCodeWrong ? null : <FormAlert result={result} />}
      <p role="status">{result.ok && result.message ? result.message : t("checkout.code_sent", { email })}</p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="code_token" value={token} />
      <Field
        key={`code-${token}`}
        id={`${id}-code`}
        name="code"
        label={t("checkout.email_code")}
        hint={t("checkout.code_hint")}
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        errors={codeErrors}
        onInput={({ currentTarget: { form, value } }) => {
          if (!isPending && CODE_PATTERN.test(value)) form?.requestSubmit(form.querySelector("[value=verify]"));
        }}
        className="num max-w-56"
      />
      <Button type="submit" name="intent" value="verify" size="lg" full busy={isPending}>
        {t("checkout.code_submit")}
      </Button>
      <ResendButton key={`resend-${token}`} disabled={isPending} />
    </fetcher.Form>
  );
}

function ResendButton({ disabled }: { disabled: boolean }) {
  const { t } = useAccountI18n();
  const [resendAt] = useState(() => Date.now() + RESEND_DELAY_MS);
  const secondsLeft = useSecondsLeft(resendAt);
  if (secondsLeft > 0)
    return <p className="num py-2 text-sm text-ink-3">{t("auth.resend_in", { time: formatCountdown(secondsLeft) })}</p>;
  return (
    <button
      type="submit"
      name="intent"
      value="resend"
      disabled={disabled}
      className="py-2 text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4"
    >
      {t("checkout.code_again")}
    </button>
  );
}
