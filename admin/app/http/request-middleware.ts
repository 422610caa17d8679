import type { MiddlewareFunction } from "react-router";
import { createRequestContext, requestContextKey } from "../api-client/request-context.ts";
import { serverContext } from "../api-client/server-context.ts";
import { readPreferences } from "../api-client/preferences.ts";

/** Sets the context of a request, and passes the cookies that the API sets on to the browser. */
export const handleAdminRequest: MiddlewareFunction<Response> = async ({ request, url, context, pattern }, next) => {
  const server = context.get(serverContext);
  server.setRoute(pattern);
  const preferences = await readPreferences(request);
  const requestContext = createRequestContext({
    server,
    locale: preferences.locale,
    preferences,
    path: url.pathname.replace(/^\/admin(?=\/|$)/, "") + url.search || "/",
    isDataRequest: new URL(request.url).pathname.endsWith(".data"),
  });
  context.set(requestContextKey, requestContext);
  const response = await next();
  for (const cookie of requestContext.responseCookies) response.headers.append("set-cookie", cookie);
  return response;
};
