import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import {
  type AuditChain,
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  MAX_SEARCHED_DAYS,
  refusals,
} from "./admin-schema.ts";
import { type AuditFilter, type AuditPosition, getAuditChain, listAuditEntries } from "./sql.ts";

const DAY_MS = 86_400_000;

/** Returns a page of the audit log, the newest entries first. @throws Refusal `audit_period_required` */
export async function getAuditPage(db: Db, query: AuditQuery, now: Date): Promise<AuditPage> {
  const filter = buildFilter(query, now);
  const { limit } = query;
  const after = query.after === undefined ? undefined : parseCursor(query.after);
  // One more than the page, to know whether there is a next one.
  const rows = await listAuditEntries(db, filter, { after, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => serializeEntry(row, now)),
    next: last ? `${last.at.getTime()}-${last.id}` : null,
  };
}

/** Builds the filter of a list. @throws Refusal `audit_period_required` */
export function buildFilter(query: Omit<AuditQuery, "after" | "limit">, now: Date): AuditFilter {
  const { actor, action, subject, request, from, to, q } = query;
  const [actorKind, actorId] = splitReference(actor);
  const [subjectKind, subjectId] = splitReference(subject);
  const filter = {
    ...{ action, requestId: request, text: q, actorKind, subjectKind, subjectId },
    actorId: actorId === undefined ? undefined : Number(actorId),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  if (q !== undefined && request === undefined && subjectId === undefined) requirePeriod(filter, now);
  return filter;
}

/** A search for a text reads every entry of the period, since no index finds parts of all values. */
function requirePeriod({ from, to }: { from: Date | undefined; to: Date | undefined }, now: Date): void {
  if (from && (to ?? now).getTime() - from.getTime() <= MAX_SEARCHED_DAYS * DAY_MS) return;
  throw refuse(refusals, "audit_period_required", { params: { days: MAX_SEARCHED_DAYS } });
}

/** Returns the state of the hash chain over the audit log. */
export async function getChainState(db: Db): Promise<AuditChain> {
  const { seal, entriesWithoutSeal, verification } = await getAuditChain(db);
  return {
    last_sealed_entry_id: seal?.last_entry_id ?? null,
    sealed_at: seal?.created_at.toISOString() ?? null,
    entries_without_seal: entriesWithoutSeal,
    verification: verification
      ? {
          verified_at: verification.verified_at.toISOString(),
          seals: verification.seals,
          problems: verification.problems as { seal_id: number; problem: string }[],
        }
      : null,
  };
}

/** Splits `order:483920175` into kind and id; the id is undefined if there is only a kind. */
function splitReference(reference: string | undefined): [string | undefined, string | undefined] {
  const [, kind, id] = /^(\w+)(?::(.*))?$/.exec(reference ?? "") ?? [];
  return [kind, id];
}

function parseCursor(cursor: string): AuditPosition {
  const [at, id] = cursor.split("-").map(Number);
  return { at: new Date(at ?? 0), id: id ?? 0 };
}

function serializeEntry(row: Awaited<ReturnType<typeof listAuditEntries>>[number], now: Date): AuditEntry {
  const canBeUndone = row.valid_until !== null && row.used_at === null && row.valid_until >= now;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: {
      kind: row.actor_kind as AuditEntry["actor"]["kind"],
      id: row.actor_id,
      label: row.actor_label,
      name: row.actor_name,
    },
    ...{ session_id: row.session_id, ip: row.ip, action: row.action },
    subject: { kind: row.subject_kind, id: row.subject_id },
    changes: row.changes as AuditEntry["changes"],
    ...{ reason: row.reason, request_id: row.request_id, task_id: row.task_id, approval_id: row.approval_id },
    undo_of: row.undo_of,
    undo_until: canBeUndone ? (row.valid_until?.toISOString() ?? null) : null,
    undone_at: row.used_at?.toISOString() ?? null,
  };
}
