import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { SignInPanel } from "../../account/sign-in/sign-in-panel.tsx";
import type { SignInScreen } from "../../account/sign-in/sign-in-path.ts";
import { useSignInRedirect } from "../../cart/guest/merge-guest-cart.ts";
import { getReturnPath } from "../../navigation/local-path.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";

type SignInDialogContentProps = {
  screen: SignInScreen;
  from: string | null;
  /** The URL of the current page without the sign-in dialog. */
  currentHref: string;
  /** Adds query parameters to that URL. */
  createHref: (extraParams: Record<string, string>) => string;
};

/** The sign-in and registration forms in a dialog over the current page. */
export function SignInDialogContent({ screen, from, currentHref, createHref }: SignInDialogContentProps) {
  const { t, to } = useAccountI18n();
  const ref = useRef<HTMLFormElement>(null);
  const handleSignedIn = useSignInRedirect(getReturnPath(from, to) ?? currentHref);
  // Keeps the focus in the dialog if it was on the skeleton.
  useEffect(() => {
    const dialog = ref.current?.closest("dialog");
    const isFocusInside = document.activeElement !== dialog && dialog?.contains(document.activeElement);
    if (!isFocusInside) dialog?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, []);
  return (
    <>
      <form ref={ref} method="dialog" className="absolute top-4.5 right-3 lg:top-7.5 lg:right-6">
        <IconButton type="submit" label={t("auth.close")} icon={<X size={22} strokeWidth={1.5} aria-hidden />} />
      </form>
      <SignInPanel
        as="h2"
        id="sign-in-title"
        screen={screen}
        from={from}
        getHref={(targetScreen) =>
          createHref({ auth: targetScreen === "login" ? "1" : "register", ...(from ? { from } : {}) })
        }
        onSignedIn={handleSignedIn}
      />
    </>
  );
}
