import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { InfoLink } from "../lib/info-link.tsx";
import { useShop } from "../lib/shop.tsx";
import { track } from "../lib/track.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { checkEmail, checkNewPassword, checkPhone, checkSamePassword } from "./checks.ts";
import { PasswordField } from "./password-field.tsx";

const checks = {
  tel: checkPhone,
  email: checkEmail,
  password: checkNewPassword,
  password_confirmation: checkSamePassword,
};

type RegisterFormProps = {
  from: string | null;
  email?: string;
  /** What the form was told where it was sent without a script. */
  answer?: FormAnswer | undefined;
  onRegistered?: (answer: FormAnswer) => void;
};

export function RegisterForm({ from, email = "", answer: served, onRegistered }: RegisterFormProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? served;
  const errors = useFormErrors(answer, checks);
  const banner = bannerOf(answer);
  const typed = answer?.values ?? {};
  const registered = fetcher.data?.ok ? fetcher.data : null;
  useEffect(() => {
    if (registered) void track({ kind: "registration" });
  }, [registered]);
  useEffect(() => {
    if (registered) onRegistered?.(registered);
  }, [registered, onRegistered]);

  return (
    <>
      {banner ? (
        <Note kind="error" className="mt-5">
          {banner}
        </Note>
      ) : null}
      <fetcher.Form method="post" action={to("/register")} {...errors.form} className="mt-5 space-y-4">
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <Field
          id="register-name"
          name="name"
          label={t("field.name")}
          defaultValue={typed["name"]}
          required
          autoComplete="name"
          errors={errors.of("name")}
        />
        <Field
          id="register-tel"
          name="tel"
          type="tel"
          label={t("field.phone")}
          defaultValue={typed["tel"]}
          required
          autoComplete="tel"
          errors={errors.of("tel")}
        />
        <Field
          id="register-email"
          name="email"
          type="email"
          label={t("field.email")}
          defaultValue={typed["email"] ?? email}
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          errors={errors.of("email")}
        />
        <PasswordField
          id="register-password"
          name="password"
          label={t("field.password")}
          hint={t("auth.password_hint")}
          required
          autoComplete="new-password"
          errors={errors.of("password")}
        />
        <PasswordField
          id="register-password-again"
          name="password_confirmation"
          label={t("field.password_again")}
          required
          autoComplete="new-password"
          errors={errors.of("password_confirmation")}
        />
        <div>
          <Checkbox
            id="register-agree"
            name="agree"
            required
            defaultChecked={typed["agree"] === "1"}
            errors={errors.of("agree")}
          >
            {t.rich("auth.agree", {
              privacy: (text) => (
                <InfoLink
                  slug="privacy-policy"
                  without="words"
                  target="_blank"
                  className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
                >
                  {text}
                </InfoLink>
              ),
            })}
          </Checkbox>
        </div>
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.register")}
        </Button>
      </fetcher.Form>
    </>
  );
}
