import { z } from "zod";
import { toByteStream } from "../../platform/http/byte-stream.ts";
import { openHeavyReadDb } from "../../platform/db/replica.ts";
import { refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { requirePermission } from "../admin-action.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../admin-endpoint.ts";
import { preparedExport, refusals } from "./admin-schema.ts";
import type { createExportAction } from "./export-action.ts";
import { readExportToken } from "./export-token.ts";
import { type AnyListExport, generateCsv } from "./list-export.ts";

const { export_expired, export_too_large } = refusals;

/** Adds the endpoints by which staff download a list as a CSV file. */
export function addExportRoutes(
  api: AdminApi,
  list: AnyListExport,
  action: ReturnType<typeof createExportAction>,
): void {
  adminEndpoint(api, {
    method: "post",
    path: `/${list.name}/exports`,
    summary: `Prepare the download of the list of ${list.name} as a CSV file`,
    action,
    refusals: { export_too_large },
    response: preparedExport,
  });
  adminQuery(api, {
    path: `/${list.name}/exports/{token}`,
    permission: list.permission,
    summary: `Download the list of ${list.name} as a CSV file (text/csv); the token belongs to the person who prepared it`,
    params: z.object({ token: z.string().max(2100) }),
    refusals: { export_expired },
    handler: async ({ app, db, session, params, locale, now }) => {
      const reader = { staffId: session.staff.id, locale, now };
      const request = await readExportToken(db, list, params.token, reader);
      if (!request) throw refuse(refusals, "export_expired");
      if (request.withPersonalData) requirePermission(session, "exports:personal");
      return new Response(toByteStream(generateCsv(openHeavyReadDb(app), list, request, reader)), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${list.name}-${toStoreDate(now)}.csv"`,
        },
      });
    },
  });
}
