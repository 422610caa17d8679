import type { Cart } from "@furoshiki/api/cart";
import type { CartDifference, SeenLine } from "@furoshiki/api/checkout";
import type { Currency } from "../cart/cart-contents.ts";
import { useAccountI18n, type AccountI18n } from "../i18n/account-i18n.ts";

type LineDifference = CartDifference["lines"][number];

/** Lists what differs from the cart that the customer saw, with the new total. They confirm by placing the order again. */
export function CartDifferenceList({
  difference: { lines, presents, certificates, choices, total, duty },
  currency,
}: {
  difference: CartDifference;
  currency: Currency;
}) {
  const i18n = useAccountI18n();
  const { t, format } = i18n;
  return (
    <>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {lines.map((line) => (
          <li key={`${line.cart_id} ${line.code}`}>{formatLineDifference(line, currency, i18n)}</li>
        ))}
        {choices.map((name) => (
          <li key={name}>{t(`checkout.diff_${name}`)}</li>
        ))}
        {presents && presents.now < presents.was ? <li>{t("checkout.diff_gifts")}</li> : null}
        {certificates && certificates.now !== certificates.was ? <li>{t("checkout.diff_gift_cards")}</li> : null}
      </ul>
      {duty === null || duty.was === duty.now ? null : (
        <p className="num mt-2">
          {duty.now === 0
            ? t("checkout.diff_no_duty", { was: format.money(duty.was, currency) })
            : t("checkout.diff_duty", { was: format.money(duty.was, currency), now: format.money(duty.now, currency) })}
        </p>
      )}
      {total.was === total.now ? null : (
        <p className="num mt-2 font-semibold">
          {t("checkout.diff_total", { was: format.money(total.was, currency), now: format.money(total.now, currency) })}
        </p>
      )}
    </>
  );
}

function formatLineDifference(
  { name, code, was, now }: LineDifference,
  currency: Currency,
  { t, format }: AccountI18n,
): string {
  switch (code) {
    case "price":
      return t("checkout.diff_price", { name, was: format.money(was, currency), now: format.money(now, currency) });
    case "quantity":
    case "limited":
      return t(`checkout.diff_${code}`, { name, was, now });
    case "unavailable":
    case "added":
      return t(`checkout.diff_${code}`, { name });
    case "removed":
      return t("checkout.diff_removed");
  }
}

/** Serializes the choices that the page shows, for the order form. */
export function serializeExpectedChoices({ cart_items, address, shipping, payment }: Cart): string {
  // A cart of gift cards alone is not shipped, so the page shows no choices.
  if (cart_items.items.length === 0) return "";
  return JSON.stringify({
    address: address.selected,
    shipping: shipping.selected,
    point: shipping.selected_shipping_param.code,
    payment: payment.selected,
  });
}

/** Serializes the lines that the page shows, for the order form. */
export function serializeExpectedLines({ cart_items }: Cart): string {
  const lines = cart_items.items.map(({ cart_id, qty, price_per_item }): SeenLine => ({
    ...{ cart_id, qty, price: price_per_item },
  }));
  return JSON.stringify(lines);
}
