import { useSearchParams } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { SignInPanel } from "./sign-in-panel.tsx";
import { getSignInPath, type SignInScreen } from "./sign-in-path.ts";

type SignInPageProps = { screen: SignInScreen; result?: FormResult | undefined; onSignedIn?: () => void };

/** Sign-in and registration as a page: the dialog cannot show the result of a form without JavaScript. */
export function SignInPage({ screen, result, onSignedIn }: SignInPageProps) {
  const { to } = useI18n();
  const values = result?.values;
  const [searchParams] = useSearchParams();
  const from = values?.["from"] || searchParams.get("from");
  return (
    <div className="mx-auto mt-6 w-full max-w-[420px] bg-surface p-6 pb-8 lg:mt-14 lg:rounded-lg lg:p-9">
      <SignInPanel
        as="h1"
        id="sign-in-title"
        screen={screen}
        from={from}
        getHref={(targetScreen) => to(getSignInPath(targetScreen, from))}
        email={values?.["email"] ?? ""}
        result={result}
        {...(onSignedIn ? { onSignedIn } : {})}
      />
    </div>
  );
}
