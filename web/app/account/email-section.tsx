import { CircleCheck } from "lucide-react";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { checkEmail } from "./checks.ts";
import { PasswordField } from "./password-field.tsx";
import { Section } from "./section.tsx";

type EmailSectionProps = {
  email: string;
  isVerified: boolean;
  /** The address that both letters ask about, null while none does. */
  newEmail: string | null;
  /** What the page was told where a form was sent without a script. */
  answer: FormAnswer | undefined;
};

/** The customer's address: whether it is confirmed, and the way to another one. */
export function EmailSection({ email, isVerified, newEmail, answer }: EmailSectionProps) {
  const { t } = useShop();
  return (
    <Section title={t("field.email")} text={<span className="font-medium break-all text-ink">{email}</span>}>
      {isVerified ? (
        <p className="flex items-center gap-2 text-sm text-tokiwa-700">
          <CircleCheck size={18} strokeWidth={1.5} aria-hidden />
          {t("profile.email_confirmed")}
        </p>
      ) : (
        <OneButton
          intent="confirm"
          text={t("profile.email_unconfirmed")}
          button={t("profile.email_send")}
          answer={answer}
        />
      )}
      {newEmail === null ? (
        <ChangeForm email={email} answer={answer} />
      ) : (
        <div className="mt-5 border-t border-line pt-5">
          <OneButton
            intent="email-off"
            text={t("profile.email_waits", { email: newEmail })}
            button={t("profile.email_off")}
            answer={answer}
          />
        </div>
      )}
    </Section>
  );
}

type OneButtonProps = { intent: string; text: string; button: string; answer: FormAnswer | undefined };

function OneButton({ intent, text, button, answer: served }: OneButtonProps) {
  const { to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? (served?.values["intent"] === intent ? served : undefined);
  return (
    <>
      <p className="text-sm break-words">{text}</p>
      <fetcher.Form method="post" action={to("/profile/security")} className="mt-3">
        <input type="hidden" name="intent" value={intent} />
        <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
          {button}
        </Button>
      </fetcher.Form>
      <div role="status">
        {answer?.message ? (
          <Note kind={answer.ok ? "ok" : "error"} className="mt-3">
            {answer.message}
          </Note>
        ) : null}
      </div>
    </>
  );
}

function ChangeForm({ email, answer: served }: { email: string; answer: FormAnswer | undefined }) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? (served?.values["intent"] === "email" ? served : undefined);
  const errors = useFormErrors(answer, { email: checkEmail });
  const banner = bannerOf(answer);
  return (
    <details className="mt-5 border-t border-line pt-4" open={answer !== undefined && !answer.ok}>
      <summary className="w-fit cursor-pointer py-1 text-sm font-medium text-tokiwa-700">
        {t("profile.email_change")}
      </summary>
      <fetcher.Form
        method="post"
        action={to("/profile/security")}
        {...errors.form}
        className="mt-3 grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value="email" />
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
        {banner ? (
          <Note kind="error" className="sm:col-span-2">
            {banner}
          </Note>
        ) : null}
        <Field
          id="email-new"
          name="email"
          type="email"
          label={t("profile.email_new")}
          required
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={answer?.values["email"]}
          errors={errors.of("email")}
        />
        <PasswordField
          id="email-password"
          name="current_password"
          label={t("auth.current_password")}
          required
          autoComplete="current-password"
          errors={errors.of("current_password")}
        />
        <p className="text-sm text-ink-2 sm:col-span-2">{t("profile.email_both")}</p>
        <Button type="submit" busy={fetcher.state !== "idle"} className="w-fit">
          {t("profile.email_ask")}
        </Button>
      </fetcher.Form>
    </details>
  );
}
