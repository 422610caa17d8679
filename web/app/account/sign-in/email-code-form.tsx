import { Clock } from "lucide-react";
import { useEffect, useState, type FormEvent } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { formatCountdown, useSecondsLeft } from "../../browser/countdown.ts";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { EmailCodeField } from "./email-code-field.tsx";

const CODE_LIFETIME_MS = 10 * 60_000;
/** How long a customer waits before requesting another code. */
const RESEND_DELAY_MS = 60_000;

type EmailCodeFormProps = {
  id: string;
  /** Path of the action: the checkout or the sign-in. */
  action: "/login" | "/login/email";
  fetcher: FetcherWithComponents<FormResult>;
  /** The result of the step before; its values contain the email and the token of the code. */
  result: FormResult;
  /** Stays true after the sign-in, while the page changes. */
  isPending: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/** Asks for the code that was sent to the email. The sixth digit submits it. */
export function EmailCodeForm({ id, action, fetcher, result, isPending, onSubmit }: EmailCodeFormProps) {
  const { t, to } = useAccountI18n();
  const { code_token: token = "", ...values } = result.values;
  const isCodeWrong = result.code === "wrong_email_code";
  const errors = useFormErrors(result);
  const codeErrors = isCodeWrong && result.message ? [result.message] : errors.getErrors("code");
  useEffect(() => document.getElementById(`${id}-code`)?.focus(), [id, token]);
  return (
    <fetcher.Form method="post" action={to(action)} {...errors.form} onSubmit={onSubmit} className="mt-5 space-y-4">
      {isCodeWrong ? null : <FormAlert result={result} />}
      <p role="status" className="break-words">
        {t("checkout.code_sent", { email: values["email"] ?? "" })}
      </p>
      {["email", "from", "remember"].map((name) =>
        values[name] ? <input key={name} type="hidden" name={name} value={values[name]} /> : null,
      )}
      <input type="hidden" name="code_token" value={token} />
      <EmailCodeField
        key={`code-${token}`}
        id={`${id}-code`}
        label={t("checkout.email_code")}
        hint={t("checkout.code_hint")}
        errors={codeErrors}
        onComplete={({ form }) => {
          if (!isPending) form?.requestSubmit(form.querySelector("[value=verify]"));
        }}
      />
      <Button type="submit" name="intent" value="verify" size="lg" full busy={isPending}>
        {t("checkout.code_submit")}
      </Button>
      <CodeLifetime key={`lifetime-${token}`} disabled={isPending} />
    </fetcher.Form>
  );
}

/** How long the code works, and the button that sends another one. */
function CodeLifetime({ disabled }: { disabled: boolean }) {
  const { t } = useAccountI18n();
  const [sentAt] = useState(() => Date.now());
  const secondsLeft = useSecondsLeft(sentAt + CODE_LIFETIME_MS);
  const secondsToResend = useSecondsLeft(sentAt + RESEND_DELAY_MS);
  return (
    <div className="num flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-2">
      <p className="flex items-center gap-1.5">
        <Clock size={16} strokeWidth={1.5} aria-hidden />
        {secondsLeft > 0 ? t("checkout.code_left", { time: formatCountdown(secondsLeft) }) : t("checkout.code_expired")}
      </p>
      {secondsToResend > 0 ? (
        <p className="py-2">{t("auth.resend_in", { time: formatCountdown(secondsToResend) })}</p>
      ) : (
        <button
          type="submit"
          name="intent"
          value="resend"
          disabled={disabled}
          className="py-2 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4"
        >
          {t("checkout.code_again")}
        </button>
      )}
    </div>
  );
}
