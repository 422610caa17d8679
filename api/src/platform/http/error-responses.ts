import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { parsePreferredLocale } from "../../../../design-system/i18n/locale.ts";
import { describeDatabaseOutage, isInvalidTextError, isPoolExhausted } from "../db/database-errors.ts";
import { StorageUnavailableError } from "../file-storage/file-storage.ts";
import { defaultLocale, type Locale } from "../i18n/locale.ts";
import { formatMessage } from "../i18n/messages.ts";
import type { Log } from "../log.ts";
import { commonRefusals, Refusal, refuse } from "./errors.ts";
import { redactPath } from "./redact-path.ts";
import { isRequestAborted } from "./request-body.ts";

const commonCodes = Object.keys(commonRefusals) as (keyof typeof commonRefusals)[];

/** Returns the locale that a request prefers: that of its `Accept-Language` header, or the default. */
export function getPreferredLocale(c: Context): Locale {
  return parsePreferredLocale(c.req.header("accept-language")) ?? defaultLocale;
}

/**
 * Returns the response of an error that a handler has thrown: the refusal, 503 if the database is overloaded, or
 * it or the file storage is unavailable, or 500. Errors other than refusals are logged.
 */
export function createErrorResponse<E extends { Variables: { requestId: string; locale: Locale } }>(
  log: Log,
  error: Error,
  c: Context<E>,
): Response {
  // Undefined if the error occurred before the first middleware set it.
  const locale = (c.var.locale as Locale | undefined) ?? getPreferredLocale(c);
  if (error instanceof Refusal) return createRefusalResponse(error, locale);
  if (error instanceof HTTPException && error.status < 500)
    return createRefusalResponse(createRefusalForStatus(error.status), locale);
  // Nobody receives this response.
  if (isInvalidTextError(error) || isRequestAborted(error))
    return createRefusalResponse(createRefusalForStatus(400), locale);
  if (isPoolExhausted(error)) {
    log.error("no database connection became free in time", undefined, { request: c.var.requestId });
    return createRefusalResponse(refuse(commonRefusals, "overloaded", { retryAfterSeconds: 2 }), locale);
  }
  const outage =
    error instanceof StorageUnavailableError
      ? `the file storage is unavailable: ${error.message}`
      : describeDatabaseOutage(error);
  if (outage !== null) {
    log.error(outage, undefined, { request: c.var.requestId });
    return createRefusalResponse(refuse(commonRefusals, "not_ready", { retryAfterSeconds: 5 }), locale);
  }
  log.error("request failed", error, { request: c.var.requestId, method: c.req.method, path: redactPath(c.req.path) });
  const message = formatMessage(locale, "internal");
  return c.json({ message, code: "internal", data: { message }, request_id: c.var.requestId }, 500);
}

/**
 * Creates the refusal for an HTTP error below 500 that a library throws, such as the content type check of zod-openapi.
 */
function createRefusalForStatus(status: number): Refusal {
  const code = commonCodes.find((candidate) => commonRefusals[candidate] === status);
  return refuse(commonRefusals, code ?? "malformed");
}

/** Returns the response of a refusal, with its message in a locale. */
export function createRefusalResponse(
  refusal: Refusal,
  locale: Locale,
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
