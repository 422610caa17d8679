import { Heart, MapPin, Package } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

/** The section of the guest cart in which a guest signs in or registers, which ordering requires. */
export function SignInSection({ form }: { form: ReactNode }) {
  const { t } = useAccountI18n();
  const benefits = [
    { Icon: MapPin, text: t("checkout.benefit_addresses") },
    { Icon: Package, text: t("checkout.benefit_tracking") },
    { Icon: Heart, text: t("checkout.benefit_wishlist") },
  ];
  return (
    <section
      id="signin"
      aria-labelledby="signin-title"
      className="scroll-mt-32 border-t border-line bg-surface lg:rounded-md lg:border"
    >
      <div className="grid lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="px-4 py-7 lg:px-8 lg:py-8">
          <h2 id="signin-title" className="text-2xl">
            {t("checkout.sign_in_title")}
          </h2>
          <p className="mt-1 max-w-md text-sm text-ink-2">{t("checkout.sign_in_text")}</p>
          <div className="max-w-md">{form}</div>
          <p className="mt-4 text-sm text-ink-2">
            {t("auth.new_here")}{" "}
            <Link
              to="/cart?auth=register&from=/cart"
              preventScrollReset
              className="inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
            >
              {t("auth.register")}
            </Link>
          </p>
        </div>
        <div className="border-t border-line bg-tokiwa-50 px-4 py-6 lg:rounded-r-md lg:border-t-0 lg:border-l lg:p-7">
          <p className="text-sm font-semibold">{t("checkout.benefit_title")}</p>
          <ul className="mt-3 space-y-3 text-sm text-ink-2">
            {benefits.map(({ Icon, text }) => (
              <li key={text} className="flex items-start gap-2.5">
                <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
