import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import type { CartContents } from "../cart-contents.ts";

const VISIBLE_GIFT_CARD_CHARS = 4;

type CodesProps = { cart: Pick<CartContents, "price_v2" | "promo" | "presents">; busy: boolean };

/** The applied codes, each with a submit button named `only` that removes it. Must be inside a form. */
export function AppliedCodes(props: CodesProps) {
  return (
    <ul className="space-y-1">
      <AppliedPromoCode {...props} />
      <AppliedGiftCard {...props} />
    </ul>
  );
}

function AppliedPromoCode({ cart: { promo, presents, price_v2: totals }, busy }: CodesProps) {
  const { t, format } = useAccountI18n();
  if (promo.promo === null) return null;
  const benefit = promo.percent
    ? format.percent(-promo.percent)
    : promo.kind === "free_delivery"
      ? t("checkout.code_free_delivery")
      : (presents.gift?.name ?? format.money(-totals.discounts.promo, totals));
  return (
    <CodeRow
      kind="promo"
      refusal={promo.refusal?.message}
      removeLabel={t("checkout.code_remove", { code: promo.promo })}
      busy={busy}
    >
      <b className="font-semibold">{promo.promo}</b>
      {promo.refusal ? null : `: ${benefit}`}
    </CodeRow>
  );
}

function AppliedGiftCard({ cart: { promo, price_v2: currency }, busy }: CodesProps) {
  const { t, format } = useAccountI18n();
  const { certificate: giftCard } = promo;
  if (!giftCard) return null;
  const code = `…${giftCard.code.slice(-VISIBLE_GIFT_CARD_CHARS)}`;
  return (
    <CodeRow
      kind="certificate"
      refusal={giftCard.refusal?.message}
      removeLabel={t("checkout.gift_card_remove", { code })}
      busy={busy}
    >
      {t("checkout.gift_card_balance", { code, sum: format.money(giftCard.balance, currency) })}
    </CodeRow>
  );
}

type CodeRowProps = {
  kind: "promo" | "certificate";
  /** Why the code is no longer valid. */
  refusal: string | undefined;
  removeLabel: string;
  busy: boolean;
  children: ReactNode;
};

function CodeRow({ kind, refusal, removeLabel, busy, children }: CodeRowProps) {
  const { t } = useAccountI18n();
  const Icon = refusal ? CircleAlert : CircleCheck;
  return (
    <li className={`flex items-start gap-1.5 text-sm ${refusal ? "text-beni-600" : "text-tokiwa-700"}`}>
      <Icon size={16} aria-hidden className="mt-1 shrink-0" />
      <span className="min-w-0 grow py-0.5 wrap-anywhere">
        {children}
        {refusal ? <span className="block">{refusal}</span> : null}
      </span>
      <button
        type="submit"
        name="only"
        value={kind}
        disabled={busy}
        aria-label={removeLabel}
        className="shrink-0 rounded-sm px-1.5 py-0.5 text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        {t("checkout.remove_code")}
      </button>
    </li>
  );
}
