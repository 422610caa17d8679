import { useEffect, type ReactNode } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { CartLine, getRemoveButtonId } from "./cart-line.tsx";
import {
  clearRemovedLines,
  restoreOrder,
  addRemovedLine,
  restoreLine,
  useRemovedLines,
  type RemovedLine,
} from "./removed-lines.ts";
import type { Currency, CartLineViewModel } from "../cart-view-model.ts";

type CartLinesProps = {
  /** Lines of the cart, including changes that the server has not confirmed yet. */
  lines: readonly CartLineViewModel[];
  getCurrency: (line: CartLineViewModel) => Currency;
  getQty: (line: CartLineViewModel) => number;
  /** Sets the quantity of a line; 0 removes it. */
  onQty: (line: CartLineViewModel, qty: number) => void;
  /** Restores a removed line with its previous quantity. */
  onRestore: (line: CartLineViewModel, qty: number) => void;
  /** Renders the option picker of a line that needs an option. */
  renderOptions: (line: CartLineViewModel) => ReactNode;
  /** Whether prices may be outdated, because current prices could not be loaded. */
  isPriceOutdated?: boolean;
};

/** The lines of a cart. A removed line is replaced by a button that restores it. */
export function CartLines({
  lines,
  getCurrency,
  getQty,
  onQty,
  onRestore,
  renderOptions,
  isPriceOutdated,
}: CartLinesProps) {
  const removed = useRemovedLines();
  const presentIds = new Set(lines.map((line) => line.cartId));
  useRestoredLines(removed, presentIds);
  const rows: (CartLineViewModel | RemovedLine)[] = restoreOrder(lines);
  for (const removedLine of removed.filter(({ line }) => !presentIds.has(line.cartId)))
    rows.splice(removedLine.position, 0, removedLine);
  const remove = (line: CartLineViewModel, wasMovedToWishlist: boolean) => {
    const qty = getQty(line);
    const position = rows.findIndex((row) => row === line);
    addRemovedLine({ line, position, wasMovedToWishlist, restore: () => onRestore(line, qty) });
    onQty(line, 0);
  };
  return (
    <ul className="mt-2 divide-y divide-line">
      {rows.map((row) =>
        "line" in row ? (
          <RemovedLineRow key={row.line.cartId} removed={row} />
        ) : (
          <CartLine
            key={row.cartId}
            line={row}
            currency={getCurrency(row)}
            qty={getQty(row)}
            onQty={(qty) => onQty(row, qty)}
            onRemove={() => remove(row, false)}
            onMovedToWishlist={() => remove(row, true)}
            options={renderOptions(row)}
            {...(isPriceOutdated ? { isPriceOutdated } : {})}
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
        <RemovedLineRow key={removedLine.line.cartId} removed={removedLine} />
      ))}
    </ul>
  );
}

/** Once a restored line is in the cart again, drops it from the removed lines and moves the focus to it. */
function useRestoredLines(removed: readonly RemovedLine[], presentIds: ReadonlySet<string>) {
  useEffect(() => {
    // A line that is being removed is still in the cart for a moment, so only restored lines count.
    const restored = removed.filter(({ line, isRestoring }) => isRestoring && presentIds.has(line.cartId));
    const [firstRestored] = restored;
    if (!firstRestored) return;
    clearRemovedLines(new Set(restored.map(({ line }) => line.cartId)));
    document.getElementById(getRemoveButtonId(firstRestored.line))?.focus();
  });
}

function RemovedLineRow({ removed }: { removed: RemovedLine }) {
  const { t } = useI18n();
  const { line, wasMovedToWishlist, isRestoring } = removed;
  const id = `restore-${line.cartId}`;
  useEffect(() => {
    // The focused button was removed with its line.
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 text-sm text-ink-2">
      <p role="status" id={`${id}-text`} className="min-w-0 grow basis-40">
        {t(wasMovedToWishlist ? "cart.moved_to_wishlist" : "cart.removed", {
          name: insertNonBreakingSpaces(line.name),
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
