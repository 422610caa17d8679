import { z } from "zod";
import { commonRefusals, refuse } from "../../../platform/http/errors.ts";
import { adminAction } from "../../../staff/admin-action.ts";
import { exportOrdersRequest } from "../admin-schema.ts";
import { getStaffId } from "../assignee.ts";
import { createExportToken } from "./list-export.ts";

/** Allows the download of a list as a CSV file. The names in it are masked as in the list. */
export const exportOrders = adminAction({
  name: "order.list_exported",
  permission: "orders:read",
  params: z.object({}),
  input: exportOrdersRequest,
  subject: (_params, _result: { token: string }) => ({ kind: "order_list", id: "orders" }),
  stepUp: () => false,
  run: async (tx, _params, { list, columns }, { now, actor }) => {
    const staffId = getStaffId(actor);
    if (staffId === null) throw refuse(commonRefusals, "unauthenticated");
    const { q = null, ...filter } = list;
    return {
      result: { token: await createExportToken(tx, { staffId, list, columns }, now) },
      changes: [
        { field: "list", from: null, to: filter },
        { field: "columns", from: null, to: columns },
        ...(q === null ? [] : [{ field: "q", from: null, to: q, personal: "text" as const }]),
      ],
    };
  },
  inverse: null,
});
