import { toByteStream } from "../platform/http/byte-stream.ts";
import { refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import { requirePermission } from "../staff/admin-action.ts";
import { type AdminApi, adminQuery, sessionEndpoint } from "../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../staff/admin-schema.ts";
import { refusals, uploadedImport, uploadQuery } from "./admin-schema.ts";
import { describeErrorFile, generateErrorFile } from "./error-file.ts";
import { mayReadFile } from "./fields.ts";
import { requireReadable } from "./readable-import.ts";
import { hasFile } from "./sql.ts";
import { storeUpload } from "./upload.ts";

const { import_not_found, import_file_deleted } = refusals;
const { forbidden } = staffRefusals;

/** Endpoints by which files of imports are uploaded, and those with their errors downloaded. */
export function importFileRoutes(api: AdminApi): void {
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
