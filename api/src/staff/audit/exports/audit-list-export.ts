import { defineListExport, type ExportColumns, readPages } from "../../exports/list-export.ts";
import { type AuditExportColumn, auditQuery } from "../admin-schema.ts";
import { buildFilter } from "../audit-list.ts";
import { countAuditEntries, listAuditEntries } from "../sql.ts";

type AuditRow = Awaited<ReturnType<typeof listAuditEntries>>[number];

const columns: ExportColumns<AuditExportColumn, AuditRow> = {
  time: [
    { name: "entry", getValue: ({ id }) => id },
    { name: "at", getValue: ({ at }) => at.toISOString() },
  ],
  actor: [
    { name: "actor_kind", getValue: (row) => row.actor_kind },
    { name: "actor", getValue: (row) => row.actor_label },
    { name: "ip", getValue: ({ ip }) => ip },
  ],
  action: [
    { name: "action", getValue: ({ action }) => action },
    { name: "reason", getValue: ({ reason }) => reason },
    { name: "undo_of", getValue: (row) => row.undo_of },
  ],
  subject: [
    { name: "subject_kind", getValue: (row) => row.subject_kind },
    { name: "subject", getValue: (row) => row.subject_id },
  ],
  changed: [{ name: "changes", getValue: ({ changes }) => JSON.stringify(changes) }],
};

/** The audit log. Personal values are stored in it as hashes with a masked label, and so they are in the file. */
export const auditListExport = defineListExport({
  name: "audit",
  record: "audit",
  permission: "audit:read",
  query: auditQuery.omit({ after: true, limit: true }),
  columns,
  count: (db, query, { now }) => countAuditEntries(db, buildFilter(query, now)),
  readBatches: (db, query, { batchSize, now }) => {
    // The entry of the export itself, and others that come meanwhile, are not in the file.
    const filter = buildFilter({ ...query, to: query.to ?? now.toISOString() }, now);
    return readPages<AuditRow>(
      (last, limit) => listAuditEntries(db, filter, { after: last && { at: last.at, id: last.id }, limit: limit + 1 }),
      batchSize,
    );
  },
});
