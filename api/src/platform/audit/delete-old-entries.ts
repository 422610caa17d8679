import { withTransaction } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";
import { getSetting } from "../settings/settings.ts";
import { createJobActor } from "./actor.ts";
import { recordAuditEntry } from "./audit-log.ts";
import { auditRetentionMonths } from "./settings.ts";
import { dropPartition, listPartitionMonths } from "./sql.ts";

/** The action of the entry that records which month was deleted. */
export const ENTRIES_DELETED = "audit.entries_deleted";

/**
 * Deletes the entries of the months that are older than `audit.retention_months`, and records it in the audit log.
 * @param jobName the job that deletes them
 */
export async function deleteOldAuditEntries(app: AppContext, jobName: string): Promise<void> {
  const now = app.clock.now();
  const months = await getSetting(app.db, auditRetentionMonths);
  const firstKept = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);
  for (const month of await listPartitionMonths(app.db)) {
    if (month >= firstKept) break;
    await withTransaction(app.db, async (tx) => {
      await dropPartition(tx, month);
      await recordAuditEntry(app, tx, {
        actor: createJobActor(jobName),
        action: ENTRIES_DELETED,
        subject: { kind: "audit_month", id: month },
        changes: [],
      });
    });
  }
}
