import type { CertificateBalance } from "@furoshiki/api/promotions";
import { useShop } from "../lib/shop.tsx";

/** What is left on a certificate and until when it can be used, or why it cannot. */
export function CertificateState({ certificate }: { certificate: CertificateBalance }) {
  const { t, format } = useShop();
  const { state, amount, balance, expires_at } = certificate;
  if (state !== "usable") return <p className="text-sm font-medium text-beni-600">{t(`gift.state_${state}`)}</p>;
  return (
    <>
      <p className="price text-3xl">{format.money(balance, certificate)}</p>
      <p className="mt-1 text-sm text-ink-2">
        {[
          balance === amount ? null : t("gift.balance_of", { sum: format.money(amount, certificate) }),
          expires_at ? t("gift.balance_until", { date: format.date(expires_at) }) : null,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
    </>
  );
}
