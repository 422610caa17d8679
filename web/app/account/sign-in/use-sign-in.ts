import { useState, type FormEvent } from "react";
import { useFetcher } from "react-router";
import { getFormValue, type FormResult } from "../../forms/form-result.ts";
import { useResultEffect } from "../../forms/use-result-effect.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

type SignInOptions = {
  /** Action data of the sign-in if it was sent without JavaScript. */
  initialResult: FormResult | undefined;
  onSignedIn: (() => void) | undefined;
};

/** The submissions of the sign-in form: the steps of signing in, and requesting a password reset email. */
export function useSignIn({ initialResult, onSignedIn }: SignInOptions) {
  const { to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const resetFetcher = useFetcher<FormResult>();
  const [lastSubmitted, setLastSubmitted] = useState<"signIn" | "reset">("signIn");
  const [dismissedStep, setDismissedStep] = useState<FormResult>();
  const signInResult = fetcher.data ?? initialResult;
  const resetResult = resetFetcher.data;
  const result = lastSubmitted === "signIn" ? signInResult : resetResult;
  const isSignedIn = fetcher.data ? hasSignedIn(fetcher.data) : false;
  useResultEffect(fetcher.data, (data) => {
    if (hasSignedIn(data)) onSignedIn?.();
  });
  const step = lastSubmitted === "signIn" && signInResult !== dismissedStep ? signInResult : undefined;
  const challenge = step?.values["challenge"] ? step : undefined;
  return {
    fetcher,
    /** The result of the form that was submitted last. */
    result,
    /** The result of the step before, if the code of the second factor is to be entered. */
    challenge,
    /** The result of the step before, if the code that was sent by email is to be entered. */
    sentCode: step?.values["code_token"] && !challenge ? step : undefined,
    /** The result of the reset request that sent an email. */
    sentReset: resetResult?.ok ? resetResult : undefined,
    /** Stays true after the session was created, while the page changes. */
    isPending: fetcher.state !== "idle" || isSignedIn,
    isResetPending: resetFetcher.state !== "idle",
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      const form = new FormData(event.currentTarget, submitter);
      form.set("scripted", "1");
      setLastSubmitted("signIn");
      void fetcher.submit(form, { method: "post", action: to("/login") });
    },
    submitPasskey(credential: string) {
      setLastSubmitted("signIn");
      const form = { intent: "passkey", credential, scripted: "1" };
      void fetcher.submit(form, { method: "post", action: to("/login") });
    },
    requestReset(form: HTMLFormElement) {
      setLastSubmitted("reset");
      const email = getFormValue(new FormData(form), "email");
      void resetFetcher.submit({ email }, { method: "post", action: to("/forgot-password") });
    },
    /** Returns to the email and the password. */
    dismissStep: () => setDismissedStep(signInResult),
  };
}

/** Returns whether a result of the sign-in is its last one, after which no code is asked for. */
function hasSignedIn({ ok, values }: FormResult): boolean {
  return ok && !values["code_token"];
}
