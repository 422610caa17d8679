import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setLogIds } from "../log.ts";

/** The request or job that is handled, as far as log lines and metrics name it. It has no personal data. */
export type RequestScope = {
  /** The id of the request, or of the job. */
  readonly requestId: string;
  /** The trace id of the W3C trace context, 32 hexadecimal digits. */
  readonly traceId: string;
  /** The template of the route, such as `/v1/products/:slug`; null as long as no route is known. */
  route: string | null;
};

const scopes = new AsyncLocalStorage<RequestScope>();

setLogIds(() => {
  const scope = scopes.getStore();
  return scope && { request: scope.requestId, trace: scope.traceId };
});

/** Runs `work` in a scope: what it calls, also later, is part of the request. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Returns the scope of the request or job that is handled; undefined outside of any. */
export function getScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Names the route of the request that is handled. */
export function setRoute(route: string | null): void {
  const scope = scopes.getStore();
  if (scope && route !== null) scope.route = route;
}

/**
 * Creates a W3C trace context that nobody records, so that the log lines of several processes have a trace id in
 * common.
 */
export function createTraceparent(): string {
  const id = randomUUID();
  const traceId = id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24);
  return `00-${traceId}-${traceId.slice(16)}-00`;
}

/** Returns the trace id of a W3C trace context. */
export function getTraceId(traceparent: string): string {
  return traceparent.slice(3, 35);
}
