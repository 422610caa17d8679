import type { Cart } from "@furoshiki/api/cart";
import { Gift, X } from "lucide-react";
import { useFetcher } from "react-router";
import { CartSection } from "../cart/cart-section.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";

/** The gift cards that are bought with this cart. Discounts, points and other gift cards do not apply to them (docs/domain/gift-cards.md). */
export function GiftCardLines({ cart }: { cart: Cart }) {
  const { t } = useAccountI18n();
  if (cart.certificates.items.length === 0) return null;
  return (
    <CartSection id="gift-cards" title={t("checkout.sum_gift_cards")} text={t("giftcard.rules")}>
      <ul className="mt-3 divide-y divide-line">
        {cart.certificates.items.map((line) => (
          <GiftCardLine key={line.id} line={line} cart={cart} />
        ))}
      </ul>
    </CartSection>
  );
}

function GiftCardLine({ line, cart }: { line: Cart["certificates"]["items"][number]; cart: Cart }) {
  const { t, to, format } = useAccountI18n();
  const fetcher = useFetcher();
  const price = format.money(line.price, cart.price_v2);
  return (
    <li className="flex items-start gap-3 py-4">
      <Gift size={22} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-tokiwa-700" />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium wrap-anywhere">{line.recipient_name}</p>
        <p className="text-xs wrap-anywhere text-ink-2">{line.recipient_email}</p>
        <p className="mt-1 text-xs text-ink-2">
          {line.send_on
            ? t("giftcard.will_be_sent", { date: format.date(line.send_on) })
            : t("giftcard.sent_once_paid")}
        </p>
      </div>
      <p className="price text-lg whitespace-nowrap">{price}</p>
      <fetcher.Form method="post" action={to("/cart")}>
        <input type="hidden" name="id" value={line.id} />
        <IconButton
          type="submit"
          name="intent"
          value="remove_gift_card"
          label={t("giftcard.remove", { sum: price, name: line.recipient_name })}
          disabled={fetcher.state !== "idle"}
          icon={<X size={18} strokeWidth={1.5} aria-hidden />}
        />
      </fetcher.Form>
    </li>
  );
}
