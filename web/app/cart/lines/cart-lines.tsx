import { useEffect, type ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import type { CartLine } from "../cart-contents.ts";
import { useCart } from "../cart-state.tsx";
import { CartLineRow, getRemoveButtonId } from "./cart-line-row.tsx";
import {
  clearRemovedLines,
  restoreOrder,
  addRemovedLine,
  restoreLine,
  useRemovedLines,
  type RemovedLine,
} from "./removed-lines.ts";

type CartLinesProps = {
  /** Lines of the cart, including changes that the server has not confirmed yet. */
  lines: readonly CartLine[];
  /** Renders the option picker of a line that needs an option. */
  renderOptions: (line: CartLine) => ReactNode;
  /** Whether prices may be outdated, because current prices could not be loaded. */
  isPriceOutdated: boolean;
};

/** The lines of a cart. A removed line is replaced by a button that restores it. */
export function CartLines({ lines, renderOptions, isPriceOutdated }: CartLinesProps) {
  const { getQty, updateLine } = useCart();
  const removed = useRemovedLines();
  const presentIds = new Set(lines.map((line) => line.cart_id));
  useRestoredLines(removed, presentIds);
  const rows: (CartLine | RemovedLine)[] = restoreOrder(lines);
  for (const removedLine of removed.filter(({ line }) => !presentIds.has(line.cart_id)))
    rows.splice(removedLine.position, 0, removedLine);
  const remove = (line: CartLine, wasMovedToWishlist: boolean) => {
    const qty = getQty(line.cart_id);
    const position = rows.findIndex((row) => row === line);
    addRemovedLine({ line, position, wasMovedToWishlist, restore: () => updateLine(line, qty) });
    updateLine(line, 0);
  };
  return (
    <ul className="mt-2 divide-y divide-line">
      {rows.map((row) =>
        "line" in row ? (
          <RemovedLineRow key={row.line.cart_id} removed={row} />
        ) : (
          <CartLineRow
            key={row.cart_id}
            line={row}
            qty={getQty(row.cart_id)}
            onQty={(qty) => updateLine(row, qty)}
            onRemove={() => remove(row, false)}
            onMovedToWishlist={() => remove(row, true)}
            options={renderOptions(row)}
            isPriceOutdated={isPriceOutdated}
          />
        ),
      )}
    </ul>
  );
}

/** The removed lines of a cart that is now empty. */
export function RemovedLines() {
  const removed = useRemovedLines();
  if (removed.length === 0) return null;
  return (
    <ul className="mb-5 divide-y divide-line rounded-md border border-line bg-surface px-4 lg:px-8">
      {removed.map((removedLine) => (
        <RemovedLineRow key={removedLine.line.cart_id} removed={removedLine} />
      ))}
    </ul>
  );
}

/** Once a restored line is in the cart again, drops it from the removed lines and moves the focus to it. */
function useRestoredLines(removed: readonly RemovedLine[], presentIds: ReadonlySet<string>) {
  useEffect(() => {
    // A line that is being removed is still in the cart for a moment, so only restored lines count.
    const restored = removed.filter(({ line, isRestoring }) => isRestoring && presentIds.has(line.cart_id));
    const [firstRestored] = restored;
    if (!firstRestored) return;
    clearRemovedLines(new Set(restored.map(({ line }) => line.cart_id)));
    document.getElementById(getRemoveButtonId(firstRestored.line))?.focus();
  });
}

function RemovedLineRow({ removed }: { removed: RemovedLine }) {
  const { t } = useAccountI18n();
  const { line, wasMovedToWishlist, isRestoring } = removed;
  const id = `restore-${line.cart_id}`;
  useEffect(() => {
    // The focused button was removed with its line.
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 text-sm text-ink-2">
      <p role="status" id={`${id}-text`} className="min-w-0 grow basis-40">
        {t(wasMovedToWishlist ? "cart.moved_to_wishlist" : "cart.removed", {
          name: insertNonBreakingSpaces(line.product.name),
        })}
      </p>
      <Button
        id={id}
        aria-describedby={`${id}-text`}
        kind="outline"
        size="sm"
        busy={isRestoring}
        onClick={() => restoreLine(removed)}
      >
        {t("cart.undo")}
      </Button>
    </li>
  );
}
