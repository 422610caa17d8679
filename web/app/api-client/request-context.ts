import { createContext, data, redirectDocument, type RouterContextProvider } from "react-router";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import type { StorefrontServer } from "./server-context.ts";

export type FieldErrors = Record<string, string[]>;

/** An error response of the API: the one error that API calls throw. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** Data of the error response beside its message, such as the current cart of `cart_changed`. */
  readonly data: Record<string, unknown>;
  readonly requestId: string | undefined;
  /** The Retry-After header in seconds, with 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "unknown";
    this.errors = body.errors ?? {};
    this.data = body.data ?? {};
    this.requestId = body.request_id;
    this.retryAfter = retryAfter;
  }
}

type ErrorBody = {
  message: string;
  code: string;
  errors?: FieldErrors;
  data?: Record<string, unknown>;
  request_id?: string;
};

export type ApiCall = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as binary data instead of `body`. */
  content?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** One request to the storefront: the shopper's locale, currency and session, and API calls made on their behalf. */
export type RequestContext = {
  server: StorefrontServer;
  locale: Locale;
  /** The path and query without the locale prefix. */
  path: string;
  /** The ISO 4217 code from the cookie; null to use the API's default for the locale. */
  currency: string | null;
  token: string | null;
  /** ISO 3166-1 code of the country that the page names delivery to; null to name none. */
  deliveryCountry: string | null;
  /** The city that the visitor named; it is suggested in a new address and changes no price and no date. */
  deliveryCity: string | null;
  /** The shopper's browser, recorded together with a consent. */
  userAgent: string;
  /** A short random code, shown on the error page and written to the log; empty for a page that guests share. */
  requestId: string;
  /** Adds the locale prefix to a path of this site. */
  to(path: string): string;
  /** Calls the API and returns `data` of its response. @throws ApiError */
  call<T>(path: string, call?: ApiCall): Promise<T>;
  /** Calls the API and returns `data` and the message of its response. @throws ApiError */
  callWithMessage<T>(path: string, call?: ApiCall): Promise<{ data: T; message: string | undefined }>;
  /** For loaders: an error response becomes the error page of its status, an expired session the sign-in dialog. */
  load<T>(path: string, call?: ApiCall): Promise<T>;
};

export const requestContextKey = createContext<RequestContext>();

/** Returns the request context that the request middleware created, for loaders and actions. */
export function getRequestContext(args: { context: Readonly<RouterContextProvider> }): RequestContext {
  return args.context.get(requestContextKey);
}

/** Creates a request context with its functions: API calls are sent with the locale, currency and session of `values`. */
export function createRequestContext(
  values: Omit<RequestContext, "to" | "call" | "callWithMessage" | "load">,
): RequestContext {
  const { server, locale, currency, token, deliveryCountry, userAgent } = values;
  const to = (path: string) => localizePath(path, locale, server.localeStrategy);
  const defaultHeaders: Record<string, string> = { accept: "application/json", "accept-language": locale };
  if (currency) defaultHeaders["currency"] = currency;
  if (deliveryCountry) defaultHeaders["delivery-country"] = deliveryCountry;
  if (token) defaultHeaders["authorization"] = `Bearer ${token}`;
  if (userAgent) defaultHeaders["user-agent"] = userAgent;

  const callWithMessage = async <T>(path: string, { method = "GET", body, content, headers }: ApiCall = {}) => {
    const {
      status,
      body: envelope,
      retryAfter,
    } = await server.api(path, {
      method,
      headers: {
        ...defaultHeaders,
        ...(content ? { "content-type": "application/octet-stream" } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(content ? { body: content } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status >= 400) throw new ApiError(status, envelope ?? {}, retryAfter ?? undefined);
    const { data: result, message } = (envelope ?? {}) as { data: T; message?: string };
    return { data: result, message };
  };
  const call = async <T>(path: string, options?: ApiCall) => (await callWithMessage<T>(path, options)).data;
  return {
    ...values,
    to,
    call,
    callWithMessage,
    async load<T>(path: string, options?: ApiCall) {
      try {
        return await call<T>(path, options);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status !== 401) throw createErrorPage(error);
        // A shopper who signed out in another tab still sees this page as signed in: only a new document corrects that.
        throw redirectDocument(to(`/?auth=1&from=${encodeURIComponent(values.path)}`));
      }
    },
  };
}

/**
 * What a loader throws for an error response: the error page of its status. An unexpected status stays an error, which
 * is a 500.
 */
function createErrorPage(error: ApiError): unknown {
  if (![400, 404, 410, 422, 429, 503].includes(error.status)) return error;
  // The API rejects malformed slugs and ids, so such a URL does not exist.
  const status = error.status === 400 || error.status === 422 ? 404 : error.status;
  return data(
    { code: error.code, ...(status === 410 ? error.data : {}) },
    { status, ...(error.retryAfter ? { headers: { "retry-after": String(error.retryAfter) } } : {}) },
  );
}
