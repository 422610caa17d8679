import {
  type Attributes,
  context,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { createTraceparent } from "./request-scope.ts";

const TRACER_NAME = "furoshiki";
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

let isEnabled = false;

/** Turns spans on or off: without a collector none is created. The SDK is registered before. */
export function setTracing(isOn: boolean): void {
  isEnabled = isOn;
}

/** Whether spans are created. */
export function isTracing(): boolean {
  return isEnabled;
}

/** Options of a span. Attributes never have ids of records, codes, emails, query strings or other personal data. */
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Starts a trace of its own instead of continuing the present one. */
  root?: boolean;
};

/**
 * Runs `work` in a span, which ends with it. An error is recorded by its type only, because messages may have personal
 * data.
 * @param work receives the span; null while tracing is off
 */
export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!isEnabled) return work(null);
  return trace.getTracer(TRACER_NAME).startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, getErrorType(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Starts a span that is ended by its caller, as part of the present one; null outside of a trace and without tracing. */
export function startChildSpan(name: string, options: SpanOptions): Span | null {
  if (!isEnabled || !trace.getActiveSpan()) return null;
  return trace.getTracer(TRACER_NAME).startSpan(name, options);
}

/** Marks a span as failed. @param errorType the class or code of the error, never its message */
export function markFailed(span: Span, errorType: string): void {
  span.setAttribute("error.type", errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the code of a system or database error, otherwise the name of its class. */
export function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : error.name;
}

/** Returns the W3C trace context of a span. */
export function formatTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** The span of a request that this process handles. */
export type ServerSpan = {
  /** The W3C trace context with which others are called. */
  traceparent: string;
  run: <T>(work: () => T) => T;
  end: (result: { route: string | null; status: number; isAborted: boolean }) => void;
};

/**
 * Starts the span of an incoming request, or continues that of a trusted caller. Without tracing there is only a trace
 * context, for log lines.
 * @param parent the W3C trace context of a trusted caller; null for any other
 */
export function startServerSpan(method: string, parent: string | null): ServerSpan {
  if (!isEnabled) return { traceparent: parent ?? createTraceparent(), run: (work) => work(), end: () => undefined };
  const knownMethod = knownMethods.has(method) ? method : null;
  const parentContext = parent === null ? ROOT_CONTEXT : toContext(parent);
  const span = trace
    .getTracer(TRACER_NAME)
    .startSpan(
      knownMethod ?? "HTTP",
      { kind: SpanKind.SERVER, attributes: { "http.request.method": knownMethod ?? "_OTHER", "url.scheme": "http" } },
      parentContext,
    );
  const spanContext = trace.setSpan(parentContext, span);
  return {
    traceparent: formatTraceparent(span),
    run: (work) => context.with(spanContext, work),
    end: ({ route, status, isAborted }) => {
      if (route !== null) span.updateName(`${knownMethod ?? "HTTP"} ${route}`).setAttribute("http.route", route);
      span.setAttribute("http.response.status_code", status);
      if (status >= 500) markFailed(span, String(status));
      else if (isAborted) markFailed(span, "aborted");
      span.end();
    },
  };
}

function toContext(traceparent: string): Context {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}
