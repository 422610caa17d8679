import type { CartChange } from "@furoshiki/api/cart";
import { useFetcher } from "react-router";
import { useAccountI18n, type AccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import type { Currency } from "./cart-contents.ts";

/** Lists what changed in the cart since the customer saw it last, until they dismiss it. */
export function CartChangesNotice({ changes, currency }: { changes: readonly CartChange[]; currency: Currency }) {
  const i18n = useAccountI18n();
  const { t, to } = i18n;
  const seenFetcher = useFetcher();
  if (changes.length === 0 || seenFetcher.formData) return null;
  return (
    <Alert kind="info">
      <section aria-labelledby="changes-title">
        <h2 id="changes-title" className="font-sans text-sm font-semibold">
          {t("cart.changes_title")}
        </h2>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {changes.map((change) => (
            <li key={`${change.cart_id} ${change.code}`}>{formatChange(change, currency, i18n)}</li>
          ))}
        </ul>
        <seenFetcher.Form
          method="post"
          action={to("/cart")}
          className="mt-3"
          // The button is removed with the list, so move the focus.
          onSubmit={() => document.getElementById("main")?.focus()}
        >
          <Button type="submit" name="intent" value="acknowledge_changes" kind="outline" size="sm">
            {t("cart.changes_acknowledge")}
          </Button>
        </seenFetcher.Form>
      </section>
    </Alert>
  );
}

function formatChange({ name, code, was, now }: CartChange, currency: Currency, { t, format }: AccountI18n): string {
  const formatAmount = (value: number | null) => format.money(value ?? 0, currency);
  switch (code) {
    case "unavailable":
    case "available_again":
      return t(`cart.change_${code}`, { name });
    case "quantity_cut":
      return t("cart.change_quantity_cut", { name, was: was ?? 0, now: now ?? 0 });
    case "price_rose":
    case "price_fell":
    case "sale_ended":
      return t(`cart.change_${code}`, { name, was: formatAmount(was), now: formatAmount(now) });
  }
}
