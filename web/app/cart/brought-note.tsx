import { useSyncExternalStore } from "react";
import { useShop } from "../lib/shop.tsx";
import { readStored, store } from "../lib/storage.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

const KEY = "cart-untaken";
const listeners = new Set<() => void>();

/** Keeps what the shop did not take of a guest's code and presents for the cart page, which is loaded afresh. */
export function tellAfterwards(untaken: readonly string[]): void {
  if (untaken.length === 0 && readStored(KEY) === null) return;
  store(KEY, untaken);
  for (const listener of listeners) listener();
}

/** Why a guest's code or present did not come along at the sign-in, until he says that he has seen it. */
export function BroughtNote() {
  const { t } = useShop();
  const untold = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(readStored(KEY) ?? []),
    () => "[]",
  );
  const read: unknown = JSON.parse(untold);
  const sentences = Array.isArray(read) ? read.filter((one) => typeof one === "string") : [];
  if (sentences.length === 0) return null;
  return (
    <Note kind="warn">
      <ul className="space-y-1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button
        kind="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          // The note goes, and its button with it.
          document.getElementById("main")?.focus();
          tellAfterwards([]);
        }}
      >
        {t("cart.changes_seen")}
      </Button>
    </Note>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
