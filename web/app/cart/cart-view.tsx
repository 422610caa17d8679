import type { CartChange } from "@furoshiki/api/cart";
import type { ReactNode } from "react";
import { CartChangesNotice } from "./cart-changes-notice.tsx";
import type { CartLine, Currency } from "./cart-contents.ts";
import { CartHeader, CartLayout } from "./cart-layout.tsx";
import { CartItems } from "./lines/cart-items.tsx";
import { UndoRemovalNotice } from "./lines/undo-removal-notice.tsx";
import { StickyCheckoutBar } from "./sticky-checkout-bar.tsx";

type CartViewProps = {
  /** Lines of the cart, including changes that the server has not confirmed yet. */
  lines: readonly CartLine[];
  /** Number of gift cards that are bought with the cart. */
  giftCardCount?: number;
  /** Weight of the goods in grams; 0 if it is unknown. */
  weightG: number;
  currency: Currency;
  changes: readonly CartChange[];
  /** Notices above those that every cart has. */
  notices?: ReactNode;
  /** Renders the option picker of a line that needs an option. */
  renderOptions: (line: CartLine) => ReactNode;
  /** Whether prices may be outdated, because current prices could not be loaded. */
  isPriceOutdated?: boolean;
  summary: ReactNode;
  /** The total and its button below the page on small screens; null while the total is unknown. */
  checkoutBar: { name: string; total: string; button: ReactNode } | null;
  /** The sections below the lines. */
  children?: ReactNode;
};

/** The cart page of a customer or a guest: notices, lines, sections and the summary. */
export function CartView({
  lines,
  giftCardCount = 0,
  weightG,
  currency,
  changes,
  notices,
  renderOptions,
  isPriceOutdated = false,
  summary,
  checkoutBar,
  children,
}: CartViewProps) {
  const count = lines.reduce((sum, line) => sum + line.qty, giftCardCount);
  return (
    <>
      <CartHeader count={count} weightG={weightG} />
      <CartLayout
        notices={
          <>
            {notices}
            <CartChangesNotice changes={changes} currency={currency} />
            <UndoRemovalNotice />
          </>
        }
        sidebar={summary}
      >
        {lines.length > 0 ? (
          <CartItems lines={lines} renderOptions={renderOptions} isPriceOutdated={isPriceOutdated} />
        ) : null}
        {children}
      </CartLayout>
      {checkoutBar ? (
        <StickyCheckoutBar name={checkoutBar.name} total={checkoutBar.total}>
          {checkoutBar.button}
        </StickyCheckoutBar>
      ) : null}
    </>
  );
}
