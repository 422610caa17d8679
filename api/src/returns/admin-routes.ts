import { z } from "zod";
import { orderParams } from "../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { orderReturns, refusals, returnDetail, returnListQuery, returnPage, returnParams } from "./admin-schema.ts";
import type * as Details from "./return-detail.ts";
import { getReturnPage } from "./return-list.ts";
import { sendPhotoToStaff } from "./photos.ts";
import { refusals as customerRefusals } from "./schema.ts";

const { order_not_found } = orderRefusals;
const { return_not_found } = refusals;
const { return_photo_not_found } = customerRefusals;
const returnPhotoParams = returnParams.extend({ photo: z.uuid() });

/**
 * Endpoints that read returns, exchanges and claims (docs/domain/returns.md).
 * @param details passed by `buildAdminApi`, since they need the files of many modules
 */
export const returnRoutes = (details: typeof Details) => (api: AdminApi) => {
  adminQuery(api, {
    path: "/returns",
    permission: "orders:read",
    summary: "List returns, exchanges and claims: a view with filters, one page, and the counts of the views",
    query: returnListQuery,
    response: returnPage,
    handler: async ({ db, query }) => ({ data: await getReturnPage(db, query) }),
  });
  adminQuery(api, {
    path: "/returns/{id}",
    permission: "orders:read",
    summary: "Get a return with its lines, history and next step; personal data is masked",
    params: returnParams,
    response: returnDetail,
    refusals: { return_not_found },
    handler: async ({ db, params, locale, session }) => ({
      data: await details.getReturnDetail(db, params.id, { locale, permissions: session.permissions }),
    }),
  });
  adminQuery(api, {
    path: "/returns/{id}/photos/{photo}",
    permission: "orders:read",
    summary: "Download a photo of a return as a JPEG",
    params: returnPhotoParams,
    refusals: { return_photo_not_found },
    handler: async ({ db, params }) => sendPhotoToStaff(db, params.id, params.photo),
  });
  adminQuery(api, {
    path: "/orders/{id}/returns",
    permission: "orders:read",
    summary: "List the returns of an order, and what of it can still be returned",
    params: orderParams,
    response: orderReturns,
    refusals: { order_not_found },
    handler: async ({ db, params, locale }) => ({ data: await details.getOrderReturns(db, params.id, locale) }),
  });
};
