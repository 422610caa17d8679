import type { Cart } from "@furoshiki/api/cart";
import { useFetcher } from "react-router";
import { getErrorMessage, type FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { PointsIcon } from "../../loyalty/points-icon.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";

/** Applies or removes loyalty points. Russian store only (docs/domain/loyalty.md). */
export function LoyaltyPointsSwitch({ cart: { bonus, price_v2: currency } }: { cart: Cart }) {
  const { t, to, format } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  if (!bonus || (bonus.offer === 0 && !bonus.on)) return null;
  const { Form, formData, state } = fetcher;
  const isRedeemed = formData ? formData.get("on") === "1" : bonus.on;
  const sum = format.money(bonus.offer_price, currency);
  const errorMessage = getErrorMessage(fetcher);
  return (
    <Form method="post" action={to("/cart")} className="mt-4 rounded-md bg-yamabuki-50 p-3.5">
      <input type="hidden" name="intent" value="set_loyalty_points" />
      <input type="hidden" name="on" value={bonus.on ? "0" : "1"} />
      <div className="flex items-center justify-between gap-3">
        <p className="flex gap-2.5 text-sm text-yamabuki-800">
          <PointsIcon size={22} className="text-yamabuki-500" />
          <span role="status">
            <b className="block font-semibold">{t("loyalty.count", { count: bonus.balance })}</b>
            {isRedeemed ? t("checkout.loyalty_spent", { sum }) : t("checkout.loyalty_offer", { sum })}
          </span>
        </p>
        <Button type="submit" kind="outline" size="sm" busy={state !== "idle"}>
          {isRedeemed ? t("checkout.loyalty_keep") : t("checkout.loyalty_spend")}
        </Button>
      </div>
      {errorMessage ? (
        <p role="alert" className="mt-2 text-sm text-beni-600">
          {errorMessage}
        </p>
      ) : null}
    </Form>
  );
}
