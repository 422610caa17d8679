import type { ReactNode } from "react";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { EmailField } from "../../forms/email-field.tsx";
import { FormAlert } from "../../forms/form-alert.tsx";
import { getFormError, useFormErrors } from "../../forms/form-errors.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { validateEmail } from "../field-validators.ts";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import { PasswordField } from "../passwords/password-field.tsx";
import { EmailCodeForm } from "./email-code-form.tsx";
import { ForgotPasswordButton } from "./forgot-password-button.tsx";
import { SecondFactorCodeForm } from "./second-factor-code-form.tsx";
import { useSignIn } from "./use-sign-in.ts";

type SignInFormProps = {
  /** Prefix of the field ids, in case a page has two of these forms. */
  id?: string;
  /** Path to open after signing in, from the URL. */
  from: string | null;
  email?: string;
  /** Action data of the sign-in if it was sent without JavaScript. */
  result?: FormResult | undefined;
  /** Rendered above the form in the password step. */
  above?: ReactNode;
  below?: ReactNode;
  /** Called with the typed email address. */
  onEmail?: (email: string) => void;
  /** Called after the session was created; the form stays in its pending state. */
  onSignedIn?: () => void;
};

/**
 * The sign-in form: email and password, or a code by email; then the code of the second factor if the customer has one.
 * It also requests password reset emails.
 */
export function SignInForm({ id = "login", result, onSignedIn, ...passwordForm }: SignInFormProps) {
  const { t } = useAccountI18n();
  const signIn = useSignIn({ initialResult: result, onSignedIn });
  const { fetcher, isPending, challenge, sentCode } = signIn;
  if (challenge)
    return (
      <SecondFactorCodeForm
        id={id}
        fetcher={fetcher}
        result={challenge}
        onSubmit={signIn.submit}
        onBack={signIn.dismissStep}
      />
    );
  if (!sentCode) return <PasswordForm id={id} signIn={signIn} {...passwordForm} />;
  return (
    <>
      <EmailCodeForm
        id={id}
        action="/login"
        fetcher={fetcher}
        result={sentCode}
        isPending={isPending}
        onSubmit={signIn.submit}
      />
      <button
        type="button"
        onClick={signIn.dismissStep}
        className="mt-2 py-2 text-left text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 scriptless:hidden"
      >
        {t("auth.use_password")}
      </button>
    </>
  );
}

type PasswordFormProps = Omit<SignInFormProps, "result" | "onSignedIn"> & {
  id: string;
  signIn: ReturnType<typeof useSignIn>;
};

/** First step: email and password. */
function PasswordForm({ id, signIn, from, email = "", above, below, onEmail }: PasswordFormProps) {
  const { t, to } = useAccountI18n();
  const { fetcher, result, isPending } = signIn;
  const errors = useFormErrors(result, { email: validateEmail });
  const isCodeRequested = fetcher.formData?.get("intent") === "code";
  return (
    <>
      {above}
      <FormMessage result={result} />
      <fetcher.Form
        method="post"
        action={to("/login")}
        {...errors.form}
        onSubmit={signIn.submit}
        className="mt-5 space-y-4"
      >
        {/* The Enter key activates the first submit button; without this one it would request a password reset. */}
        <button type="submit" hidden disabled={isPending}>
          {t("auth.sign_in")}
        </button>
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <EmailField
          id={`${id}-email`}
          label={t("field.email")}
          defaultValue={result?.values["email"] ?? email}
          autoComplete="username webauthn"
          errors={errors.getErrors("email")}
          onInput={(event) => onEmail?.(event.currentTarget.value)}
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
            sentResult={signIn.sentReset}
            busy={signIn.isResetPending}
            onRequestReset={signIn.requestReset}
          />
        </div>
        <Button type="submit" size="lg" full busy={isPending && !isCodeRequested}>
          {t("auth.sign_in")}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="code"
          kind="outline"
          size="lg"
          full
          busy={isCodeRequested}
          disabled={isPending}
        >
          {t("auth.get_code")}
        </Button>
      </fetcher.Form>
      <PasskeyButton disabled={isPending} onCredential={signIn.submitPasskey} />
      {below}
    </>
  );
}

/** The error of the last submission, or that a reset email was sent. */
function FormMessage({ result }: { result: FormResult | undefined }) {
  // The password was correct and only the code is missing, so this is not an error.
  if (getFormError(result) && result?.code !== "second_factor_required")
    return <FormAlert result={result} className="mt-5" />;
  if (!result?.ok || !result.message) return null;
  return (
    <div role="status">
      <Alert kind="ok" className="mt-5">
        {result.message}
      </Alert>
    </div>
  );
}
