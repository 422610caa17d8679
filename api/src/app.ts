import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { accountRoutes } from "./account/routes.ts";
import { customerOf } from "./account/session.ts";
import { currencyOfRequest } from "./money/service.ts";
import { moneyRoutes } from "./money/routes.ts";
import { contentRoutes } from "./content/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { customsRoutes } from "./customs/routes.ts";
import { deliveryRoutes } from "./delivery/routes.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { journalRoutes } from "./journal/routes.ts";
import { quizRoutes } from "./quizzes/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { promotionRoutes } from "./promotions/routes.ts";
import { certificateRoutes } from "./promotions/certificate-routes.ts";
import { bonusRoutes } from "./bonuses/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { PHOTO_MAX_MB, PHOTOS_PATH, refusals as reviewRefusals } from "./reviews/schema.ts";
import { orderRoutes } from "./orders/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { cartRoutes } from "./cart/routes.ts";
import { cartMeansRoutes } from "./cart/means-routes.ts";
import { cartCertificateRoutes } from "./cart/certificate-routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { pageRoutes } from "./pages/routes.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { frontRoutes } from "./front/routes.ts";
import { databaseTrouble, isPoolFull, isUnstorableText } from "./platform/db.ts";
import { apiDocs } from "./platform/api-docs.ts";
import { commonRefusals, Refusal, refuse } from "./platform/errors.ts";
import { type Api, type ApiEnv, clientIp, fieldErrors, type House } from "./platform/http.ts";
import { defaultLocale, type Locale, localeFrom } from "./platform/locale.ts";
import { logSecurityEvent } from "./platform/security-log.ts";
import { openApiDocument } from "./platform/openapi.ts";
import { text } from "./platform/texts.ts";
import { securityRefusals } from "./security-refusals.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const PHOTO_LIMIT_BYTES = PHOTO_MAX_MB * 1024 * 1024;
/** `application/json` or a subtype `…+json`, with or without parameters, and nothing after them. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;[^,]*)?$/i;
const commonCodes = Object.keys(commonRefusals) as (keyof typeof commonRefusals)[];
const isPhoto = (path: string) => path === `/v1${PHOTOS_PATH}`;
const tooLarge = () => refuse(commonRefusals, "too_large");
const photoTooHeavy = () => refuse(reviewRefusals, "photo_too_heavy", { params: { max: PHOTO_MAX_MB } });

/** Every room's routes, in the order of the line they stand in. */
const rooms: ((api: Api) => void)[] = [
  moneyRoutes,
  contentRoutes,
  accountRoutes,
  notificationRoutes,
  customsRoutes,
  deliveryRoutes,
  catalogueRoutes,
  journalRoutes,
  quizRoutes,
  searchRoutes,
  promotionRoutes,
  certificateRoutes,
  bonusRoutes,
  wishlistRoutes,
  reviewRoutes,
  orderRoutes,
  paymentRoutes,
  cartRoutes,
  cartMeansRoutes,
  cartCertificateRoutes,
  checkoutRoutes,
  pageRoutes,
  privacyRoutes,
  frontRoutes,
];

/** Builds the API: what every request passes, every room's routes in order, one form for every refusal. */
export function buildApi(house: House): Api {
  const api = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw refuse(commonRefusals, "validation_failed", { fields: fieldErrors(result.error) });
    },
  }).basePath("/v1");

  api.use(async (c, next) => {
    const locale = localeFrom(c.req.header("accept-language"));
    c.set("house", house);
    c.set("requestId", c.req.header("x-request-id") ?? crypto.randomUUID());
    c.set("locale", locale);
    c.header("content-language", locale);
    c.header("vary", "accept-language, currency");
    c.header("cache-control", "no-store");
    c.set("currency", await currencyOfRequest(house.db, c.req.header("currency"), locale));
    c.set("customer", await customerOf(c, house));
    await next();
  });
  const [limitBody, limitPhoto] = [
    bodiesUpTo(BODY_LIMIT_BYTES, tooLarge),
    bodiesUpTo(PHOTO_LIMIT_BYTES, photoTooHeavy),
  ];
  api.use((c, next) => (isPhoto(c.req.path) ? limitPhoto : limitBody)(c, next));
  api.use(requireJson);

  for (const addRoutes of rooms) addRoutes(api);

  openApiDocument(api);
  apiDocs(api);

  api.notFound((c) => {
    const allowed = allowedMethods(api, c.req.path);
    return allowed.length > 0
      ? refusalAnswer(new Refusal(405, "method_not_allowed"), c.var.locale, { allow: allowed.join(", ") })
      : refusalAnswer(new Refusal(404, "not_found"), c.var.locale);
  });
  api.onError((error, c) => {
    const locale = c.var.locale ?? localeFrom(c.req.header("accept-language"));
    if (error instanceof Refusal) {
      logRefusal(error, c);
      return refusalAnswer(error, locale);
    }
    if ((error instanceof HTTPException && error.status < 500) || isUnstorableText(error))
      return refusalAnswer(refusalOfStatus(error instanceof HTTPException ? error.status : 400), locale);
    if (isPoolFull(error)) {
      house.log.error("no database connection became free in time", undefined, { request: c.var.requestId });
      return refusalAnswer(refuse(commonRefusals, "overloaded", { retryAfterSeconds: 2 }), locale);
    }
    const trouble = databaseTrouble(error);
    if (trouble !== null) {
      house.log.error(trouble, undefined, { request: c.var.requestId });
      return refusalAnswer(refuse(commonRefusals, "not_ready", { retryAfterSeconds: 5 }), locale);
    }
    house.log.error("request failed", error, { request: c.var.requestId, method: c.req.method, path: c.req.path });
    const message = text(locale, "internal");
    return c.json({ message, code: "internal", data: { message }, request_id: c.var.requestId }, 500);
  });
  return api;
}

/** Who says how long his body is, is held to it by the server; only another's has to be looked at, which takes a while. */
function bodiesUpTo(maxSize: number, refusal: () => Refusal): MiddlewareHandler<ApiEnv> {
  const measure = bodyLimit({
    maxSize,
    onError: () => {
      throw refusal();
    },
  });
  return async (c, next) => {
    if (["GET", "HEAD"].includes(c.req.method)) return next();
    const length = c.req.header("content-length");
    if (length === undefined || c.req.header("transfer-encoding") !== undefined) return measure(c, next);
    if (Number(length) > maxSize) throw refusal();
    return next();
  };
}

/** A write with a body must say that it is JSON, unless it is a photograph, which is judged by its content. */
const requireJson: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const isWrite = !["GET", "HEAD"].includes(c.req.method);
  const length = c.req.header("content-length") ?? "0";
  const hasBody = length !== "0" || c.req.header("transfer-encoding") !== undefined;
  if (isWrite && hasBody && !isPhoto(c.req.path) && !JSON_TYPE.test(c.req.header("content-type") ?? ""))
    throw refuse(commonRefusals, "unsupported_media_type");
  await next();
};

/** The refusal for an HTTP error below 500 that a library throws, such as the content type check of zod-openapi. */
function refusalOfStatus(status: number): Refusal {
  const code = commonCodes.find((code) => commonRefusals[code] === status);
  return refuse(commonRefusals, code ?? "malformed");
}

/** Writes a refusal that concerns security to its log. */
function logRefusal({ code, logged }: Refusal, c: Context<ApiEnv>): void {
  const kind = securityRefusals[code];
  if (!kind) return;
  const { house, requestId, customer } = c.var;
  const customerId = logged?.customerId ?? customer?.id;
  logSecurityEvent(house.log, { kind, requestId, ip: clientIp(c), customerId, detail: logged?.detail });
}

function allowedMethods(api: Api, path: string): string[] {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  return methods.filter((method) => api.router.match(method, path)[0].some(([[, route]]) => route.method === method));
}

function refusalAnswer(
  refusal: Refusal,
  locale: Locale = defaultLocale,
  headers: Record<string, string> = {},
): Response {
  const message = text(locale, refusal.code, refusal.params);
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
