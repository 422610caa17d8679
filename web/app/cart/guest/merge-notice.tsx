import { useSyncExternalStore } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { createListeners } from "@furoshiki/design-system/browser/listeners.ts";
import { readStored, writeStored } from "../../browser/local-storage.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

const STORAGE_KEY = "cart-untaken";
const listeners = createListeners();

/** Stores why the promo code or gifts of a guest cart were not merged, because the cart page is loaded as a new document. */
export function saveMergeIssues(issues: readonly string[]): void {
  if (issues.length === 0 && readStored(STORAGE_KEY) === null) return;
  writeStored(STORAGE_KEY, issues);
  listeners.notify();
}

/** Explains why a promo code or gift of the guest cart was not merged, until the customer dismisses it. */
export function MergeNotice() {
  const { t } = useI18n();
  const storedJson = useSyncExternalStore(
    listeners.subscribe,
    () => JSON.stringify(readStored(STORAGE_KEY) ?? []),
    () => "[]",
  );
  const parsed: unknown = JSON.parse(storedJson);
  const messages = Array.isArray(parsed) ? parsed.filter((message) => typeof message === "string") : [];
  if (messages.length === 0) return null;
  return (
    <Alert kind="warn">
      <ul className="space-y-1">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Button
        kind="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          // The button is removed with the notice, so move the focus.
          document.getElementById("main")?.focus();
          saveMergeIssues([]);
        }}
      >
        {t("cart.changes_acknowledge")}
      </Button>
    </Alert>
  );
}
