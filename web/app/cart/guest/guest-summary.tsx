import { ShoppingBag } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n, type AccountI18n } from "../../i18n/account-i18n.ts";
import { countOrderablePieces, isDutyExpected, type CartContents, type CartLine } from "../cart-contents.ts";
import { useCountries } from "../estimate/use-countries.ts";
import { PromoCodeField } from "../promo-codes/promo-code-field.tsx";
import { createSummaryRows } from "../summary-rows.ts";
import { Summary } from "../summary.tsx";

type GuestSummaryProps = {
  cart: CartContents;
  lines: readonly CartLine[];
  /** ISO 3166-1 code of the destination. */
  country: string;
  /** Whether a newer estimate is loading. */
  isStale: boolean;
  /** The link to the sign-in section. */
  children: ReactNode;
};

/** The estimated totals and the promo code. */
export function GuestSummary({ cart, lines, country, isStale, children }: GuestSummaryProps) {
  const i18n = useAccountI18n();
  const { t, format } = i18n;
  const countryName = useCountries().find(({ code }) => code === country)?.name;
  const deliveryName = countryName
    ? t("checkout.sum_delivery_to", { country: countryName })
    : t("checkout.sum_delivery");
  return (
    <Summary
      title={t("checkout.summary")}
      header={<PromoCodeField cart={cart} />}
      rows={[
        ...createSummaryRows(cart, { count: countOrderablePieces(lines), deliveryName, isMinimumPrice: true }, i18n),
        { name: t("checkout.sum_duty_at_receipt"), value: formatDuty(cart, isStale, i18n) },
      ]}
      totalName={t("checkout.about")}
      total={format.money(cart.price_v2.total_price, cart.price_v2)}
      isStale={isStale}
    >
      {children}
      <p className="mt-3 text-xs text-ink-3">{t("checkout.guest_note")}</p>
    </Summary>
  );
}

function formatDuty(cart: CartContents, isStale: boolean, { t, format }: AccountI18n): string {
  const { tax, limit } = cart.customs_tax;
  const isExpected = isDutyExpected(cart);
  if (!isStale && isExpected && tax > 0) return `≈\u00a0${format.money(tax, cart.price_v2)}`;
  return !isStale && limit && !isExpected ? format.money(0, cart.price_v2) : t("checkout.duty_after_address");
}

/** Stands in for the summary until the first estimate. */
export function SummaryPlaceholder({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { t } = useAccountI18n();
  return (
    <aside className="mt-3 bg-surface px-4 py-7 lg:sticky lg:top-[133px] lg:mt-0 lg:rounded-md lg:border lg:border-line lg:p-7">
      <h2 className="text-2xl">{t("checkout.summary")}</h2>
      {hasFailed ? (
        <>
          <Alert kind="error" className="mt-4">
            {t("checkout.prices_failed")}
          </Alert>
          <Button kind="outline" full onClick={onRetry} className="mt-4">
            {t("checkout.prices_retry")}
          </Button>
        </>
      ) : (
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-ink-2">
          {/* Only the icon pulses: a pulsing text has too little contrast for moments. */}
          <ShoppingBag size={18} strokeWidth={1.5} aria-hidden className="animate-pulse" />
          {t("checkout.prices_loading")}
        </p>
      )}
    </aside>
  );
}
