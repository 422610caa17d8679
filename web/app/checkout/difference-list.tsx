import type { CartDifference, SeenLine } from "@furoshiki/api/checkout";
import type { Money, ShownCart } from "../cart/shown-cart.ts";
import { useShop, type Shop } from "../lib/shop.tsx";

type LineDifference = CartDifference["lines"][number];

/** What is not as the shopper saw it, with the new total, which he confirms by ordering again. */
export function DifferenceList({
  difference: { lines, presents, certificates, choices, total, duty },
  money,
}: {
  difference: CartDifference;
  money: Money;
}) {
  const shop = useShop();
  const { t, format } = shop;
  return (
    <>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {lines.map((line) => (
          <li key={`${line.cart_id} ${line.code}`}>{sentenceOf(line, money, shop)}</li>
        ))}
        {choices.map((name) => (
          <li key={name}>{t(`checkout.diff_${name}`)}</li>
        ))}
        {presents && presents.now < presents.was ? <li>{t("checkout.diff_presents")}</li> : null}
        {certificates && certificates.now !== certificates.was ? <li>{t("checkout.diff_certificates")}</li> : null}
      </ul>
      {duty === null || duty.was === duty.now ? null : (
        <p className="num mt-2">
          {duty.now === 0
            ? t("checkout.diff_no_duty", { was: format.money(duty.was, money) })
            : t("checkout.diff_duty", { was: format.money(duty.was, money), now: format.money(duty.now, money) })}
        </p>
      )}
      {total.was === total.now ? null : (
        <p className="num mt-2 font-semibold">
          {t("checkout.diff_total", { was: format.money(total.was, money), now: format.money(total.now, money) })}
        </p>
      )}
    </>
  );
}

function sentenceOf({ name, code, was, now }: LineDifference, money: Money, { t, format }: Shop): string {
  switch (code) {
    case "price":
      return t("checkout.diff_price", { name, was: format.money(was, money), now: format.money(now, money) });
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

/** What this page shows chosen, for the order's form. */
export function choicesSeen({ addressId, methodId, point, paymentId, lines }: ShownCart): string {
  // Certificates alone go nowhere: the page shows no way there.
  if (lines.length === 0) return "";
  return JSON.stringify({ address: addressId, shipping: methodId, point: point?.code ?? "", payment: paymentId });
}

/** The lines as this page shows them, for the order's form. */
export function linesSeen({ lines }: ShownCart): string {
  return JSON.stringify(lines.map(({ cartId, qty, price }): SeenLine => ({ cart_id: cartId, qty, price })));
}
