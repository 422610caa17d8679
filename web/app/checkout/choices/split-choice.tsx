import { useFetcher } from "react-router";
import { useCart } from "../../cart/cart-state.tsx";
import type { CartViewModel } from "../../cart/cart-view-model.ts";
import { SplitAdvice } from "../../cart/split-advice.tsx";
import { removeWithUndo } from "../../cart/lines/undo-removal.ts";
import type { FormResult } from "../../forms/form-result.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** Advice to split the order, with a button that saves the second order for later. */
export function SplitChoice({ cart }: { cart: CartViewModel }) {
  const { t, to } = useI18n();
  const { getQty, updateQty } = useCart();
  const fetcher = useFetcher<FormResult>();
  const { split } = cart;
  if (!split) return null;
  const errorMessage = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <SplitAdvice
      split={split}
      duty={cart.duty}
      products={cart.products}
      currency={cart.currency}
      onRemove={(lines) => removeWithUndo(lines, getQty, updateQty)}
      action={
        <fetcher.Form method="post" action={to("/cart")}>
          <input type="hidden" name="intent" value="split_cart" />
          <input type="hidden" name="lines" value={JSON.stringify(split.secondOrderLines)} />
          {errorMessage ? (
            <Alert kind="error" className="mb-3">
              {errorMessage}
            </Alert>
          ) : null}
          <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
            {t("checkout.split_apply")}
          </Button>
        </fetcher.Form>
      }
    />
  );
}
