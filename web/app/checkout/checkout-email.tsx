import { Mail } from "lucide-react";
import { EmailStep } from "../account/sign-in/email-step.tsx";
import { useSignInRedirect } from "../cart/guest/merge-guest-cart.ts";
import { CartSection } from "../cart/cart-section.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { useRootData } from "../store-config/root-data.ts";

const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

/** Shows an unconfirmed email before the order is paid, so that a mistyped one can be corrected. */
export function CheckoutEmail() {
  const { t, to } = useAccountI18n();
  const onSignedIn = useSignInRedirect(to("/cart"));
  const user = useRootData()?.user;
  if (!user || user.email_verified) return null;
  return (
    <CartSection id="email" title={t("checkout.email")}>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 break-words">
        <Mail size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <b className="min-w-0 font-semibold">{user.email}</b>
      </p>
      <p className="mt-1 text-sm text-ink-2">{t("checkout.email_unconfirmed")}</p>
      {user.has_account ? (
        <Link to="/profile/security" className={`inline-block py-2 text-sm ${linkClass}`}>
          {t("checkout.email_change")}
        </Link>
      ) : (
        <details className="max-w-md">
          <summary className={`w-fit cursor-pointer py-2 text-sm ${linkClass}`}>{t("checkout.email_change")}</summary>
          <EmailStep id="checkout" email={user.email} onSignedIn={onSignedIn} />
        </details>
      )}
    </CartSection>
  );
}
