import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { controlClass, getDescriptionProps, FieldLayout } from "@furoshiki/design-system/ui/field.tsx";
import type { CartViewModel } from "./cart-view-model.ts";

const VISIBLE_GIFT_CARD_CHARS = 4;

/** The parts of the cart that the promo code field shows. */
export type CartCodes = Pick<CartViewModel, "currency" | "discounts" | "promo" | "giftCard" | "promoGift">;
type CodesProps = { cart: CartCodes; busy: boolean };

type CodeInputProps = { ref: Ref<HTMLInputElement>; errors: string[] | undefined; busy: boolean };

/** One field for promo codes and gift cards, with its button. */
export function CodeInput({ ref, errors, busy }: CodeInputProps) {
  const { t } = useI18n();
  return (
    <FieldLayout id="code" label={t("checkout.code")} errors={errors}>
      <div className="flex gap-2">
        <input
          ref={ref}
          id="code"
          name="code"
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...getDescriptionProps("code", errors, null)}
          className={`h-11 min-w-0 uppercase ${controlClass(errors)}`}
        />
        <Button type="submit" kind="outline" busy={busy}>
          {t("checkout.code_enter")}
        </Button>
      </div>
    </FieldLayout>
  );
}

/** The applied codes, each with a submit button named `only` that removes it. Must be inside a form. */
export function AppliedCodes(props: CodesProps) {
  return (
    <ul className="space-y-1">
      <AppliedPromoCode {...props} />
      <AppliedGiftCard {...props} />
    </ul>
  );
}

function AppliedPromoCode({ cart: { promo, discounts, promoGift, currency }, busy }: CodesProps) {
  const { t, format } = useI18n();
  if (!promo) return null;
  const benefit = promo.percent
    ? format.percent(-promo.percent)
    : promo.hasFreeDelivery
      ? t("checkout.code_free_delivery")
      : (promoGift ?? format.money(-discounts.promo, currency));
  return (
    <CodeRow
      kind="promo"
      refusal={promo.refusal}
      removeLabel={t("checkout.code_remove", { code: promo.code })}
      busy={busy}
    >
      <b className="font-semibold">{promo.code}</b>
      {promo.refusal ? null : `: ${benefit}`}
    </CodeRow>
  );
}

function AppliedGiftCard({ cart: { giftCard, currency }, busy }: CodesProps) {
  const { t, format } = useI18n();
  if (!giftCard) return null;
  const code = `…${giftCard.code.slice(-VISIBLE_GIFT_CARD_CHARS)}`;
  return (
    <CodeRow
      kind="certificate"
      refusal={giftCard.refusal}
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
  refusal: string | null;
  removeLabel: string;
  busy: boolean;
  children: ReactNode;
};

function CodeRow({ kind, refusal, removeLabel, busy, children }: CodeRowProps) {
  const { t } = useI18n();
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
