import { useRef } from "react";
import { Link } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import type { SignInScreen } from "./sign-in-path.ts";

type SignInPanelProps = {
  as: "h1" | "h2";
  id: string;
  screen: SignInScreen;
  from: string | null;
  /** Returns the URL of a screen. */
  getHref: (screen: SignInScreen) => string;
  email?: string;
  result?: FormResult | undefined;
  onSignedIn?: () => void;
};

const linkClass =
  "inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

const introClass = "mt-1 text-sm text-ink-2";

/** The sign-in and registration screens, each with a link to the other one. */
export function SignInPanel({
  as: Heading,
  id,
  screen,
  from,
  getHref,
  email = "",
  result,
  onSignedIn,
}: SignInPanelProps) {
  const { t } = useAccountI18n();
  const typedEmail = useRef(email);
  const otherScreenLink = (
    <Link to={getHref(screen === "login" ? "register" : "login")} replace preventScrollReset className={linkClass}>
      {t(screen === "login" ? "auth.register" : "auth.sign_in")}
    </Link>
  );
  const otherScreenPrompt = (
    <p className="mt-5 text-center text-sm text-ink-2">
      {t(screen === "login" ? "auth.new_here" : "auth.have_account")} {otherScreenLink}
    </p>
  );
  return (
    <>
      <Heading id={id} className="pr-12 text-3xl">
        {t(screen === "login" ? "auth.login_title" : "auth.register_title")}
      </Heading>
      {screen === "login" ? (
        <SignInForm
          from={from}
          email={typedEmail.current}
          result={result}
          above={<p className={introClass}>{t("auth.login_text")}</p>}
          below={otherScreenPrompt}
          onEmail={(value) => {
            typedEmail.current = value;
          }}
          {...(onSignedIn ? { onSignedIn } : {})}
        />
      ) : (
        <>
          <p className={introClass}>{t("auth.register_text")}</p>
          <RegisterForm from={from} email={typedEmail.current} result={result} onSignedIn={onSignedIn} />
          {otherScreenPrompt}
        </>
      )}
    </>
  );
}
