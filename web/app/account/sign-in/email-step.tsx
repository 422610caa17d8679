import { useEffect, useState } from "react";
import { useFetcher, type FetcherWithComponents } from "react-router";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { EmailField } from "../../forms/email-field.tsx";
import { suggestEmail } from "../../forms/email-correction.ts";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useResultEffect } from "../../forms/use-result-effect.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { validateEmail } from "../field-validators.ts";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import { EmailCodeForm } from "./email-code-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

type EmailStepProps = {
  /** Prefix of the field ids. */
  id: string;
  email?: string;
  /** Called after the session was created; the form stays in its pending state. */
  onSignedIn: () => void;
};

/**
 * The first step of a checkout: one field for the email. An unknown email goes on at once; a known one is asked for a
 * code, or for the password if the customer prefers that.
 */
export function EmailStep({ id, email = "", onSignedIn }: EmailStepProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data;
  const [dismissedResult, setDismissedResult] = useState<FormResult>();
  const [typedEmail, setTypedEmail] = useState(email);
  const [isPasswordPreferred, setIsPasswordPreferred] = useState(false);
  const isSignedIn = Boolean(result?.values["signed_in"]);
  const isPending = fetcher.state !== "idle" || isSignedIn;
  useResultEffect(result, ({ values }) => {
    if (values["signed_in"]) onSignedIn();
  });
  useEffect(() => {
    if (isPasswordPreferred) document.getElementById(`${id}-password`)?.focus();
  }, [id, isPasswordPreferred]);
  const challenge = result?.values["challenge"] ? result : undefined;
  if (challenge || isPasswordPreferred)
    return (
      <>
        <SignInForm id={id} from="/cart" email={typedEmail} result={challenge} onSignedIn={onSignedIn} />
        {challenge ? null : (
          <TextButton onClick={() => setIsPasswordPreferred(false)}>{t("checkout.use_code")}</TextButton>
        )}
      </>
    );
  const codeResult = result?.values["code_token"] && result !== dismissedResult ? result : undefined;
  return (
    <>
      {codeResult ? (
        <EmailCodeForm id={id} action="/login/email" fetcher={fetcher} result={codeResult} isPending={isPending} />
      ) : (
        <EmailForm
          id={id}
          fetcher={fetcher}
          result={result}
          isPending={isPending}
          email={typedEmail}
          onEmail={setTypedEmail}
        />
      )}
      <PasskeyButton
        disabled={isPending}
        onCredential={(credential) => {
          const { email: codeEmail = typedEmail, code_token = "" } = codeResult?.values ?? {};
          const form = { intent: "passkey", credential, email: codeEmail, code_token };
          void fetcher.submit(form, { method: "post", action: to("/login/email") });
        }}
      />
      <div className="mt-2 flex flex-wrap gap-x-6">
        {codeResult ? (
          <TextButton onClick={() => setDismissedResult(codeResult)}>{t("checkout.other_email")}</TextButton>
        ) : null}
        <TextButton onClick={() => setIsPasswordPreferred(true)}>{t("checkout.use_password")}</TextButton>
      </div>
    </>
  );
}

type EmailFormProps = {
  id: string;
  fetcher: FetcherWithComponents<FormResult>;
  result: FormResult | undefined;
  isPending: boolean;
  email: string;
  onEmail: (email: string) => void;
};

function EmailForm({ id, fetcher, result, isPending, email, onEmail }: EmailFormProps) {
  const { t, to } = useAccountI18n();
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const errors = useFormErrors(result, { email: validateEmail });
  return (
    <fetcher.Form method="post" action={to("/login/email")} {...errors.form} className="mt-5 space-y-4">
      <FormAlert result={result} />
      <div>
        <EmailField
          id={`${id}-email`}
          label={t("field.email")}
          value={email}
          autoComplete="username webauthn"
          errors={errors.getErrors("email")}
          onChange={(event) => {
            onEmail(event.target.value);
            setSuggestion(null);
          }}
          onBlur={(event) => setSuggestion(suggestEmail(event.target.value))}
        />
        {suggestion ? (
          <button
            type="button"
            onClick={() => {
              onEmail(suggestion);
              setSuggestion(null);
            }}
            className="py-2 text-left text-sm text-yamabuki-800 underline underline-offset-4"
          >
            {t("checkout.email_suggestion", { email: suggestion })}
          </button>
        ) : null}
      </div>
      <Button type="submit" name="intent" value="begin" size="lg" full busy={isPending}>
        {t("checkout.email_next")}
      </Button>
    </fetcher.Form>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="py-2 text-left text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4"
    >
      {children}
    </button>
  );
}
