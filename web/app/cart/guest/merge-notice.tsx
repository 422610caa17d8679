import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { createPersistentStore } from "../../browser/persistent-store.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** Why the promo code or gifts of a guest cart were not merged. Stored, because the cart page is loaded as a new document. */
const mergeIssues = createPersistentStore<string[]>("cart-untaken", [], (stored) =>
  Array.isArray(stored) ? stored.filter((message) => typeof message === "string") : [],
);

/** Replaces the messages that explain why something was not merged. */
export function saveMergeIssues(issues: string[]): void {
  if (issues.length > 0 || mergeIssues.read().length > 0) mergeIssues.write(issues);
}

/** Explains why a promo code or gift of the guest cart was not merged, until the customer dismisses it. */
export function MergeNotice() {
  const { t } = useAccountI18n();
  const messages = useStoreValue(mergeIssues);
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
