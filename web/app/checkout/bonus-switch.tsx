import { useFetcher } from "react-router";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Coin } from "../promotions/coin.tsx";
import { Button } from "../ui/button.tsx";

/** Pays with bonuses, or leaves them where they are: the Russian shop only (design §5, Japanchiki row). */
export function BonusSwitch({ cart: { bonus, money } }: { cart: ShownCart }) {
  const { t, to, format } = useShop();
  const { Form, data, formData, state } = useFetcher<FormAnswer>();
  if (!bonus || (bonus.offer === 0 && !bonus.on)) return null;
  const on = formData ? formData.get("on") === "1" : bonus.on;
  const sum = format.money(bonus.offerPrice, money);
  return (
    <Form method="post" action={to("/cart")} className="mt-4 rounded-md bg-yamabuki-50 p-3.5">
      <input type="hidden" name="intent" value="bonus" />
      <input type="hidden" name="on" value={bonus.on ? "0" : "1"} />
      <div className="flex items-center justify-between gap-3">
        <p className="flex gap-2.5 text-sm text-yamabuki-800">
          <Coin size={22} className="text-yamabuki-500" />
          <span role="status">
            <b className="block font-semibold">{t("bonus.count", { count: bonus.balance })}</b>
            {on ? t("checkout.bonus_spent", { sum }) : t("checkout.bonus_offer", { sum })}
          </span>
        </p>
        <Button type="submit" kind="outline" size="sm" busy={state !== "idle"}>
          {on ? t("checkout.bonus_keep") : t("checkout.bonus_spend")}
        </Button>
      </div>
      {state === "idle" && data && !data.ok ? (
        <p role="alert" className="mt-2 text-sm text-beni-600">
          {data.message}
        </p>
      ) : null}
    </Form>
  );
}
