import { RouterContextProvider } from "react-router";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { createRequestContext, requestContextKey } from "../app/api-client/request-context.ts";
import { serverContext, type ApiResponse, type StorefrontServer } from "../app/api-client/server-context.ts";

type ApiRequest = { call: string; body: unknown; headers: Record<string, string> };

type RouteRequest = {
  locale?: Locale;
  /** Path and query, without the locale prefix. */
  url?: string;
  params?: Record<string, string>;
  /** The submitted form; without one the request is a GET. */
  form?: Record<string, string> | FormData;
  headers?: Record<string, string>;
  /** The session token; null for a guest. */
  token?: string | null;
  /** The country and city of the destination cookie. */
  destination?: { country: string; city: string | null };
  /** Returns the response to an API call, such as `POST /v1/login`; by default success without data. */
  respond?: (call: string) => Partial<ApiResponse> | undefined;
};

/**
 * Calls a loader or action of a route, by default as for a request in English.
 * @returns its result, or what it threw, and the API calls that it made
 */
export async function callRoute(
  handler: (args: never) => unknown,
  {
    locale = "en-US",
    url = "/",
    params = {},
    form,
    headers = {},
    token = "t".repeat(40),
    destination,
    respond = () => ({}),
  }: RouteRequest = {},
): Promise<{ result: unknown; apiRequests: ApiRequest[] }> {
  const apiRequests: ApiRequest[] = [];
  const server = {
    localeStrategy: "prefix_except_default",
    publicUrl: "http://shop.test",
    secureCookies: false,
    api: async (path, { method = "GET", body, headers: sentHeaders = {} } = {}) => {
      const call = `${method} ${path}`;
      apiRequests.push({
        call,
        body: typeof body === "string" ? JSON.parse(body) : body,
        headers: sentHeaders,
      });
      return { status: 200, body: { data: {} }, retryAfter: null, ...respond(call) };
    },
  } as Partial<StorefrontServer> as StorefrontServer;
  const context = new RouterContextProvider();
  context.set(serverContext, server);
  context.set(
    requestContextKey,
    createRequestContext({
      ...{
        server,
        locale,
        path: url,
        currency: null,
        token,
        deliveryCountry: destination?.country ?? null,
        deliveryCity: destination?.city ?? null,
        userAgent: "",
        requestId: "1",
      },
    }),
  );
  const body = form instanceof FormData || form === undefined ? form : new URLSearchParams(form);
  const request = new Request(`http://shop.test${localizePath(url, locale, "prefix_except_default")}`, {
    ...{ headers, method: form === undefined ? "GET" : "POST" },
    ...(body ? { body } : {}),
  });
  try {
    const result = await handler({ request, url: new URL(request.url), params, context } as never);
    return { result, apiRequests };
  } catch (thrown) {
    return { result: thrown, apiRequests };
  }
}

/** An error response of the API. */
export function createRefusal(status: number, error: object): Partial<ApiResponse> {
  return { status, body: error };
}

/** Returns status and target of a redirect. */
export function getRedirect(result: unknown): { status: number; location: string | null } | undefined {
  return result instanceof Response ? { status: result.status, location: result.headers.get("location") } : undefined;
}
