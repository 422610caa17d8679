import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Approvals } from "../../platform/db/tables.generated.ts";

export type ApprovalRow = Selectable<Approvals> & {
  comment: string;
  requester_name: string;
  requester_email: string;
  decider_name: string | null;
};

/** Which requests a person sees: their own, and those of the actions that they may execute. */
export type Viewer = Readonly<{ staffId: number; actions: readonly string[] }>;

function selectApprovals(db: Db) {
  return db
    .selectFrom("approvals as a")
    .innerJoin("staff as requester", "requester.id", "a.requested_by")
    .leftJoin("staff as decider", "decider.id", "a.decided_by")
    .selectAll("a")
    .select(["requester.name as requester_name", "requester.email as requester_email", "decider.name as decider_name"])
    .select(sql<string>`coalesce(a.input ->> 'comment', '')`.as("comment"));
}

function selectVisible(db: Db, { staffId, actions }: Viewer) {
  return selectApprovals(db).where((where) =>
    where.or([where("a.requested_by", "=", staffId), where("a.action", "=", sql<string>`any(${[...actions]})`)]),
  );
}

/** Inserts a request, unless one for the same action and record waits already. */
export async function insertApproval(tx: Tx, row: Insertable<Approvals>): Promise<number | null> {
  const inserted = await tx
    .insertInto("approvals")
    .values(row)
    // A literal: with a parameter, a prepared statement would not find the partial index.
    .onConflict((on) => on.columns(["action", "params"]).where("status", "=", sql.lit("pending")).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

export async function findApproval(db: Db, id: number): Promise<ApprovalRow | undefined> {
  return selectApprovals(db).where("a.id", "=", id).executeTakeFirst();
}

export async function listPending(db: Db, viewer: Viewer, now: Date): Promise<ApprovalRow[]> {
  return selectVisible(db, viewer)
    .where("a.status", "=", "pending")
    .where("a.expires_at", ">", now)
    .orderBy("a.id")
    .execute();
}

export async function listEnded(db: Db, viewer: Viewer, now: Date, limit: number): Promise<ApprovalRow[]> {
  return selectVisible(db, viewer)
    .where((where) => where.or([where("a.status", "<>", "pending"), where("a.expires_at", "<=", now)]))
    .orderBy("a.requested_at", "desc")
    .orderBy("a.id", "desc")
    .limit(limit)
    .execute();
}

export async function listPendingOfSubject(
  db: Db,
  subject: { kind: string; id: number },
  now: Date,
): Promise<ApprovalRow[]> {
  return selectApprovals(db)
    .where("a.subject_kind", "=", subject.kind)
    .where("a.subject_id", "=", String(subject.id))
    .where("a.status", "=", "pending")
    .where("a.expires_at", ">", now)
    .orderBy("a.id")
    .execute();
}

/**
 * Locks the account that has requested an approval and then the request, in the order in which disabling an account
 * locks them; undefined if there is none.
 */
export async function lockApproval(tx: Tx, id: number): Promise<ApprovalRow | undefined> {
  const found = await findApproval(tx, id);
  if (!found) return undefined;
  await tx.selectFrom("staff").select("id").where("id", "=", found.requested_by).forKeyShare().execute();
  await tx.selectFrom("approvals").select("id").where("id", "=", id).forUpdate().execute();
  return findApproval(tx, id);
}

/** Returns the role of an active account; undefined if it is not active. */
export async function findActiveRole(tx: Tx, staffId: number) {
  return tx
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select(["roles.key", "roles.permissions"])
    .where("staff.id", "=", staffId)
    .where("staff.status", "=", "active")
    .executeTakeFirst();
}

/** Ends a request and removes its input. */
export async function endApproval(
  tx: Tx,
  id: number,
  end: { status: string; decided_by: number | null; decided_at: Date; decision_reason?: string },
): Promise<void> {
  await tx
    .updateTable("approvals")
    .set({ ...end, input: "{}" })
    .where("id", "=", id)
    .execute();
}

export type EndedRow = Pick<
  Selectable<Approvals>,
  "id" | "action" | "amount_minor" | "currency" | "subject_kind" | "subject_id" | "requested_by"
>;

/**
 * Ends the requests that nobody has decided on in time. Locks the accounts that have requested them first, as
 * `lockApproval` does: their notifications refer to the accounts.
 */
export async function expirePending(tx: Tx, now: Date): Promise<EndedRow[]> {
  const requesters = tx
    .selectFrom("approvals")
    .select("requested_by")
    .where("status", "=", "pending")
    .where("expires_at", "<=", now);
  await tx.selectFrom("staff").select("id").where("id", "in", requesters).orderBy("id").forKeyShare().execute();
  return tx
    .updateTable("approvals")
    .set({ status: "expired", decided_at: now, input: "{}" })
    .where("status", "=", "pending")
    .where("expires_at", "<=", now)
    .returning(["id", "action", "amount_minor", "currency", "subject_kind", "subject_id", "requested_by"])
    .execute();
}

/** Ends the requests of a person that wait. */
export async function cancelPendingOf(tx: Tx, staffId: number, now: Date): Promise<EndedRow[]> {
  return tx
    .updateTable("approvals")
    .set({ status: "canceled", decided_at: now, input: "{}" })
    .where("status", "=", "pending")
    .where("requested_by", "=", staffId)
    .returning(["id", "action", "amount_minor", "currency", "subject_kind", "subject_id", "requested_by"])
    .execute();
}
