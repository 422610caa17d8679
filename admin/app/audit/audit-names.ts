import type { AuditEntry } from "@furoshiki/api/admin/staff/audit";
import type { Translator } from "../i18n/messages.ts";

/** Returns the name of an action; its code if it has none. */
export function getActionName(t: Translator, action: string): string {
  return t.find(`audit.action_${action}`) ?? action;
}

/** Returns the path of the page of a record; null if it has none. */
export function getSubjectLink({ kind, id }: AuditEntry["subject"]): string | null {
  if (kind === "return") return `/returns/${id}`;
  return kind === "order" ? `/orders/${id}` : null;
}
