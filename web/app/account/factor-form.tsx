import type { ComponentProps } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { PasswordField } from "./password-field.tsx";

type FactorFormProps = {
  intent: string;
  /** `app-code`: of the app alone; `code`: a recovery code does too. */
  asks: readonly ("password" | "app-code" | "code")[];
  button: string;
  kind?: ComponentProps<typeof Button>["kind"];
  /** One for all forms of the page: the newest answer speaks. */
  fetcher: FetcherWithComponents<FormAnswer>;
  answer: FormAnswer | undefined;
};

/** Asks for the password, a code, or both, before something is done about the second factor. */
export function FactorForm({ intent, asks, button, kind = "primary", fetcher, answer: told }: FactorFormProps) {
  const { t, to } = useShop();
  const user = useKnown()?.user;
  const answer = told?.values["intent"] === intent ? told : undefined;
  const errors = useFormErrors(answer);
  const banner = bannerOf(answer);
  const isApp = asks.includes("app-code");
  return (
    <fetcher.Form
      method="post"
      action={to("/profile/second-factor")}
      {...errors.form}
      className="grid gap-4 sm:max-w-[360px]"
    >
      <input type="hidden" name="intent" value={intent} />
      {banner ? <Note kind="error">{banner}</Note> : null}
      {asks.includes("password") ? (
        <>
          {/* For password managers: whose password it is. */}
          <input type="text" name="username" autoComplete="username" defaultValue={user?.email} hidden />
          <PasswordField
            id={`${intent}-password`}
            name="current_password"
            label={t("auth.current_password")}
            required
            autoComplete="current-password"
            errors={errors.of("current_password")}
          />
        </>
      ) : null}
      {isApp || asks.includes("code") ? (
        <Field
          id={`${intent}-code`}
          name="code"
          label={t(isApp ? "auth.code" : "profile.factor_any_code")}
          required
          autoComplete="one-time-code"
          inputMode={isApp ? "numeric" : "text"}
          autoCapitalize="none"
          spellCheck={false}
          errors={errors.of("code")}
        />
      ) : null}
      <Button
        type="submit"
        kind={kind}
        busy={fetcher.state !== "idle" && fetcher.formData?.get("intent") === intent}
        className="w-fit"
      >
        {button}
      </Button>
    </fetcher.Form>
  );
}
