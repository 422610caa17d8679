import { useRef, useState } from "react";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import type { DoorScreen } from "./sign-in-address.ts";

type DoorProps = {
  as: "h1" | "h2";
  id: string;
  screen: DoorScreen;
  from: string | null;
  /** The whole address of a screen. */
  hrefOf: (screen: DoorScreen) => string;
  email?: string;
  answer?: FormAnswer | undefined;
  letter?: FormAnswer | undefined;
  onSignedIn?: () => void;
};

const linkClass =
  "inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

const introClass = "mt-1 text-sm text-ink-2";

/** The two screens of the auth modal, titled by what they do, each leading to the other (spec §2). */
export function Door({ as: Heading, id, screen, from, hrefOf, email = "", answer, letter, onSignedIn }: DoorProps) {
  const { t } = useShop();
  const [welcome, setWelcome] = useState(answer?.ok ? answer : null);
  const typedEmail = useRef(email);
  // Registered just now: the sign-in, with the email filled in (spec §4).
  const shown = welcome ? "login" : screen;
  const toOther = (
    <a
      href={hrefOf(shown === "login" ? "register" : "login")}
      data-replace=""
      data-keep-scroll=""
      onClick={() => setWelcome(null)}
      className={linkClass}
    >
      {t(shown === "login" ? "auth.register" : "auth.sign_in")}
    </a>
  );
  const otherScreen = (
    <p className="mt-5 text-center text-sm text-ink-2">
      {t(shown === "login" ? "auth.new_here" : "auth.have_account")} {toOther}
    </p>
  );
  return (
    <>
      <Heading id={id} className="pr-12 text-3xl">
        {t(shown === "login" ? "auth.login_title" : "auth.register_title")}
      </Heading>
      {shown === "login" ? (
        <SignInForm
          from={from}
          email={welcome?.values["email"] ?? typedEmail.current}
          answer={answer?.ok ? undefined : answer}
          letter={letter}
          above={<p className={introClass}>{t("auth.login_text")}</p>}
          welcome={welcome ? t("auth.registered") : undefined}
          below={otherScreen}
          onEmail={(typed) => {
            typedEmail.current = typed;
          }}
          {...(onSignedIn ? { onSignedIn } : {})}
        />
      ) : (
        <>
          <p className={introClass}>{t("auth.register_text")}</p>
          <RegisterForm
            from={from}
            email={typedEmail.current}
            answer={screen === "register" ? answer : undefined}
            onRegistered={setWelcome}
          />
          {otherScreen}
        </>
      )}
    </>
  );
}
