import { z } from "zod";
import { refuse } from "../../../platform/http/errors.ts";
import { toStoreDate } from "../../../platform/i18n/store-dates.ts";
import { type AdminApi, adminEndpoint, sessionEndpoint } from "../../../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../../../staff/admin-schema.ts";
import { orderExport, refusals } from "../admin-schema.ts";
import { exportOrders } from "./admin-actions.ts";
import { generateOrderCsv, readExportToken } from "./list-export.ts";

const { export_expired } = refusals;

/** Endpoints by which staff download lists of orders. */
export function orderExportRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/exports",
    summary: "Prepare the download of a list as a CSV file",
    action: exportOrders,
    response: orderExport,
  });
  sessionEndpoint(api, {
    method: "get",
    path: "/orders/exports/{token}",
    summary: "Download a list as a CSV file (text/csv); the token belongs to the person who prepared it",
    session: "full",
    params: z.object({ token: z.string().max(2100) }),
    refusals: { forbidden: staffRefusals.forbidden, export_expired },
    handler: async ({ db, session, params, now }) => {
      const permission = "orders:read";
      if (!session.permissions.has(permission)) throw refuse(staffRefusals, "forbidden", { data: { permission } });
      const staffId = session.staff.id;
      const listExport = await readExportToken(db, params.token, { staffId, now });
      if (!listExport) throw refuse(refusals, "export_expired");
      return new Response(toByteStream(generateOrderCsv(db, listExport, now)), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="orders-${toStoreDate(now)}.csv"`,
        },
      });
    },
  });
}

/** Streams generated text. The next part is generated when the client has read the previous one. */
function toByteStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
}
