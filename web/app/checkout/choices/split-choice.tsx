import type { Cart } from "@furoshiki/api/cart";
import { useFetcher } from "react-router";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { SplitAdvice } from "../../cart/split/split-advice.tsx";
import { getErrorMessage, type FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

/** Advice to split the order, with a button that saves the second order for later. */
export function SplitChoice({ cart }: { cart: Cart }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const errorMessage = getErrorMessage(fetcher);
  const secondOrder = (cart.split?.parts[1]?.lines ?? []).map(({ cart_id, qty }) => {
    const [product_id = 0, option_id = 0] = cart_id.split("_").map(Number);
    return { product_id, option_id, qty };
  });
  return (
    <SplitAdvice
      cart={cart}
      action={
        <fetcher.Form method="post" action={to("/cart")}>
          <input type="hidden" name="intent" value="split_cart" />
          <input type="hidden" name="lines" value={JSON.stringify(secondOrder)} />
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
