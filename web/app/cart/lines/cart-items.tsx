import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { track } from "../../analytics/track.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import type { CartLine } from "../cart-contents.ts";
import { CartSection } from "../cart-section.tsx";
import { useCart } from "../cart-state.tsx";
import { ClearCartButton } from "../clear-cart-button.tsx";
import { CartLines } from "./cart-lines.tsx";

type CartItemsProps = {
  lines: readonly CartLine[];
  renderOptions: (line: CartLine) => ReactNode;
  isPriceOutdated: boolean;
};

/** The section with the lines of the cart and a button that empties it. */
export function CartItems({ lines, renderOptions, isPriceOutdated }: CartItemsProps) {
  const { t, to } = useAccountI18n();
  const { getQty } = useCart();
  const clearFetcher = useFetcher();
  const clear = () => {
    for (const line of lines) void track({ kind: "quantity", cartId: line.cart_id, before: line.qty, after: 0, line });
    void clearFetcher.submit({ intent: "clear_cart" }, { method: "post", action: to("/cart") });
  };
  return (
    <CartSection id="items" title={t("checkout.items")} aside={<ClearCartButton onClear={clear} />}>
      <CartLines
        lines={lines.filter((line) => getQty(line.cart_id) > 0)}
        renderOptions={renderOptions}
        isPriceOutdated={isPriceOutdated}
      />
    </CartSection>
  );
}
