import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { parsePreferredLocale } from "../../design-system/i18n/locale.ts";
import { addressRoutes } from "./account/addresses/routes.ts";
import { consentRoutes } from "./account/consents/routes.ts";
import { emailRoutes } from "./account/emails/routes.ts";
import { passwordRoutes } from "./account/passwords/routes.ts";
import { accountRoutes } from "./account/routes.ts";
import { secondFactorRoutes } from "./account/second-factor/routes.ts";
import { sessionRoutes } from "./account/sessions/routes.ts";
import { authenticate } from "./account/sessions/service.ts";
import { resolveRequestCurrency } from "./money/service.ts";
import { moneyRoutes } from "./money/routes.ts";
import { contentRoutes } from "./content/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { customsRoutes } from "./customs/routes.ts";
import { deliveryRoutes } from "./delivery/routes.ts";
import { alertRoutes } from "./catalog/alerts/alert-routes.ts";
import { brandRoutes } from "./catalog/brands/routes.ts";
import { ingredientRoutes } from "./catalog/ingredients/ingredient-routes.ts";
import { productRoutes } from "./catalog/products/routes.ts";
import { catalogRoutes } from "./catalog/routes.ts";
import { blogRoutes } from "./blog/routes.ts";
import { quizRoutes } from "./quizzes/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { suggestRoutes } from "./search/suggest-routes.ts";
import { promotionRoutes } from "./promotions/routes.ts";
import { giftCardRoutes } from "./gift-cards/routes.ts";
import { loyaltyRoutes } from "./loyalty/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { MAX_PHOTO_MB, PHOTOS_PATH, refusals as reviewRefusals } from "./reviews/schema.ts";
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
import { cmsPageRoutes } from "./cms-pages/routes.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { storeConfigRoutes } from "./store-config/routes.ts";
import { describeDatabaseOutage, isPoolExhausted, isInvalidTextError } from "./platform/db/database-errors.ts";
import { addApiDocs } from "./platform/http/api-docs.ts";
import { commonRefusals, Refusal, refuse } from "./platform/http/errors.ts";
import { type Api, type ApiEnv, getClientIp, getFieldErrors, type AppContext } from "./platform/http/endpoint.ts";
import { defaultLocale, type Locale } from "./platform/i18n/locale.ts";
import { logSecurityEvent } from "./platform/audit/security-log.ts";
import { addOpenApiRoute } from "./platform/http/openapi.ts";
import { formatMessage } from "./platform/i18n/messages.ts";
import { securityRefusals } from "./security-refusals.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const PHOTO_LIMIT_BYTES = MAX_PHOTO_MB * 1024 * 1024;
/** Matches `application/json` and `…+json` subtypes, with or without parameters. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;[^,]*)?$/i;
const commonCodes = Object.keys(commonRefusals) as (keyof typeof commonRefusals)[];
const isPhotoUpload = (path: string) => path === `/v1${PHOTOS_PATH}`;
const createTooLargeRefusal = () => refuse(commonRefusals, "too_large");
const createPhotoTooLargeRefusal = () => refuse(reviewRefusals, "photo_too_heavy", { params: { max: MAX_PHOTO_MB } });

/** The routes of every module. A module comes after those that it depends on. */
const routesByModule: ((api: Api, calculator: CartCalculator) => void)[] = [
  moneyRoutes,
  contentRoutes,
  accountRoutes,
  passwordRoutes,
  consentRoutes,
  emailRoutes,
  sessionRoutes,
  secondFactorRoutes,
  addressRoutes,
  notificationRoutes,
  customsRoutes,
  deliveryRoutes,
  alertRoutes,
  ingredientRoutes,
  catalogRoutes,
  productRoutes,
  brandRoutes,
  blogRoutes,
  quizRoutes,
  searchRoutes,
  suggestRoutes,
  promotionRoutes,
  giftCardRoutes,
  loyaltyRoutes,
  wishlistRoutes,
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
  checkoutRoutes,
  orderCancellationRoutes,
  reorderRoutes,
  cmsPageRoutes,
  privacyRoutes,
  storeConfigRoutes,
];

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
    c.header("vary", "accept-language, currency");
    c.header("cache-control", "no-store");
    c.set("currency", await resolveRequestCurrency(app.db, c.req.header("currency"), locale));
    c.set("customer", await authenticate(c, app));
    await next();
  });
  const limitBody = limitBodySize(BODY_LIMIT_BYTES, createTooLargeRefusal);
  const limitPhoto = limitBodySize(PHOTO_LIMIT_BYTES, createPhotoTooLargeRefusal);
  api.use((c, next) => (isPhotoUpload(c.req.path) ? limitPhoto : limitBody)(c, next));
  api.use(requireJson);
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c: Context<ApiEnv>, methods) =>
        createRefusalResponse(new Refusal(405, "method_not_allowed"), c.var.locale, { allow: methods.join(", ") }),
    }),
  );

  const calculator = createCartCalculator(app.config);
  for (const addRoutes of routesByModule) addRoutes(api, calculator);

  addOpenApiRoute(api);
  addApiDocs(api);

  api.notFound((c) => createRefusalResponse(new Refusal(404, "not_found"), c.var.locale));
  api.onError((error, c) => createErrorResponse(app, error, c));
  return api;
}

function getPreferredLocale(c: Context): Locale {
  return parsePreferredLocale(c.req.header("accept-language")) ?? defaultLocale;
}

/** Logs an error and returns its response: the refusal, 503 if the database is overloaded or unavailable, or 500. */
function createErrorResponse({ log }: AppContext, error: Error, c: Context<ApiEnv>): Response {
  // Undefined if the error occurred before the first middleware set it.
  const locale = (c.var.locale as Locale | undefined) ?? getPreferredLocale(c);
  if (error instanceof Refusal) {
    logRefusal(error, c);
    return createRefusalResponse(error, locale);
  }
  if (error instanceof HTTPException && error.status < 500)
    return createRefusalResponse(createRefusalForStatus(error.status), locale);
  if (isInvalidTextError(error)) return createRefusalResponse(createRefusalForStatus(400), locale);
  if (isPoolExhausted(error)) {
    log.error("no database connection became free in time", undefined, { request: c.var.requestId });
    return createRefusalResponse(refuse(commonRefusals, "overloaded", { retryAfterSeconds: 2 }), locale);
  }
  const outage = describeDatabaseOutage(error);
  if (outage !== null) {
    log.error(outage, undefined, { request: c.var.requestId });
    return createRefusalResponse(refuse(commonRefusals, "not_ready", { retryAfterSeconds: 5 }), locale);
  }
  log.error("request failed", error, { request: c.var.requestId, method: c.req.method, path: c.req.path });
  const message = formatMessage(locale, "internal");
  return c.json({ message, code: "internal", data: { message }, request_id: c.var.requestId }, 500);
}

/**
 * Limits the size of request bodies. A `content-length` header is compared with the limit directly, since the server
 * enforces it; only a body of unknown length is read and measured, which is slower.
 * @param maxSize in bytes
 * @param createRefusal creates the error to throw
 */
function limitBodySize(maxSize: number, createRefusal: () => Refusal): MiddlewareHandler<ApiEnv> {
  const limitByReading = bodyLimit({
    maxSize,
    onError: () => {
      throw createRefusal();
    },
  });
  return async (c, next) => {
    if (["GET", "HEAD"].includes(c.req.method)) return next();
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return limitByReading(c, next);
    if (Number(length) > maxSize) throw createRefusal();
    return next();
  };
}

/**
 * Requires a JSON content type for requests with a body. Photo uploads are exempt: their content is checked instead.
 */
const requireJson: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const isWrite = !["GET", "HEAD"].includes(c.req.method);
  const length = c.req.header("content-length") ?? "0";
  const hasBody = length !== "0" || c.req.header("transfer-encoding") !== undefined;
  if (isWrite && hasBody && !isPhotoUpload(c.req.path) && !JSON_TYPE.test(c.req.header("content-type") ?? ""))
    throw refuse(commonRefusals, "unsupported_media_type");
  await next();
};

/**
 * Creates the refusal for an HTTP error below 500 that a library throws, such as the content type check of zod-openapi.
 */
function createRefusalForStatus(status: number): Refusal {
  const code = commonCodes.find((candidate) => commonRefusals[candidate] === status);
  return refuse(commonRefusals, code ?? "malformed");
}

/** Writes a refusal to the security log if it is a security event (see `securityRefusals`). */
function logRefusal({ code, securityLog }: Refusal, c: Context<ApiEnv>): void {
  const kind = securityRefusals[code];
  if (!kind) return;
  const { app, requestId, customer } = c.var;
  const customerId = securityLog?.customerId ?? customer?.id;
  logSecurityEvent(app.log, { kind, requestId, ipAddress: getClientIp(c), customerId, detail: securityLog?.detail });
}

function createRefusalResponse(
  refusal: Refusal,
  locale: Locale = defaultLocale,
  headers: Record<string, string> = {},
): Response {
  const message = formatMessage(locale, refusal.code, refusal.params);
  return Response.json(
    {
      message,
      code: refusal.code,
      ...(refusal.fields ? { errors: refusal.fields } : {}),
      data: { ...refusal.data, message },
    },
    {
      status: refusal.status,
      headers: {
        "content-language": locale,
        "cache-control": "no-store",
        ...(refusal.retryAfterSeconds ? { "retry-after": String(refusal.retryAfterSeconds) } : {}),
        ...headers,
      },
    },
  );
}
