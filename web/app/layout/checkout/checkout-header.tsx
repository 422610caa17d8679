import { MessageCircle } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { Logo } from "../header/logo.tsx";
import { CheckoutStepLine, CheckoutStepList, type CheckoutStep } from "./checkout-steps.tsx";

/** The header of checkout pages: logo, steps and help, and nothing that leads away from the order. */
export function CheckoutHeader({ rootData, step }: { rootData: RootData | null; step: CheckoutStep }) {
  const { t } = useAccountI18n();
  const shop = rootData?.config.shop;
  const whatsapp = rootData?.config.whatsapp;
  return (
    <header data-signed-in={rootData?.user ? "" : undefined} className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-page items-center justify-between gap-4 px-4 lg:h-[76px]">
        <span className="lg:hidden">
          <Logo shop={shop} isSmall />
        </span>
        <span className="hidden lg:block">
          <Logo shop={shop} />
        </span>
        <CheckoutStepList current={step} />
        {whatsapp ? (
          <a
            href={whatsapp.url}
            className="-mr-2 flex h-11 items-center gap-1.5 px-2 text-sm font-medium text-ink-2 hover:text-tokiwa-700"
          >
            <MessageCircle size={20} strokeWidth={1.5} aria-hidden className="text-tokiwa-500" />
            {t("checkout.help")} <span className="sr-only">{t("layout.write_us", { channel: whatsapp.label })}</span>
          </a>
        ) : null}
      </div>
      <CheckoutStepLine current={step} />
    </header>
  );
}
