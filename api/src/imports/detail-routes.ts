import { idParams } from "../platform/http/id-params.ts";
import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { importDetail, importQuery, refusals } from "./admin-schema.ts";
import { getImportDetail } from "./import-detail.ts";

const { import_not_found } = refusals;

/** The endpoint of an import with the start of its file. */
export function importDetailRoutes(api: AdminApi): void {
  adminQuery(api, {
    ...{ path: "/imports/{id}", permission: "products:write", params: idParams, query: importQuery },
    response: importDetail,
    summary: "Get an import with the columns of its file, read as its query says",
    refusals: { import_not_found },
    handler: async ({ db, params, query, session, now, locale }) => ({
      data: await getImportDetail(db, params.id, query, {
        ...{ permissions: session.permissions, staffId: session.staff.id, now, locale },
      }),
    }),
  });
}
