import type { UndoableAction } from "../api-client/undo-cookie.ts";
import { getActionName } from "../audit/audit-names.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { UndoToast } from "../ui/undo-toast.tsx";

/** Offers to undo the last action of the person, above the lower edge of the window. */
export function UndoOffer({ undo }: { undo: UndoableAction | null }) {
  const { t } = useI18n();
  return (
    <div
      role="status"
      className="fixed inset-x-3 top-16 z-30 desk:inset-x-auto desk:top-auto desk:right-6 desk:bottom-20"
    >
      {undo ? <UndoToast key={undo.entry} {...undo} message={`${getActionName(t, undo.action)}.`} /> : null}
    </div>
  );
}
