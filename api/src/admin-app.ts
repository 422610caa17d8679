import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { adminActions } from "./admin-actions.ts";
import { adminOrderStatusRoutes } from "./checkout/admin-routes.ts";
import { catalogAdminRoutes } from "./catalog-admin/admin-routes.ts";
import * as productEditorActions from "./catalog-admin/editor/admin-actions.ts";
import * as plannedProductChanges from "./catalog-admin/editor/planned-changes.ts";
import * as productDetails from "./catalog-admin/editor/product-detail.ts";
import { exportPrices } from "./catalog-admin/prices/exports/admin-actions.ts";
import { priceExportRoutes } from "./catalog-admin/prices/exports/admin-routes.ts";
import { priceListExport } from "./catalog-admin/prices/exports/price-list-export.ts";
import { priceRoutes } from "./catalog-admin/prices/admin-routes.ts";
import { productEditorRoutes } from "./catalog-admin/editor/admin-routes.ts";
import { translationRoutes } from "./catalog-admin/translations/admin-routes.ts";
import { MAX_PICTURE_MB, PICTURES_PATH } from "./catalog-admin/pictures/admin-schema.ts";
import { productOptionRoutes } from "./catalog-admin/options/admin-routes.ts";
import { adminIngredientRoutes } from "./catalog-admin/ingredients/admin-routes.ts";
import { taxonomyRoutes } from "./catalog-admin/taxonomy/admin-routes.ts";
import { pictureRoutes } from "./catalog-admin/pictures/admin-routes.ts";
import { newProductRoutes } from "./catalog-admin/new-product/admin-routes.ts";
import { productPreviewAdminRoutes } from "./catalog-admin/previews/admin-routes.ts";
import { productExportRoutes } from "./catalog-admin/exports/admin-routes.ts";
import { draftRoutes } from "./drafts/admin-routes.ts";
import { fulfillmentRoutes } from "./fulfillment/admin-routes.ts";
import { manualOrderRoutes } from "./manual-orders/admin-routes.ts";
import { manualOrdering } from "./manual-orders/manual-ordering.ts";
import { adminOrderEditRoutes } from "./order-edits/admin-routes.ts";
import { adminJoinedOrderRoutes } from "./joined-orders/admin-routes.ts";
import { orderJoining } from "./joined-orders/order-joining.ts";
import { orderEditing } from "./order-edits/order-editing.ts";
import { carrierFileRoutes } from "./fulfillment/carrier-orders/admin-query-routes.ts";
import * as carrierOrderActions from "./fulfillment/carrier-orders/admin-actions.ts";
import { carrierOrderRoutes } from "./fulfillment/carrier-orders/admin-routes.ts";
import { shipmentExportRoutes } from "./fulfillment/shipments/exports/admin-routes.ts";
import { shipmentQueryRoutes } from "./fulfillment/shipments/admin-query-routes.ts";
import { adminRecipientIdentityRoutes } from "./orders/identity/admin-routes.ts";
import * as importActions from "./imports/admin-actions.ts";
import { importDetailRoutes } from "./imports/detail-routes.ts";
import { importFileRoutes } from "./imports/file-routes.ts";
import { importRoutes } from "./imports/admin-routes.ts";
import { catalogExportRoutes } from "./imports/exports/admin-routes.ts";
import { inventoryRoutes } from "./inventory/admin-routes.ts";
import { stockCountRoutes } from "./inventory/counts/admin-routes.ts";
import { purchaseOrderRoutes } from "./purchasing/purchase-orders/admin-routes.ts";
import { reorderRoutes } from "./purchasing/reorder/admin-routes.ts";
import { supplierRoutes } from "./purchasing/suppliers/admin-routes.ts";
import { adminMessageRoutes } from "./orders/messages/admin-routes.ts";
import { adminParcelRoutes } from "./fulfillment/parcels/admin-routes.ts";
import * as shipmentActions from "./fulfillment/shipments/admin-actions.ts";
import { shipmentRoutes } from "./fulfillment/shipments/admin-routes.ts";
import { documentQueryRoutes } from "./fulfillment/documents/admin-query-routes.ts";
import { printOrderDocument } from "./fulfillment/documents/admin-actions.ts";
import { documentRoutes } from "./fulfillment/documents/admin-routes.ts";
import { adminOrderRoutes } from "./orders/admin-routes.ts";
import { orderExportRoutes } from "./orders/staff/exports/admin-routes.ts";
import { adminOrderWorkRoutes } from "./orders/staff/admin-routes.ts";
import { paymentExportRoutes } from "./payments/exports/admin-routes.ts";
import { adminPaymentRoutes } from "./payments/admin-routes.ts";
import { adminRefundRoutes } from "./payments/refunds/admin-routes.ts";
import { logSecurityEvent } from "./platform/audit/security-log.ts";
import { getAdminUrl } from "./platform/admin-url.ts";
import { type AppContext, getClientIp, getFieldErrors } from "./platform/http/endpoint.ts";
import { createErrorResponse, createRefusalResponse, getPreferredLocale } from "./platform/http/error-responses.ts";
import { commonRefusals, Refusal, refuse } from "./platform/http/errors.ts";
import { addOpenApiRoute } from "./platform/http/openapi.ts";
import { limitBodySize, requireJson } from "./platform/http/request-body.ts";
import { photoRefusals } from "./platform/media/schema.ts";
import { refundReturnAction } from "./returns/refunds/admin-actions.ts";
import { refundReturnRoutes } from "./returns/refunds/admin-routes.ts";
import { resolveReturnRoutes } from "./returns/replacements/admin-routes.ts";
import { inventoryExportRoutes } from "./inventory/exports/admin-routes.ts";
import { purchasingExportRoutes } from "./purchasing/exports/admin-routes.ts";
import { returnExportRoutes } from "./returns/exports/admin-routes.ts";
import * as returnDetails from "./returns/return-detail.ts";
import { returnRoutes } from "./returns/admin-routes.ts";
import { returnStepRoutes } from "./returns/admin-step-routes.ts";
import { contentExportRoutes } from "./reviews/exports/admin-routes.ts";
import { adminQuestionRoutes, adminReviewRoutes } from "./reviews/admin-routes.ts";
import { listPreferenceRoutes } from "./saved-views/preferences/admin-routes.ts";
import { savedViewListRoutes } from "./saved-views/admin-list-routes.ts";
import { savedOrderViewRoutes } from "./saved-views/admin-order-list-routes.ts";
import { savedViewRoutes } from "./saved-views/admin-routes.ts";
import { adminProductSearchRoutes } from "./search/admin-routes.ts";
import { synonymRoutes } from "./search/synonyms/admin-routes.ts";
import { replyTemplateRoutes } from "./reviews/replies/admin-routes.ts";
import { reviewSummaryRoutes } from "./reviews/summaries/admin-routes.ts";
import { securityRefusals } from "./security-refusals.ts";
import { type AdminApi, type AdminEnv, getFullSession, type StaffSession } from "./staff/admin-endpoint.ts";
import { roleRoutes } from "./staff/roles/admin-routes.ts";
import { invitationRoutes } from "./staff/admin-invitation-routes.ts";
import { memberRoutes } from "./staff/admin-member-routes.ts";
import { meRoutes } from "./staff/admin-me-routes.ts";
import { signInRoutes } from "./staff/admin-sign-in-routes.ts";
import { refusals } from "./staff/admin-schema.ts";
import { reportRoutes } from "./reports/admin-routes.ts";
import { calendarRoutes } from "./calendar/admin-routes.ts";
import * as calendar from "./calendar/calendar.ts";
import { workQueueRoutes } from "./work-queues/admin-routes.ts";
import { approvalRoutes } from "./staff/approvals/admin-routes.ts";
import { executeWithApproval } from "./staff/approvals/execute-with-approval.ts";
import { auditExportRoutes } from "./staff/audit/exports/admin-routes.ts";
import { auditRoutes } from "./staff/audit/admin-routes.ts";
import { staffEventRoutes } from "./staff/events/admin-routes.ts";
import { staffNotificationRoutes } from "./staff/notifications/admin-routes.ts";
import { presenceRoutes } from "./staff/presence/admin-routes.ts";
import { settings } from "./settings.ts";
import { systemRoutes } from "./system/admin-routes.ts";
import { authenticate } from "./staff/sessions.ts";
import { taskKinds } from "./task-kinds.ts";
import { taskRoutes } from "./tasks/admin-routes.ts";
import { cancelTask, continueTask, rescheduleTask, undoTask } from "./tasks/control-task.ts";
import { startTask } from "./tasks/start-task.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const PICTURE_LIMIT_BYTES = MAX_PICTURE_MB * 1024 * 1024;
const isPictureUpload = (path: string) => path === `/v1/admin${PICTURES_PATH}`;
/** Whether a request is a file: its body is read as a stream. */
const isImportUpload = (c: Context) => c.req.method === "POST" && c.req.path === "/v1/admin/imports";
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const info = {
  title: "Admin API",
  version: "1",
  description: "The API of the back office. Every error has the format of `Error`.",
};

/** The routes of every module. A module comes after those that it depends on. */
const adminRoutesByModule: readonly ((api: AdminApi) => void)[] = [
  signInRoutes,
  meRoutes,
  staffNotificationRoutes,
  staffEventRoutes,
  presenceRoutes,
  invitationRoutes,
  memberRoutes,
  roleRoutes,
  auditRoutes(adminActions),
  auditExportRoutes,
  approvalRoutes(adminActions),
  taskRoutes(taskKinds, { startTask, cancelTask, continueTask, rescheduleTask, undoTask }),
  inventoryRoutes,
  stockCountRoutes,
  supplierRoutes,
  purchaseOrderRoutes,
  reorderRoutes,
  adminProductSearchRoutes,
  synonymRoutes,
  adminReviewRoutes,
  adminQuestionRoutes,
  contentExportRoutes,
  replyTemplateRoutes,
  reviewSummaryRoutes,
  adminOrderRoutes,
  adminOrderWorkRoutes,
  adminPaymentRoutes,
  orderExportRoutes,
  paymentExportRoutes,
  adminRefundRoutes,
  adminOrderStatusRoutes,
  fulfillmentRoutes,
  savedViewListRoutes,
  savedOrderViewRoutes,
  savedViewRoutes,
  listPreferenceRoutes,
  reportRoutes,
  calendarRoutes(taskKinds, calendar),
  workQueueRoutes(adminActions),
  systemRoutes(settings),
  adminOrderEditRoutes(orderEditing),
  adminJoinedOrderRoutes(orderJoining),
  shipmentQueryRoutes,
  shipmentRoutes(shipmentActions),
  adminParcelRoutes,
  adminRecipientIdentityRoutes,
  adminMessageRoutes,
  shipmentExportRoutes,
  carrierOrderRoutes(carrierOrderActions),
  carrierFileRoutes,
  returnRoutes(returnDetails),
  returnExportRoutes,
  ...[inventoryExportRoutes, purchasingExportRoutes],
  returnStepRoutes,
  resolveReturnRoutes,
  refundReturnRoutes(refundReturnAction),
  documentQueryRoutes,
  documentRoutes(printOrderDocument),
  draftRoutes,
  manualOrderRoutes(manualOrdering),
  productExportRoutes,
  catalogAdminRoutes,
  translationRoutes,
  productEditorRoutes(productEditorActions, productDetails, plannedProductChanges),
  productPreviewAdminRoutes,
  newProductRoutes,
  productOptionRoutes,
  pictureRoutes,
  taxonomyRoutes,
  adminIngredientRoutes,
  priceRoutes,
  priceExportRoutes(priceListExport, exportPrices),
  importRoutes(importActions),
  ...[importDetailRoutes, importFileRoutes],
  catalogExportRoutes,
];

/**
 * Builds the API of the back office: its own sign-in, the admin routes of every module, and the error format of the
 * public API.
 * @param app the services that requests use
 * @returns a Hono app with the base path `/v1/admin`
 */
export function buildAdminApi(app: AppContext): AdminApi {
  const api = new OpenAPIHono<AdminEnv>({
    defaultHook: (result) => {
      if (!result.success) throw refuse(commonRefusals, "validation_failed", { fields: getFieldErrors(result.error) });
    },
  }).basePath("/v1/admin");

  api.use(async (c, next) => {
    c.set("app", app);
    c.set("executeAction", executeWithApproval);
    c.set("requestId", c.req.header("x-request-id") ?? crypto.randomUUID());
    c.set("locale", getPreferredLocale(c));
    c.header("cache-control", "no-store");
    c.header("x-robots-tag", "noindex");
    const session = await findSession(c, app);
    c.set("session", session);
    if (session) c.set("locale", session.staff.locale);
    c.header("content-language", c.var.locale);
    await next();
    (c.env as AdminEnv["Bindings"] | undefined)?.receiveRoute?.(routePath(c, -1));
  });
  api.use(requireSameOrigin);
  const limitBody = limitBodySize(BODY_LIMIT_BYTES, () => refuse(commonRefusals, "too_large"));
  const limitPicture = limitBodySize(PICTURE_LIMIT_BYTES, () =>
    refuse(photoRefusals, "photo_too_heavy", { params: { max: MAX_PICTURE_MB } }),
  );
  const limitUpload = (c: Context) => (isPictureUpload(c.req.path) ? limitPicture : limitBody);
  // The size of a file to import is limited while it is stored.
  api.use((c, next) => (isImportUpload(c) ? next() : limitUpload(c)(c, next)));
  api.use((c, next) => (isPictureUpload(c.req.path) || isImportUpload(c) ? next() : requireJson(c, next)));
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c: Context<AdminEnv>, methods) =>
        createRefusalResponse(new Refusal(405, "method_not_allowed"), c.var.locale, { allow: methods.join(", ") }),
    }),
  );

  for (const addRoutes of adminRoutesByModule) addRoutes(api);

  api.use("/openapi.json", async (c, next) => {
    getFullSession(c);
    await next();
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-admin_session",
  });
  addOpenApiRoute(api, info);

  api.notFound((c) => createRefusalResponse(new Refusal(404, "not_found"), c.var.locale));
  api.onError((error, c) => {
    if (error instanceof Refusal) logRefusal(error, c);
    return createErrorResponse(app.log, error, c);
  });
  return api;
}

/** Returns the session of a request. Reads that a page sends at the same time share one lookup. */
async function findSession(c: Context<AdminEnv>, app: AppContext): Promise<StaffSession | null> {
  // Requests from outside have no bindings.
  const page = (c.env as AdminEnv["Bindings"] | undefined)?.page;
  if (!page || !safeMethods.has(c.req.method)) return authenticate(c, app);
  page.session ??= authenticate(c, app).finally(() => {
    delete page.session;
  });
  return page.session;
}

/** Rejects writes from other sites (CSRF): a browser sends the origin of the page with each of them. */
const requireSameOrigin: MiddlewareHandler<AdminEnv> = async (c, next) => {
  const allowedOrigins = [new URL(getAdminUrl(c.var.app.config)).origin, new URL(c.req.url).origin];
  if (!safeMethods.has(c.req.method) && !allowedOrigins.includes(c.req.header("origin") ?? ""))
    throw refuse(refusals, "csrf_failed");
  await next();
};

/** Writes a refusal to the security log if it is a security event (see `securityRefusals`). */
function logRefusal({ code, securityLog }: Refusal, c: Context<AdminEnv>): void {
  const kind = securityRefusals[code];
  if (!kind) return;
  const { app, requestId, session } = c.var;
  const staffId = securityLog?.staffId ?? session?.staff.id;
  logSecurityEvent(app.log, { kind, requestId, ipAddress: getClientIp(c), staffId, detail: securityLog?.detail });
}
