import { useEffect, useRef } from "react";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import type { Currency } from "../cart/cart-contents.ts";
import { getFormError } from "../forms/form-errors.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { CartDifferenceList } from "./cart-difference-list.tsx";
import type { CheckoutBlocker } from "./checkout-blockers.ts";
import type { PlaceOrderResult } from "./place-order.ts";

/** Shows the result of the last form and the problems of the lines. */
export function CheckoutNotices({
  result,
  blockers,
  currency,
}: {
  result: PlaceOrderResult | undefined;
  blockers: readonly CheckoutBlocker[];
  currency: Currency;
}) {
  const { t } = useAccountI18n();
  const ref = useRef<HTMLDivElement>(null);
  const banner = getFormError(result) ?? (result?.ok ? result.message : null);
  useEffect(() => {
    if (result && banner) ref.current?.focus();
  }, [result, banner]);
  const itemProblems = blockers.filter((reason) => reason.sectionId === "items").map((reason) => reason.text);
  if (!banner && itemProblems.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-32 space-y-3 outline-none">
      {banner ? (
        <Alert kind={result?.ok || result?.code === "cart_changed" ? "warn" : "error"}>
          {banner}
          {result?.difference ? <CartDifferenceList difference={result.difference} currency={currency} /> : null}
        </Alert>
      ) : null}
      {itemProblems.length > 0 ? (
        <Alert kind="error">
          <b className="font-semibold">{t("checkout.not_yet")}</b> {`${itemProblems.join(". ")}.`}
        </Alert>
      ) : null}
    </div>
  );
}
