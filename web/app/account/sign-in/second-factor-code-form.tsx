import { useEffect, useState, type FormEvent } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { CodeField } from "../second-factor/code-field.tsx";

type SecondFactorCodeFormProps = {
  id: string;
  fetcher: FetcherWithComponents<FormResult>;
  /** Result of the password step; its values contain the challenge. */
  result: FormResult;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onBack: () => void;
};

/** Second step of a sign-in if the customer has two-factor authentication: a code from the app or a recovery code. */
export function SecondFactorCodeForm({ id, fetcher, result, onSubmit, onBack }: SecondFactorCodeFormProps) {
  const { t, to } = useAccountI18n();
  const [isRecovery, setIsRecovery] = useState(false);
  useEffect(() => document.getElementById(`${id}-code`)?.focus(), [id, isRecovery]);
  const errors = useFormErrors(result);
  return (
    <>
      {/* The password was correct and only the code is missing, so this is not an error. */}
      {result.code === "second_factor_required" ? null : <FormAlert result={result} className="mt-5" />}
      <fetcher.Form method="post" action={to("/login")} {...errors.form} onSubmit={onSubmit} className="mt-5 space-y-4">
        {["challenge", "remember", "email", "from"].map((name) => (
          <input key={name} type="hidden" name={name} value={result.values[name] ?? ""} />
        ))}
        <p className="text-base" role="status">
          {t(isRecovery ? "auth.code_recovery_text" : "auth.code_text")}
        </p>
        <CodeField
          // Remounts the field when the kind of code changes, which clears what was typed.
          key={isRecovery ? "recovery" : "app"}
          id={`${id}-code`}
          label={t(isRecovery ? "auth.code_recovery" : "auth.code")}
          isAppCode={!isRecovery}
          errors={errors.getErrors("code")}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.sign_in")}
        </Button>
        <div className="flex flex-wrap justify-between gap-x-4 scriptless:hidden">
          <TextButton onClick={() => setIsRecovery(!isRecovery)}>
            {t(isRecovery ? "auth.code_use_app" : "auth.code_use_recovery")}
          </TextButton>
          <TextButton onClick={onBack}>{t("auth.code_back")}</TextButton>
        </div>
      </fetcher.Form>
    </>
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
