import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { AuditSubject, FieldChange } from "../audit/audit-log.ts";
import { findLastFieldChange } from "../audit/sql.ts";
import type { Db } from "../db/database.ts";
import { refuse } from "../http/errors.ts";
import { type fieldConflict, type FieldEdit, refusals } from "./schema.ts";

/**
 * Compares an edit with the stored record (optimistic concurrency). Only the edited fields are compared: changes of
 * other fields do not conflict. The record must be locked, so that it does not change before it is updated.
 * @param current the stored values of at least the edited fields
 * @param options.getAuditField the name of a field in the audit log, if it is another one there
 * @returns the fields that change; a field that has its new value already is left out
 * @throws Refusal `edit_conflict`, with each field that was changed by somebody else since the editor saw it
 */
export async function compareFields(
  db: Db,
  subject: AuditSubject,
  current: Readonly<Record<string, unknown>>,
  edits: Readonly<Record<string, FieldEdit | undefined>>,
  { getAuditField = (field: string) => field } = {},
): Promise<FieldChange[]> {
  const changes: FieldChange[] = [];
  const conflicts: z.input<typeof fieldConflict>[] = [];
  for (const [field, edit] of Object.entries(edits)) {
    if (edit === undefined) continue;
    const stored = toJsonValue(current[field]);
    const [from, to] = [toJsonValue(edit.from), toJsonValue(edit.to)];
    if (isDeepStrictEqual(stored, to)) continue;
    if (isDeepStrictEqual(stored, from)) changes.push({ field, from: stored, to });
    else conflicts.push({ field, from, to, current: stored, ...(await findAuthor(db, subject, getAuditField(field))) });
  }
  if (conflicts.length > 0) throw refuse(refusals, "edit_conflict", { data: { conflicts } });
  return changes;
}

/** Returns the edit that reverses changes, for undo. */
export function reverseChanges(changes: readonly FieldChange[]): Record<string, FieldEdit> {
  return Object.fromEntries(changes.map(({ field, from, to }) => [field, { from: to, to: from }]));
}

async function findAuthor(
  db: Db,
  subject: AuditSubject,
  field: string,
): Promise<{ who: string | null; when: string | null }> {
  const entry = await findLastFieldChange(db, { kind: subject.kind, id: String(subject.id) }, field);
  return { who: entry?.actor_name ?? null, when: entry?.at.toISOString() ?? null };
}

/** Converts a value to what its JSON stands for, so that dates and absent values compare as on the wire. */
function toJsonValue(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}
