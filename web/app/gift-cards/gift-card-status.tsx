import type { GiftCardBalance } from "@furoshiki/api/gift-cards";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** The balance and expiry date of a gift card, or why it cannot be used. */
export function GiftCardStatus({ giftCard }: { giftCard: GiftCardBalance }) {
  const { t, format } = useAccountI18n();
  const { state, amount, balance, expires_at } = giftCard;
  if (state !== "usable") return <p className="text-sm font-medium text-beni-600">{t(`giftcard.state_${state}`)}</p>;
  return (
    <>
      <p className="price text-3xl">{format.money(balance, giftCard)}</p>
      <p className="mt-1 text-sm text-ink-2">
        {[
          balance === amount ? null : t("giftcard.balance_of", { sum: format.money(amount, giftCard) }),
          expires_at ? t("giftcard.balance_until", { date: format.date(expires_at) }) : null,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
    </>
  );
}
