import { Gift, X } from "lucide-react";
import { useFetcher } from "react-router";
import { CartSection } from "../cart/cart-section.tsx";
import type { CartViewModel, GiftCardLineViewModel } from "../cart/cart-view-model.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";

/** The gift cards that are bought with this cart. Discounts, points and other gift cards do not apply to them (docs/domain/gift-cards.md). */
export function GiftCardLines({ cart }: { cart: CartViewModel }) {
  const { t } = useI18n();
  if (cart.giftCards.length === 0) return null;
  return (
    <CartSection id="gift-cards" title={t("checkout.sum_gift_cards")} text={t("giftcard.rules")}>
      <ul className="mt-3 divide-y divide-line">
        {cart.giftCards.map((line) => (
          <GiftCardLine key={line.id} line={line} cart={cart} />
        ))}
      </ul>
    </CartSection>
  );
}

function GiftCardLine({ line, cart }: { line: GiftCardLineViewModel; cart: CartViewModel }) {
  const { t, to, format } = useI18n();
  const fetcher = useFetcher();
  const price = format.money(line.price, cart.currency);
  return (
    <li className="flex items-start gap-3 py-4">
      <Gift size={22} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-tokiwa-700" />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium wrap-anywhere">{line.name}</p>
        <p className="text-xs wrap-anywhere text-ink-2">{line.email}</p>
        <p className="mt-1 text-xs text-ink-2">
          {line.sendOn ? t("giftcard.will_be_sent", { date: format.date(line.sendOn) }) : t("giftcard.sent_once_paid")}
        </p>
      </div>
      <p className="price text-lg whitespace-nowrap">{price}</p>
      <fetcher.Form method="post" action={to("/cart")}>
        <input type="hidden" name="id" value={line.id} />
        <IconButton
          type="submit"
          name="intent"
          value="remove_gift_card"
          label={t("giftcard.remove", { sum: price, name: line.name })}
          disabled={fetcher.state !== "idle"}
          icon={<X size={18} strokeWidth={1.5} aria-hidden />}
        />
      </fetcher.Form>
    </li>
  );
}
