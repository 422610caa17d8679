import { listCurrencyDigits } from "../money/service.ts";
import { toByteStream } from "../platform/http/byte-stream.ts";
import { refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import { requirePermission } from "../staff/admin-action.ts";
import {
  type AdminApi,
  adminEndpoint,
  adminQuery,
  sessionEndpoint,
  type StaffSession,
} from "../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../staff/admin-schema.ts";
import type { Db } from "../platform/db/database.ts";
import type * as importActions from "./admin-actions.ts";
import {
  changedImport,
  deletedProfile,
  changeListQuery,
  importChangePage,
  importDetail,
  importListQuery,
  importPage,
  importProfiles,
  importQuery,
  refusals,
  uploadedImport,
  uploadQuery,
} from "./admin-schema.ts";
import { getChangePage } from "./change-list.ts";
import { describeErrorFile, generateErrorFile } from "./error-file.ts";
import { getRequiredPermissions, mayReadFile } from "./fields.ts";
import { getImportDetail, toListedImport } from "./import-detail.ts";
import { listProfiles } from "./profiles.ts";
import { listImports } from "./query-sql.ts";
import { findImport, hasFile, type ImportRow } from "./sql.ts";
import { storeUpload } from "./upload.ts";

const { import_not_found, import_busy, import_not_checked, import_file_deleted } = refusals;
const { forbidden } = staffRefusals;

/** Returns a function that adds the endpoints of imports (docs/domain/imports.md). @param actions the actions of this module */
export const importRoutes = (actions: typeof importActions) => (api: AdminApi) => {
  addQueries(api);
  addFiles(api);
  const changed = { params: idParams, response: changedImport } as const;
  adminEndpoint(api, {
    ...{ ...changed, method: "put", path: "/imports/{id}/mapping", action: actions.mapImport },
    summary: "Choose how a file is read and what its columns are, and check it in the background",
    refusals: {
      ...{ import_not_found, import_busy, import_file_deleted, import_profile_exists: refusals.import_profile_exists },
      ...{ encoding_unknown: refusals.encoding_unknown, column_unmapped: refusals.column_unmapped },
      ...{ column_repeated: refusals.column_repeated, import_unreadable: refusals.import_unreadable },
      import_supplier_not_found: refusals.import_supplier_not_found,
    },
  });
  adminEndpoint(api, {
    ...{ ...changed, method: "post", path: "/imports/{id}/cancel", action: actions.cancelImport },
    summary: "Stop the check of a file",
    refusals: { import_not_found, import_busy },
  });
  adminEndpoint(api, {
    ...{ ...changed, method: "put", path: "/imports/{id}/selection", action: actions.selectChanges },
    summary: "Take changes into an import or leave them out: all of a kind, or that of a line",
    refusals: { import_not_found, import_busy, import_not_checked },
  });
  adminEndpoint(api, {
    ...{ ...changed, method: "post", path: "/imports/{id}/apply", action: actions.startImport },
    summary: "Apply everything that is included of a checked import, or nothing, in the background",
    refusals: {
      ...{
        import_not_found,
        import_busy,
        import_not_checked,
        import_file_deleted,
        base_changed: refusals.base_changed,
      },
      import_unreadable_lines: refusals.import_unreadable_lines,
      import_nothing_selected: refusals.import_nothing_selected,
    },
  });
  adminEndpoint(api, {
    ...{ ...changed, method: "post", path: "/imports/{id}/undo", action: actions.undoImportAction },
    summary: "Take an applied import back for 30 days, where nothing has changed since",
    refusals: {
      ...{ import_not_found, import_not_applied: refusals.import_not_applied, undo_expired: refusals.undo_expired },
    },
  });
  adminEndpoint(api, {
    ...{ method: "delete", path: "/import-profiles/{id}", action: actions.deleteImportProfile },
    summary: "Forget how files with certain columns are read",
    response: deletedProfile,
    refusals: { import_profile_not_found: refusals.import_profile_not_found },
  });
};

function addQueries(api: AdminApi): void {
  const permission = "products:write";
  adminQuery(api, {
    ...{ path: "/imports", permission, query: importListQuery, response: importPage },
    summary: "List imports, newest first",
    handler: async ({ db, query, locale }) => {
      const rows = await listImports(db, query);
      const items = rows.slice(0, query.limit).map((row) => toListedImport(row, locale));
      return { data: { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null } };
    },
  });
  adminQuery(api, {
    ...{ path: "/imports/{id}", permission, params: idParams, query: importQuery, response: importDetail },
    summary: "Get an import with the columns of its file, read as its query says",
    refusals: { import_not_found },
    handler: async ({ db, params, query, session, now, locale }) => ({
      data: await getImportDetail(db, params.id, query, {
        ...{ permissions: session.permissions, staffId: session.staff.id, now, locale },
      }),
    }),
  });
  adminQuery(api, {
    ...{ path: "/imports/{id}/preview", permission, params: idParams, query: changeListQuery },
    response: importChangePage,
    summary: "List what a checked import changes, and the lines that cannot be read",
    refusals: { import_not_found },
    handler: async ({ db, params, query, session, locale }) => {
      await requireReadable(db, params.id, session);
      const getMinorDigits = await listCurrencyDigits(db);
      return { data: await getChangePage(db, params.id, query, { getMinorDigits, locale }) };
    },
  });
  adminQuery(api, {
    ...{ path: "/import-profiles", permission, response: importProfiles },
    summary: "List how files with certain columns are read",
    handler: async ({ db }) => ({ data: await listProfiles(db) }),
  });
}

function addFiles(api: AdminApi): void {
  sessionEndpoint(api, {
    ...{ method: "post", path: "/imports", session: "full", query: uploadQuery, response: uploadedImport, status: 201 },
    summary: "Upload a file of at most 50 MB as the body of the request (application/octet-stream)",
    refusals: {
      ...{ forbidden, import_too_large: refusals.import_too_large, import_empty: refusals.import_empty },
      import_format_unknown: refusals.import_format_unknown,
      ...{ import_format_differs: refusals.import_format_differs },
      import_spreadsheet_unknown: refusals.import_spreadsheet_unknown,
    },
    handler: async ({ app, session, query, requestId, ipAddress, honoContext }) => {
      requirePermission(session, "products:write");
      const { id: staffId, email } = session.staff;
      const actor = { kind: "staff", id: staffId, label: email, sessionId: session.sessionId, ipAddress } as const;
      const content = honoContext.req.raw.body ?? new Blob([]).stream();
      const id = await storeUpload(app, { fileName: query.name, content, staffId, actor, requestId });
      return { data: { id } };
    },
  });
  adminQuery(api, {
    ...{ path: "/imports/{id}/errors", permission: "products:write", params: idParams },
    summary:
      "Download the lines that cannot be read as a file with the columns of the sender and the reason (text/csv, or a workbook)",
    refusals: { import_not_found, import_file_deleted },
    handler: async ({ db, params, session, locale }) => {
      const row = await requireReadable(db, params.id, session);
      // The file has all columns of the sender.
      if (!mayReadFile(row, { permissions: session.permissions, staffId: session.staff.id }))
        requirePermission(session, "prices:write");
      if (!(await hasFile(db, row.id))) throw refuse(refusals, "import_file_deleted");
      const { name, type } = describeErrorFile(row);
      return new Response(toByteStream(generateErrorFile(db, row, locale)), {
        headers: {
          "content-type": type,
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        },
      });
    },
  });
}

/** Costs and prices are shown to those who may change them. @throws Refusal `import_not_found`, `forbidden` */
async function requireReadable(db: Db, id: number, session: StaffSession): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw refuse(refusals, "import_not_found");
  for (const permission of getRequiredPermissions(row.columns ?? [])) requirePermission(session, permission);
  return row;
}
