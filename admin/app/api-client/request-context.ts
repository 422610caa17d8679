import { createContext, data, redirect, type RouterContextProvider } from "react-router";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import type { Preferences } from "./preferences.ts";
import type { AdminServer } from "./server-context.ts";
import { createSignInPath } from "./sign-in-path.ts";

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error response of the admin API: the one error that API calls throw. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Localized messages by field. */
  readonly errors: FieldErrors;
  /** Data of the error response beside its message, such as the current values of `edit_conflict`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The Retry-After header in seconds, with 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = body.code ?? "unknown";
    this.errors = body.errors ?? {};
    this.data = body.data ?? {};
    this.retryAfter = retryAfter;
  }
}

type ErrorBody = { message: string; code: string; errors?: FieldErrors; data?: Record<string, unknown> };

export type ApiCall = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** One request to the back office: the preferences of the browser, and API calls with its session cookie. */
export type RequestContext = Readonly<{
  server: AdminServer;
  locale: Locale;
  preferences: Preferences;
  /** The path and query below the base path. */
  path: string;
  /** Whether the browser requests the data of a page it has open, and not a document. */
  isDataRequest: boolean;
  /**
   * Calls the admin API and returns `data` of its response. Cookies that the API sets are passed on to the browser.
   *
   * @param path below `/v1/admin/`
   * @throws ApiError
   */
  call<T>(this: void, path: string, call?: ApiCall): Promise<T>;
  /** For loaders: calls the API; an error response becomes the error page of its status, or the sign-in page. */
  load<T>(this: void, path: string): Promise<T>;
  /** Set-Cookie headers for the response. */
  responseCookies: string[];
}>;

export const requestContextKey = createContext<RequestContext>();

/** Returns the request context that the request middleware created, for loaders and actions. */
export function getRequestContext(args: { context: Readonly<RouterContextProvider> }): RequestContext {
  return args.context.get(requestContextKey);
}

/** Creates a request context with its functions. */
export function createRequestContext(
  values: Omit<RequestContext, "call" | "load" | "responseCookies">,
): RequestContext {
  const { server, locale } = values;
  const responseCookies: string[] = [];
  const call = async <T>(path: string, { method = "GET", body, headers }: ApiCall = {}) => {
    const response = await server.callApi(`/v1/admin/${path}`, {
      method,
      headers: {
        accept: "application/json",
        "accept-language": locale,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    responseCookies.push(...response.headers.getSetCookie());
    const text = await response.text();
    const envelope = (text === "" ? {} : JSON.parse(text)) as { data: T } & Partial<ErrorBody>;
    if (response.ok) return envelope.data;
    throw new ApiError(response.status, envelope, Number(response.headers.get("retry-after")) || undefined);
  };
  return {
    ...values,
    responseCookies,
    call,
    async load<T>(path: string) {
      try {
        return await call<T>(path);
      } catch (error) {
        if (error instanceof ApiError) throw toErrorPage(error, values);
        throw error;
      }
    },
  };
}

/**
 * Returns what a loader or an action throws for an error response: the error page of its status, or for an expired
 * session the sign-in page. An open page keeps its unsaved input instead (`keepPageOnExpiredSession`). An unexpected
 * status stays an error, which is a 500.
 */
export function toErrorPage(
  error: ApiError,
  { path, isDataRequest }: Pick<RequestContext, "path" | "isDataRequest">,
): unknown {
  if (error.status === 401 && !isDataRequest) return redirect(createSignInPath(path));
  if (![401, 403, 404, 410, 429, 503].includes(error.status)) return error;
  return data(
    { code: error.code, message: error.message, ...error.data },
    { status: error.status, ...(error.retryAfter ? { headers: { "retry-after": String(error.retryAfter) } } : {}) },
  );
}
