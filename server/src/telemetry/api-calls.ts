import { SpanKind } from "@opentelemetry/api";
import { formatTraceparent, isTracing, markFailed, withSpan } from "../../../api/src/platform/observability/tracing.ts";

/** Runs a call of the API in this process in a span with the name of its route. */
export async function traceApiCall(
  method: string | undefined = "GET",
  call: (receiveRoute: (route: string) => void) => Response | Promise<Response>,
): Promise<Response> {
  if (!isTracing()) return call(() => undefined);
  return withSpan(method, { attributes: { "http.request.method": method } }, async (span) => {
    const response = await call((route) => span?.updateName(`${method} ${route}`).setAttribute("http.route", route));
    span?.setAttribute("http.response.status_code", response.status);
    if (span && response.status >= 500) markFailed(span, String(response.status));
    return response;
  });
}

type RemoteCall = { origin: string; method: string | undefined; headers: Record<string, string> };

/** Runs a call of an API in another process in a span, whose trace context is passed on instead of that of the request. */
export async function traceRemoteCall(
  { origin, method = "GET", headers }: RemoteCall,
  call: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  if (!isTracing()) return call(headers);
  const { hostname, port, protocol } = new URL(origin);
  const attributes = {
    "http.request.method": method,
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  };
  return withSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const response = await call(span ? { ...headers, traceparent: formatTraceparent(span) } : headers);
    span?.setAttribute("http.response.status_code", response.status);
    if (span && response.status >= 500) markFailed(span, String(response.status));
    return response;
  });
}
