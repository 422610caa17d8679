import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { routePath } from "hono/route";
import { addressRoutes } from "./account/addresses/routes.ts";
import { consentRoutes } from "./account/consents/routes.ts";
import { messagePreferenceRoutes } from "./account/message-preferences/routes.ts";
import { emailSignInRoutes } from "./account/email-sign-in/routes.ts";
import { emailRoutes } from "./account/emails/routes.ts";
import { passwordRoutes } from "./account/passwords/routes.ts";
import { accountRoutes } from "./account/routes.ts";
import { passkeyRoutes } from "./account/passkeys/routes.ts";
import { secondFactorRoutes } from "./account/second-factor/routes.ts";
import { reauthenticationRoutes } from "./account/sign-in-methods/reauthentication-routes.ts";
import { signInMethodRoutes } from "./account/sign-in-methods/routes.ts";
import { sessionRoutes } from "./account/sessions/routes.ts";
import { authenticate } from "./account/sessions/service.ts";
import { resolveRequestCurrency } from "./money/service.ts";
import { moneyRoutes } from "./money/routes.ts";
import { contentRoutes } from "./content/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { pushRoutes } from "./notifications/push/routes.ts";
import { customsRoutes } from "./customs/routes.ts";
import { deliveryRoutes } from "./delivery/routes.ts";
import { alertRoutes } from "./catalog/alerts/alert-routes.ts";
import { brandRoutes } from "./catalog/brands/routes.ts";
import { ingredientRoutes } from "./catalog/ingredients/ingredient-routes.ts";
import { recommendationRoutes } from "./catalog/products/recommendation-routes.ts";
import { productRoutes } from "./catalog/products/routes.ts";
import { catalogRoutes } from "./catalog/routes.ts";
import { blogRoutes } from "./blog/routes.ts";
import { quizRoutes } from "./quizzes/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { searchServices } from "./search/search-services.ts";
import { initialSuggestionRoutes } from "./search/initial-suggestion-routes.ts";
import { suggestRoutes } from "./search/suggest-routes.ts";
import { promotionRoutes } from "./promotions/routes.ts";
import { giftCardRoutes } from "./gift-cards/routes.ts";
import { loyaltyRoutes } from "./loyalty/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";
import { wishlistShareRoutes } from "./wishlist/shares/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { PHOTOS_PATH } from "./reviews/schema.ts";
import { orderRoutes } from "./orders/routes.ts";
import { paymentAttemptRoutes } from "./payments/attempts/routes.ts";
import { webhookRoutes } from "./payments/webhooks/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { type CartCalculator, createCartCalculator } from "./cart/cart-calculator.ts";
import { cartEstimateRoutes } from "./cart/estimate/routes.ts";
import { cartRoutes } from "./cart/routes.ts";
import { savedForLaterRoutes } from "./cart/saved-for-later/routes.ts";
import { cartSelectionRoutes } from "./cart/selections/routes.ts";
import { cartAdjustmentRoutes } from "./cart/adjustments/routes.ts";
import { cartGiftCardRoutes } from "./cart/gift-cards/routes.ts";
import { customerSummaryRoutes } from "./customer-summary/routes.ts";
import { orderCancellationRoutes } from "./checkout/cancellation-routes.ts";
import { reorderRoutes } from "./checkout/reorder-routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { placeOrder } from "./checkout/service.ts";
import { receiptRoutes } from "./fulfillment/receipts/routes.ts";
import { parcelRoutes } from "./fulfillment/parcels/routes.ts";
import { refillRoutes } from "./orders/refills/routes.ts";
import { recipientIdentityRoutes } from "./orders/identity/routes.ts";
import { orderMessageRoutes } from "./orders/messages/routes.ts";
import { MESSAGE_PHOTOS_PATH } from "./orders/messages/schema.ts";
import { customerEditing } from "./order-edits/customer-edits.ts";
import { customerOrderEditRoutes } from "./order-edits/routes.ts";
import { customerJoining } from "./joined-orders/customer-joining.ts";
import { joinedOrderRoutes } from "./joined-orders/routes.ts";
import { productPreviewRoutes } from "./catalog-admin/previews/routes.ts";
import * as productPreviews from "./catalog-admin/previews/show-preview.ts";
import { customerReturnRoutes } from "./returns/routes.ts";
import { RETURN_PHOTOS_PATH } from "./returns/schema.ts";
import { cmsPageRoutes } from "./cms-pages/routes.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { storeConfigRoutes } from "./store-config/routes.ts";
import { addApiDocs } from "./platform/http/api-docs.ts";
import { commonRefusals, Refusal, refuse } from "./platform/http/errors.ts";
import { type Api, type ApiEnv, getClientIp, getFieldErrors, type AppContext } from "./platform/http/endpoint.ts";
import { createErrorResponse, createRefusalResponse, getPreferredLocale } from "./platform/http/error-responses.ts";
import { limitBodySize, requireJson } from "./platform/http/request-body.ts";
import { MAX_PHOTO_MB, photoRefusals } from "./platform/media/schema.ts";
import { logSecurityEvent } from "./platform/audit/security-log.ts";
import { addOpenApiRoute } from "./platform/http/openapi.ts";
import { securityRefusals } from "./security-refusals.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const PHOTO_LIMIT_BYTES = MAX_PHOTO_MB * 1024 * 1024;
const photoUploadPaths: ReadonlySet<string> = new Set(
  [PHOTOS_PATH, RETURN_PHOTOS_PATH, MESSAGE_PHOTOS_PATH].map((path) => `/v1${path}`),
);
const isPhotoUpload = (path: string) => photoUploadPaths.has(path);
const createTooLargeRefusal = () => refuse(commonRefusals, "too_large");
const createPhotoTooLargeRefusal = () => refuse(photoRefusals, "photo_too_heavy", { params: { max: MAX_PHOTO_MB } });

const info = {
  title: "Shop API",
  version: "1",
  description: "Amounts are numbers with 0 to 2 decimals next to `iso_code`. Every error has the format of `Error`.",
};

/** The routes of every module. A module comes after those that it depends on. */
const routesByModule: ((api: Api, calculator: CartCalculator) => void)[] = [
  moneyRoutes,
  contentRoutes,
  accountRoutes,
  passwordRoutes,
  consentRoutes,
  messagePreferenceRoutes,
  emailRoutes,
  emailSignInRoutes,
  sessionRoutes,
  passkeyRoutes,
  signInMethodRoutes,
  reauthenticationRoutes,
  secondFactorRoutes,
  addressRoutes,
  notificationRoutes,
  pushRoutes,
  customsRoutes,
  deliveryRoutes,
  alertRoutes,
  ingredientRoutes,
  catalogRoutes,
  recommendationRoutes,
  productRoutes,
  brandRoutes,
  blogRoutes,
  quizRoutes,
  (api) => searchRoutes(api, searchServices),
  initialSuggestionRoutes,
  (api) => suggestRoutes(api, searchServices),
  promotionRoutes,
  giftCardRoutes,
  loyaltyRoutes,
  wishlistRoutes,
  wishlistShareRoutes,
  reviewRoutes,
  orderRoutes,
  paymentRoutes,
  paymentAttemptRoutes,
  webhookRoutes,
  cartEstimateRoutes,
  cartRoutes,
  savedForLaterRoutes,
  cartSelectionRoutes,
  cartAdjustmentRoutes,
  cartGiftCardRoutes,
  customerSummaryRoutes,
  (api, calculator) => checkoutRoutes(api, calculator, placeOrder),
  orderCancellationRoutes,
  reorderRoutes,
  customerOrderEditRoutes(customerEditing),
  joinedOrderRoutes(customerJoining),
  customerReturnRoutes,
  parcelRoutes,
  receiptRoutes,
  recipientIdentityRoutes,
  orderMessageRoutes,
  refillRoutes,
  productPreviewRoutes(productPreviews),
  cmsPageRoutes,
  privacyRoutes,
  storeConfigRoutes,
];

/** Returns the country code of a header in upper case; null if there is none or it is malformed. */
function parseCountryCode(header: string | undefined): string | null {
  return header !== undefined && /^[A-Za-z]{2}$/.test(header) ? header.toUpperCase() : null;
}

/**
 * Builds the API: common middleware, the routes of every module, and one error format.
 * @param app the services that requests use
 * @returns a Hono app with the base path `/v1`
 */
export function buildApi(app: AppContext): Api {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw refuse(commonRefusals, "validation_failed", { fields: getFieldErrors(result.error) });
    },
  }).basePath("/v1");

  api.use(async (c, next) => {
    const locale = getPreferredLocale(c);
    c.set("app", app);
    c.set("requestId", c.req.header("x-request-id") ?? crypto.randomUUID());
    c.set("locale", locale);
    c.header("content-language", locale);
    c.header("vary", "accept-language, currency, delivery-country");
    c.header("cache-control", "no-store");
    c.set("currency", await resolveRequestCurrency(app.db, c.req.header("currency"), locale));
    c.set("deliveryCountry", parseCountryCode(c.req.header("delivery-country")));
    c.set("customer", await authenticate(c, app));
    await next();
    // Requests from outside may have no bindings.
    (c.env as ApiEnv["Bindings"] | undefined)?.receiveRoute?.(routePath(c, -1));
  });
  const limitBody = limitBodySize(BODY_LIMIT_BYTES, createTooLargeRefusal);
  const limitPhoto = limitBodySize(PHOTO_LIMIT_BYTES, createPhotoTooLargeRefusal);
  api.use((c, next) => (isPhotoUpload(c.req.path) ? limitPhoto : limitBody)(c, next));
  api.use((c, next) => (isPhotoUpload(c.req.path) ? next() : requireJson(c, next)));
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c: Context<ApiEnv>, methods) =>
        createRefusalResponse(new Refusal(405, "method_not_allowed"), c.var.locale, { allow: methods.join(", ") }),
    }),
  );

  const calculator = createCartCalculator(app.config);
  for (const addRoutes of routesByModule) addRoutes(api, calculator);

  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  addOpenApiRoute(api, info);
  addApiDocs(api);

  api.notFound((c) => createRefusalResponse(new Refusal(404, "not_found"), c.var.locale));
  api.onError((error, c) => {
    if (error instanceof Refusal) logRefusal(error, c);
    return createErrorResponse(app.log, error, c);
  });
  return api;
}

/** Writes a refusal to the security log if it is a security event (see `securityRefusals`). */
function logRefusal({ code, securityLog }: Refusal, c: Context<ApiEnv>): void {
  const kind = securityRefusals[code];
  if (!kind) return;
  const { app, requestId, customer } = c.var;
  const customerId = securityLog?.customerId ?? customer?.id;
  logSecurityEvent(app.log, { kind, requestId, ipAddress: getClientIp(c), customerId, detail: securityLog?.detail });
}
