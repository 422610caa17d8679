import { useEffect, useState, type FormEvent } from "react";
import { useFetcher } from "react-router";
import { getFormValue, type FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

type SignInOptions = {
  /** Action data of the sign-in if it was sent without JavaScript. */
  initialResult: FormResult | undefined;
  onSignedIn: (() => void) | undefined;
};

/** The two submissions of the sign-in form: signing in, and requesting a password reset email. */
export function useSignIn({ initialResult, onSignedIn }: SignInOptions) {
  const { to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const resetFetcher = useFetcher<FormResult>();
  const [lastSubmitted, setLastSubmitted] = useState<"signIn" | "reset">("signIn");
  const [dismissedChallenge, setDismissedChallenge] = useState<FormResult>();
  const signInResult = fetcher.data ?? initialResult;
  const resetResult = resetFetcher.data;
  const result = lastSubmitted === "signIn" ? signInResult : resetResult;
  const isSignedIn = Boolean(fetcher.data?.ok);
  useEffect(() => {
    if (isSignedIn) onSignedIn?.();
  }, [isSignedIn, onSignedIn]);
  return {
    fetcher,
    /** The result of the form that was submitted last. */
    result,
    /** The result of the password step if the code of the second factor is to be entered. */
    challenge:
      lastSubmitted === "signIn" && result?.values["challenge"] && result !== dismissedChallenge ? result : undefined,
    /** The result of the reset request that sent an email. */
    sentReset: resetResult?.ok ? resetResult : undefined,
    /** Stays true after the session was created, while the page changes. */
    isPending: fetcher.state !== "idle" || isSignedIn,
    isResetPending: resetFetcher.state !== "idle",
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      form.set("scripted", "1");
      setLastSubmitted("signIn");
      void fetcher.submit(form, { method: "post", action: to("/login") });
    },
    requestReset(form: HTMLFormElement) {
      setLastSubmitted("reset");
      const email = getFormValue(new FormData(form), "email");
      void resetFetcher.submit({ email }, { method: "post", action: to("/forgot-password") });
    },
    dismissChallenge: () => setDismissedChallenge(signInResult),
  };
}
