import { createContext, data, redirectDocument, type RouterContextProvider } from "react-router";
import { localizedPath, type Locale } from "./locale.ts";
import type { ShopServer } from "./shop-context.ts";

export type FieldErrors = Record<string, string[]>;

/** What the API refused or failed at: the one error that calls throw. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors;
  /** What the answer carries beside the text, such as the fresh cart of `cart_changed`. */
  readonly data: Record<string, unknown>;
  readonly requestId: string | undefined;
  /** Seconds, with 429 and 503. */
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

export type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Becomes JSON. */
  body?: unknown;
  /** Goes as it is, in place of a body. */
  content?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** One request of a shopper: who asks, in which language and currency, and the calls made for him. */
export type Visit = {
  server: ShopServer;
  locale: Locale;
  /** Address without the locale's prefix. */
  path: string;
  /** ISO code from the cookie, null: the API's default for the locale. */
  currency: string | null;
  token: string | null;
  /** The shopper's browser, for what is kept with a consent. */
  userAgent: string;
  /** Short, random; printed on the error page and in the log. */
  requestId: string;
  /** The address of a path of this site in the visit's language. */
  to(path: string): string;
  /** Calls the API and gives `data` of its answer. @throws ApiError */
  call<T>(path: string, call?: Call): Promise<T>;
  /** The same with the message beside the data. @throws ApiError */
  callWithMessage<T>(path: string, call?: Call): Promise<{ data: T; message: string | undefined }>;
  /** For loaders: a refusal becomes the error page of its status, a lost session the sign-in. */
  page<T>(path: string): Promise<T>;
};

export const visitContext = createContext<Visit>();

export function visitOf(args: { context: Readonly<RouterContextProvider> }): Visit {
  return args.context.get(visitContext);
}

export function makeVisit(known: Omit<Visit, "to" | "call" | "callWithMessage" | "page">): Visit {
  const { server, locale, currency, token, userAgent } = known;
  const to = (path: string) => localizedPath(path, locale, server.localeStrategy);
  const ownHeaders: Record<string, string> = { accept: "application/json", "accept-language": locale };
  if (currency) ownHeaders["currency"] = currency;
  if (token) ownHeaders["authorization"] = `Bearer ${token}`;
  if (userAgent) ownHeaders["user-agent"] = userAgent;

  const callWithMessage = async <T>(path: string, { method = "GET", body, content, headers }: Call = {}) => {
    const {
      status,
      body: answer,
      retryAfter,
    } = await server.api(path, {
      method,
      headers: {
        ...ownHeaders,
        ...(content ? { "content-type": "application/octet-stream" } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(content ? { body: content } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status >= 400) throw new ApiError(status, answer ?? {}, retryAfter ?? undefined);
    const { data: given, message } = (answer ?? {}) as { data: T; message?: string };
    return { data: given, message };
  };
  const call = async <T>(path: string, options?: Call) => (await callWithMessage<T>(path, options)).data;
  return {
    ...known,
    to,
    call,
    callWithMessage,
    async page<T>(path: string) {
      try {
        return await call<T>(path);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status !== 401) throw errorPage(error);
        // Who signed out elsewhere is still shown as signed in here: only a fresh document knows better.
        throw redirectDocument(to(`/?auth=1&from=${encodeURIComponent(known.path)}`));
      }
    },
  };
}

/** What a loader throws instead: the page of that status. Anything unexpected stays an error, which is a 500. */
function errorPage(error: ApiError): unknown {
  const expected =
    error.status === 404 ||
    error.status === 410 ||
    error.status === 422 ||
    error.status === 429 ||
    error.status === 503;
  if (!expected) return error;
  const status = error.status === 422 ? 404 : error.status;
  return data(
    { code: error.code, ...(status === 410 ? error.data : {}) },
    { status, ...(error.retryAfter ? { headers: { "retry-after": String(error.retryAfter) } } : {}) },
  );
}
