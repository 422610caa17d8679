import type { Task } from "@furoshiki/api/admin/tasks";
import { formatOrderNumber } from "../i18n/amounts.ts";
import type { MessageKey } from "../i18n/messages.ts";
import type { Permission } from "../staff/me.tsx";
import type { I18n } from "../i18n/use-i18n.tsx";

const recordCounts: Readonly<Record<string, MessageKey>> = {
  order: "tasks.count_order",
  review: "tasks.count_review",
  variant: "tasks.count_variant",
  product: "tasks.count_product",
};

/** Returns a number of records of a kind: `42 orders`. */
export function formatRecordCount({ t }: I18n, subjectKind: string, count: number): string {
  return t(recordCounts[subjectKind] ?? "tasks.count_record", { count });
}

/** Returns what a task does, with its number of records: `Start packing, 42 orders`. */
export function formatTaskTitle(
  i18n: I18n,
  { kind, input, total, undo_of, subject_kind }: Pick<Task, "kind" | "input" | "total" | "undo_of" | "subject_kind">,
): string {
  const { t } = i18n;
  // Kinds whose input says which of several things they do.
  const decision = input["decision"] ?? input["change"];
  const name = t.find(`tasks.kind_${typeof decision === "string" ? `${kind}.${decision}` : kind}`) ?? kind;
  const title = `${name}, ${formatRecordCount(i18n, subject_kind, total)}`;
  return undo_of === null ? title : t("tasks.undo_title", { title });
}

/** Returns the name of a record as its list shows it. */
export function formatRecord(subjectKind: string, id: string): string {
  return subjectKind === "order" ? formatOrderNumber(Number(id)) : id;
}

/** Returns the path of the page of a record; null if it has none that the person may open. */
export function getRecordPath(subjectKind: string, id: string, permissions: readonly Permission[]): string | null {
  if (subjectKind === "product") return permissions.includes("products:read") ? `/products/${id}` : null;
  if (subjectKind === "variant") return permissions.includes("products:read") ? `/products/${id.split("-")[0]}` : null;
  if (subjectKind !== "order") return null;
  if (permissions.includes("orders:read")) return `/orders/${id}`;
  return permissions.includes("orders:fulfill") ? `/fulfillment/pack/${id}` : null;
}
