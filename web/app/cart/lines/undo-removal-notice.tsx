import { useEffect } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { useUndoableRemoval } from "./undo-removal.ts";

const UNDO_BUTTON_ID = "undo-removal";

/** Lists the items that were removed to stay below the duty-free limit, with an undo button. */
export function UndoRemovalNotice() {
  const { t } = useAccountI18n();
  const removal = useUndoableRemoval();
  useEffect(() => {
    // The focused button was removed with the advice.
    if (removal) document.getElementById(UNDO_BUTTON_ID)?.focus();
  }, [removal]);
  if (!removal) return null;
  return (
    <Alert kind="info">
      <p role="status">{insertNonBreakingSpaces(t("checkout.split_removed", { names: removal.names.join(", ") }))}</p>
      <Button
        id={UNDO_BUTTON_ID}
        kind="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          removal.undo();
          document.getElementById("main")?.focus();
        }}
      >
        {t("cart.undo")}
      </Button>
    </Alert>
  );
}
