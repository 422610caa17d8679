import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";

type PasswordOfferProps = {
  /** How the customer signs in; null if it is not known, or if the visitor has only the payment link. */
  methods: Pick<SignInMethods, "has_password" | "passkeys"> | null;
  isSignedIn: boolean;
};

/**
 * Offers a first password to a customer who signs in with codes. Visitors who have only the payment link learn how to
 * sign in, whether or not there is a password: the page says nothing about the account.
 */
export function PasswordOffer({ methods, isSignedIn }: PasswordOfferProps) {
  const { t } = useAccountI18n();
  const hasOtherMethod = methods !== null && (methods.has_password || methods.passkeys.length > 0);
  if (isSignedIn ? methods === null || hasOtherMethod : false) return null;
  return (
    <section aria-labelledby="password-offer" className="rounded-md border border-line bg-surface p-5">
      <h2 id="password-offer" className="text-xl">
        {t("payment.password_title")}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t(isSignedIn ? "payment.password_offer" : "payment.password_link")}</p>
      <Link
        to={isSignedIn ? "/change-password" : "/login"}
        className={`mt-4 ${buttonClass({ kind: "outline", full: true })}`}
      >
        {t(isSignedIn ? "payment.password_set" : "payment.password_sign_in")}
      </Link>
    </section>
  );
}
