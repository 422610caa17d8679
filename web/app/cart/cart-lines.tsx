import { useEffect, type ReactNode } from "react";
import { bindWords } from "../lib/format.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { CartLine, removeButtonId } from "./cart-line.tsx";
import {
  forgetRemoved,
  inOldPlaces,
  noteRemoved,
  putBack,
  useRemovedLines,
  type RemovedLine,
} from "./removed-lines.ts";
import type { Money, ShownLine } from "./shown-cart.ts";

type CartLinesProps = {
  /** Those that are in the cart as the shopper wishes it now. */
  lines: readonly ShownLine[];
  moneyOf: (line: ShownLine) => Money;
  qtyOf: (line: ShownLine) => number;
  onQty: (line: ShownLine, qty: number) => void;
  /** Puts a line back that was taken out, as it was. */
  onPutBack: (line: ShownLine, qty: number) => void;
  options: (line: ShownLine) => ReactNode;
  /** Prices could not be asked for: they are the ones that the shopper saw last. */
  earlier?: boolean;
};

/** The lines of a cart; one that is taken out leaves its place to the way back. */
export function CartLines({ lines, moneyOf, qtyOf, onQty, onPutBack, options, earlier }: CartLinesProps) {
  const removed = useRemovedLines();
  const present = new Set(lines.map((line) => line.cartId));
  useReturned(removed, present);
  const rows: (ShownLine | RemovedLine)[] = inOldPlaces(lines);
  for (const one of removed.filter(({ line }) => !present.has(line.cartId))) rows.splice(one.place, 0, one);
  const remove = (line: ShownLine, kept: boolean) => {
    const qty = qtyOf(line);
    const place = rows.findIndex((row) => row === line);
    noteRemoved({ line, place, kept, putBack: () => onPutBack(line, qty) });
    onQty(line, 0);
  };
  return (
    <ul className="mt-2 divide-y divide-line">
      {rows.map((row) =>
        "line" in row ? (
          <RemovedRow key={row.line.cartId} removed={row} />
        ) : (
          <CartLine
            key={row.cartId}
            line={row}
            money={moneyOf(row)}
            qty={qtyOf(row)}
            onQty={(qty) => onQty(row, qty)}
            onRemove={() => remove(row, false)}
            onKept={() => remove(row, true)}
            options={options(row)}
            {...(earlier ? { earlier } : {})}
          />
        ),
      )}
    </ul>
  );
}

/** What was taken out of a cart that is empty now. */
export function RemovedLines() {
  const removed = useRemovedLines();
  if (removed.length === 0) return null;
  return (
    <ul className="mb-5 divide-y divide-line rounded-md border border-line bg-surface px-4 lg:px-8">
      {removed.map((one) => (
        <RemovedRow key={one.line.cartId} removed={one} />
      ))}
    </ul>
  );
}

/** A line that is in the cart again is forgotten as a removed one, and where its return was asked for, has the focus. */
function useReturned(removed: readonly RemovedLine[], present: ReadonlySet<string>) {
  useEffect(() => {
    // One that leaves is still there for a moment.
    const back = removed.filter(({ line, returning }) => returning && present.has(line.cartId));
    const [asked] = back;
    if (!asked) return;
    forgetRemoved(new Set(back.map(({ line }) => line.cartId)));
    document.getElementById(removeButtonId(asked.line))?.focus();
  });
}

function RemovedRow({ removed }: { removed: RemovedLine }) {
  const { t } = useShop();
  const { line, kept, returning } = removed;
  const id = `put-back-${line.cartId}`;
  useEffect(() => {
    // The button that was pressed went with its line.
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 text-sm text-ink-2">
      <p role="status" id={`${id}-what`} className="min-w-0 grow basis-40">
        {t(kept ? "cart.was_kept" : "cart.was_removed", { name: bindWords(line.name) })}
      </p>
      <Button
        id={id}
        aria-describedby={`${id}-what`}
        kind="outline"
        size="sm"
        busy={returning}
        onClick={() => putBack(removed)}
      >
        {t("cart.put_back")}
      </Button>
    </li>
  );
}
