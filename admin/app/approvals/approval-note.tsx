import { useI18n } from "../i18n/use-i18n.tsx";
import { Note } from "../ui/note.tsx";

/** Says in a dialog that a colleague has to approve what it does; nothing if none has to. */
export function ApprovalNote({ isNeeded }: { isNeeded: boolean }) {
  const { t } = useI18n();
  return isNeeded ? <Note tone="warn">{t("approvals.needed")}</Note> : null;
}
