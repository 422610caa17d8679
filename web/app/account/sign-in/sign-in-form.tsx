import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { useFetcher } from "react-router";
import { getFormError, useFormErrors } from "../../forms/form-errors.tsx";
import { getFormValue, type FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { validateEmail } from "../field-validators.ts";
import { formatCountdown, useSecondsLeft } from "../../browser/countdown.ts";
import { SecondFactorCodeForm } from "./second-factor-code-form.tsx";
import { PasswordField } from "../passwords/password-field.tsx";

/** How long a customer waits before requesting another password reset email (docs/domain/accounts.md). */
const RESEND_DELAY_SECONDS = 60;

type SignInFormProps = {
  /** Prefix of the field ids, in case a page has two of these forms. */
  id?: string;
  /** Path to open after signing in, from the URL. */
  from: string | null;
  email?: string;
  /** Action data of the sign-in if it was sent without JavaScript. */
  result?: FormResult | undefined;
  /** Action data of the password reset request, likewise. */
  resetResult?: FormResult | undefined;
  /** Rendered above the form in the password step. */
  above?: ReactNode;
  /** Message shown above the fields until the form has a result. */
  welcomeMessage?: string | undefined;
  below?: ReactNode;
  /** Called with the typed email address. */
  onEmail?: (email: string) => void;
  /** Called after the session was created; the form stays in its pending state. */
  onSignedIn?: () => void;
};

/**
 * The sign-in form: email and password, then the code of the second factor if the customer has one. It also requests
 * password reset emails.
 */
export function SignInForm({
  id = "login",
  from,
  email = "",
  result: initialResult,
  resetResult: initialResetResult,
  above,
  welcomeMessage,
  below,
  ...handlers
}: SignInFormProps) {
  const { t, to } = useI18n();
  const signIn = useFetcher<FormResult>();
  const reset = useFetcher<FormResult>();
  const signInResult = signIn.data ?? initialResult;
  const resetResult = reset.data ?? initialResetResult;
  // The result of the form that was submitted last is shown.
  const [lastSubmitted, setLastSubmitted] = useState<"signIn" | "reset">(initialResetResult ? "reset" : "signIn");
  const result = lastSubmitted === "signIn" ? signInResult : resetResult;
  const errors = useFormErrors(result, { email: validateEmail });
  // The password was correct and only the code is missing, so this is not an error.
  const banner = result?.code === "second_factor_required" ? null : getFormError(result);
  const statusMessage = resetResult?.ok && lastSubmitted === "reset" ? resetResult.message : welcomeMessage;
  const isSignedIn = Boolean(signIn.data?.ok);
  const isPending = signIn.state !== "idle" || isSignedIn;
  const { onSignedIn } = handlers;
  useEffect(() => {
    if (isSignedIn) onSignedIn?.();
  }, [isSignedIn, onSignedIn]);

  const submitSignIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("scripted", "1");
    setLastSubmitted("signIn");
    void signIn.submit(form, { method: "post", action: to("/login") });
  };
  const requestReset = (form: HTMLFormElement) => {
    setLastSubmitted("reset");
    const email = getFormValue(new FormData(form), "email");
    void reset.submit({ email }, { method: "post", action: to("/forgot-password") });
  };

  const [dismissedChallenge, setDismissedChallenge] = useState<FormResult>();
  if (signInResult?.values["challenge"] && lastSubmitted === "signIn" && dismissedChallenge !== signInResult)
    return (
      <SecondFactorCodeForm
        id={id}
        fetcher={signIn}
        result={signInResult}
        busy={signIn.state !== "idle"}
        onBack={() => setDismissedChallenge(signInResult)}
      />
    );
  return (
    <>
      {above}
      <FormMessage error={banner} status={statusMessage} />
      <signIn.Form
        method="post"
        action={to("/login")}
        {...errors.form}
        onSubmit={submitSignIn}
        className="mt-5 space-y-4"
      >
        {/* The Enter key activates the first submit button; without this one it would request a password reset. */}
        <button type="submit" hidden disabled={isPending}>
          {t("auth.sign_in")}
        </button>
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <Field
          id={`${id}-email`}
          name="email"
          type="email"
          label={t("field.email")}
          defaultValue={result?.values["email"] ?? email}
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          errors={errors.getErrors("email")}
          onInput={(event) => handlers.onEmail?.(event.currentTarget.value)}
        />
        <PasswordField
          id={`${id}-password`}
          name="password"
          label={t("field.password")}
          required
          autoComplete="current-password"
          errors={errors.getErrors("password")}
        />
        <div className="flex items-center justify-between gap-3">
          <div>
            <Checkbox id={`${id}-remember`} name="remember" defaultChecked={result?.values["remember"] === "1"}>
              {t("auth.remember")}
            </Checkbox>
          </div>
          <ForgotPasswordButton
            sentResult={resetResult?.ok ? resetResult : undefined}
            busy={reset.state !== "idle"}
            onRequestReset={requestReset}
          />
        </div>
        <Button type="submit" size="lg" full busy={isPending}>
          {t("auth.sign_in")}
        </Button>
      </signIn.Form>
      {below}
    </>
  );
}

/** The error of the form, or else its status message. */
function FormMessage({ error, status }: { error: string | null; status: string | null | undefined }) {
  if (error)
    return (
      <Alert kind="error" className="mt-5">
        {error}
      </Alert>
    );
  return status ? (
    <div role="status">
      <Alert kind="ok" className="mt-5">
        {status}
      </Alert>
    </div>
  ) : null;
}

/** Requests a password reset email. Shows a countdown for a minute after one was sent. */
function ForgotPasswordButton({
  sentResult,
  busy,
  onRequestReset,
}: {
  /** The result of the request that sent an email. */
  sentResult: FormResult | undefined;
  busy: boolean;
  onRequestReset: (form: HTMLFormElement) => void;
}) {
  const { t, to } = useI18n();
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
