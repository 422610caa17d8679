import { listCurrencyDigits } from "../money/service.ts";
import { idParams } from "../platform/http/id-params.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import type * as importActions from "./admin-actions.ts";
import {
  changedImport,
  deletedProfile,
  changeListQuery,
  importChangePage,
  importListQuery,
  importPage,
  importProfiles,
  refusals,
} from "./admin-schema.ts";
import { getChangePage } from "./change-list.ts";
import { toListedImport } from "./listed-import.ts";
import { listProfiles } from "./profiles.ts";
import { listImports } from "./query-sql.ts";
import { requireReadable } from "./readable-import.ts";

const { import_not_found, import_busy, import_not_checked, import_file_deleted } = refusals;

/** Returns a function that adds the endpoints of imports (docs/domain/imports.md). @param actions the actions of this module */
export const importRoutes = (actions: typeof importActions) => (api: AdminApi) => {
  addQueries(api);
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
