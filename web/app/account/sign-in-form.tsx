import { useEffect, useState, type ReactNode } from "react";
import { useFetcher } from "react-router";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { textOf, type FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { checkEmail } from "./checks.ts";
import { clockText, useSecondsLeft } from "../lib/countdown.ts";
import { CodeForm } from "./code-form.tsx";
import { PasswordField } from "./password-field.tsx";

const RESEND_SECONDS = 60; // spec §9

type SignInFormProps = {
  /** Of its fields, where two such forms stand on one page. */
  id?: string;
  /** Where to go on afterwards, as the address said it. */
  from: string | null;
  email?: string;
  /** What the form was told where it was sent without a script. */
  answer?: FormAnswer | undefined;
  /** The same of the question for a new password. */
  letter?: FormAnswer | undefined;
  /** Around the form, while it asks for the password. */
  above?: ReactNode;
  /** Shown above the fields until the form has an answer of its own. */
  welcome?: string | undefined;
  below?: ReactNode;
  onEmail?: (email: string) => void;
  /** After the shop has opened a session; the form goes on looking busy. */
  onSignedIn?: () => void;
};

export function SignInForm({
  id = "login",
  from,
  email = "",
  answer: served,
  letter: servedLetter,
  above,
  welcome,
  below,
  ...on
}: SignInFormProps) {
  const { t, to } = useShop();
  const signIn = useFetcher<FormAnswer>();
  const reset = useFetcher<FormAnswer>();
  const asked = signIn.data ?? served;
  const letter = reset.data ?? servedLetter;
  // The newer of the two answers speaks.
  const [last, setLast] = useState<"signIn" | "reset">(servedLetter ? "reset" : "signIn");
  const answer = last === "signIn" ? asked : letter;
  const errors = useFormErrors(answer, { email: checkEmail });
  // The password was right: only the code is missing, and nothing is wrong.
  const banner = answer?.code === "second_factor_required" ? null : bannerOf(answer);
  const done = letter?.ok && last === "reset" ? letter.message : welcome;
  const signedIn = Boolean(signIn.data?.ok);
  const { onSignedIn } = on;
  useEffect(() => {
    if (signedIn) onSignedIn?.();
  }, [signedIn, onSignedIn]);

  const [typesAgain, setTypesAgain] = useState<FormAnswer>();
  if (asked?.values["challenge"] && last === "signIn" && typesAgain !== asked)
    return (
      <CodeForm
        id={id}
        fetcher={signIn}
        answer={asked}
        busy={signIn.state !== "idle"}
        onBack={() => setTypesAgain(asked)}
      />
    );
  return (
    <>
      {above}
      {banner ? (
        <Note kind="error" className="mt-5">
          {banner}
        </Note>
      ) : done ? (
        <div role="status">
          <Note kind="ok" className="mt-5">
            {done}
          </Note>
        </div>
      ) : null}
      <signIn.Form
        method="post"
        action={to("/login")}
        {...errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          form.set("scripted", "1");
          setLast("signIn");
          void signIn.submit(form, { method: "post", action: to("/login") });
        }}
        className="mt-5 space-y-4"
      >
        {/* The Enter key presses a form's first button: without this one it would ask for a new password. */}
        <button type="submit" hidden>
          {t("auth.sign_in")}
        </button>
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <Field
          id={`${id}-email`}
          name="email"
          type="email"
          label={t("field.email")}
          defaultValue={answer?.values["email"] ?? email}
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          errors={errors.of("email")}
          onInput={(event) => on.onEmail?.(event.currentTarget.value)}
        />
        <PasswordField
          id={`${id}-password`}
          name="password"
          label={t("field.password")}
          required
          autoComplete="current-password"
          errors={errors.of("password")}
        />
        <div className="flex items-center justify-between gap-3">
          <div>
            <Checkbox id={`${id}-remember`} name="remember" defaultChecked={answer?.values["remember"] === "1"}>
              {t("auth.remember")}
            </Checkbox>
          </div>
          <ForgotButton
            sent={letter?.ok ? letter : undefined}
            busy={reset.state !== "idle"}
            onAsk={(form) => {
              setLast("reset");
              void reset.submit(
                { email: textOf(new FormData(form), "email") },
                { method: "post", action: to("/forgot-password") },
              );
            }}
          />
        </div>
        <Button type="submit" size="lg" full busy={signIn.state !== "idle" || signedIn}>
          {t("auth.sign_in")}
        </Button>
      </signIn.Form>
      {below}
    </>
  );
}

/** Asks for a letter; for a minute after one was sent it counts down instead (spec §4, Forgot password). */
function ForgotButton({
  sent,
  busy,
  onAsk,
}: {
  sent: FormAnswer | undefined;
  busy: boolean;
  onAsk: (form: HTMLFormElement) => void;
}) {
  const { t, to } = useShop();
  const [until, setUntil] = useState<number | null>(null);
  useEffect(() => {
    if (sent) setUntil(Date.now() + RESEND_SECONDS * 1000);
  }, [sent]);
  const left = useSecondsLeft(until);
  if (left > 0) {
    return <span className="num py-2 text-sm text-ink-3">{t("auth.resend_in", { time: clockText(left) })}</span>;
  }
  return (
    <button
      type="submit"
      formAction={to("/forgot-password")}
      disabled={busy}
      onClick={(event) => {
        event.preventDefault();
        if (event.currentTarget.form) onAsk(event.currentTarget.form);
      }}
      className="py-2 text-right text-sm text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 disabled:text-ink-3"
    >
      {t("auth.forgot")}
    </button>
  );
}
