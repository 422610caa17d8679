import { SpanKind } from "@opentelemetry/api";
import { isTracing, markFailed, withSpan } from "./tracing.ts";

/**
 * Creates a `fetch` with a span for each call to another company. The URL is left out except for its host, because its
 * path has ids; the trace context is not sent, because it is of no use to others.
 */
export function createTracedFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isTracing()) return send(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
    const attributes = {
      "http.request.method": method,
      "server.address": url.hostname,
      "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    };
    return withSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const response = await send(input, init);
      span?.setAttribute("http.response.status_code", response.status);
      if (span && response.status >= 400) markFailed(span, String(response.status));
      return response;
    });
  };
}
