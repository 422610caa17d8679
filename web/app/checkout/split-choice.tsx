import { useFetcher } from "react-router";
import { useCart } from "../cart/cart-state.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import { SplitAdvice } from "../cart/split-advice.tsx";
import { takeOut } from "../cart/taken-out.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

/** The advice to divide a cart, with the button that sets the second order aside. */
export function SplitChoice({ cart }: { cart: ShownCart }) {
  const { t, to } = useShop();
  const { qtyOf, changeQty } = useCart();
  const fetcher = useFetcher<FormAnswer>();
  const { split } = cart;
  if (!split) return null;
  const trouble = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <SplitAdvice
      split={split}
      duty={cart.duty}
      products={cart.products}
      money={cart.money}
      onRemove={(lines) => takeOut(lines, qtyOf, changeQty)}
      action={
        <fetcher.Form method="post" action={to("/cart")}>
          <input type="hidden" name="intent" value="split" />
          <input type="hidden" name="lines" value={JSON.stringify(split.later)} />
          {trouble ? (
            <Note kind="error" className="mb-3">
              {trouble}
            </Note>
          ) : null}
          <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
            {t("checkout.split_do")}
          </Button>
        </fetcher.Form>
      }
    />
  );
}
