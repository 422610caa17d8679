import type { AppContext } from "../http/endpoint.ts";
import type { Tx } from "../db/database.ts";
import type { Actor } from "./actor.ts";
import { hashPersonalValue, type PersonalValueKind } from "./personal-values.ts";
import { insertAuditEntries } from "./sql.ts";

/** The record that an action changes, such as `{ kind: "order", id: 483920175 }`. */
export type AuditSubject = Readonly<{ kind: string; id: number | string }>;

/** A changed field with its old and new value. A new record changes its fields from null, a deleted one to null. */
export type FieldChange = Readonly<{
  field: string;
  from: unknown;
  to: unknown;
  /** Set for a personal value, which is stored as a keyed hash with a masked label, so that it can be erased. */
  personal?: PersonalValueKind;
}>;

export type AuditEntry = Readonly<{
  actor: Actor;
  /** Module or record and what was done, in the past tense: `order.packing_started`. */
  action: string;
  subject: AuditSubject;
  changes: readonly FieldChange[];
  reason?: string;
  requestId?: string | null;
  taskId?: number | null;
  approvalId?: number | null;
  /** The id of the entry that this action undoes. */
  undoOf?: number | null;
}>;

type AuditServices = Pick<AppContext, "config" | "clock">;

/** Entries that are inserted by one statement. */
const BATCH_SIZE = 1000;

/**
 * Adds an entry to the audit log, in the transaction of the change. It cannot be changed afterwards.
 * @returns the id of the entry
 */
export async function recordAuditEntry(services: AuditServices, tx: Tx, entry: AuditEntry): Promise<number> {
  const [id] = await recordAuditEntries(services, tx, [entry]);
  if (id === undefined) throw new Error("an audit entry was not added");
  return id;
}

/**
 * Adds many entries to the audit log, such as one for each record that a task or an import changes.
 * @returns their ids, in the order of the entries
 */
export async function recordAuditEntries(
  services: AuditServices,
  tx: Tx,
  entries: readonly AuditEntry[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < entries.length; index += BATCH_SIZE) {
    const batch = entries.slice(index, index + BATCH_SIZE).map((entry) => toRow(services, entry));
    ids.push(...(await insertAuditEntries(tx, batch)));
  }
  return ids;
}

function toRow({ config, clock }: AuditServices, entry: AuditEntry) {
  const { actor, subject } = entry;
  const changes = entry.changes.map(({ field, from, to, personal }) =>
    personal
      ? { field, from: hashPersonalValue(config, personal, from), to: hashPersonalValue(config, personal, to) }
      : { field, from: from ?? null, to: to ?? null },
  );
  return {
    at: clock.now(),
    ...{ actor_kind: actor.kind, actor_id: actor.id, actor_label: actor.label },
    ...{ session_id: actor.sessionId, ip: actor.ipAddress },
    ...{ action: entry.action, subject_kind: subject.kind, subject_id: String(subject.id) },
    ...{ changes: JSON.stringify(changes), reason: entry.reason ?? "" },
    ...{ request_id: entry.requestId ?? null, task_id: entry.taskId ?? null },
    ...{ approval_id: entry.approvalId ?? null, undo_of: entry.undoOf ?? null },
  };
}
