import { CreditCard, MapPin, Package } from "lucide-react";
import type { ReactNode } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

/** The section of the guest cart in which a guest gives their email, with which the checkout begins. */
export function SignInSection({ form }: { form: ReactNode }) {
  const { t } = useAccountI18n();
  const steps = [
    { Icon: MapPin, text: t("checkout.step_address") },
    { Icon: Package, text: t("checkout.step_delivery") },
    { Icon: CreditCard, text: t("checkout.step_payment") },
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
            {t("checkout.email_title")}
          </h2>
          <p className="mt-1 max-w-md text-sm text-ink-2">{t("checkout.email_text")}</p>
          <div className="max-w-md">{form}</div>
        </div>
        <div className="border-t border-line bg-tokiwa-50 px-4 py-6 lg:rounded-r-md lg:border-t-0 lg:border-l lg:p-7">
          <p className="text-sm font-semibold">{t("checkout.steps_title")}</p>
          <ul className="mt-3 space-y-3 text-sm text-ink-2">
            {steps.map(({ Icon, text }) => (
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
