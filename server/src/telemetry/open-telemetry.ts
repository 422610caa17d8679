import { AsyncLocalStorage } from "node:async_hooks";
import { context, diag, DiagLogLevel, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  MeterProvider,
  MetricReader,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../../../api/src/platform/config.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { setMeter } from "../../../api/src/platform/observability/metrics.ts";
import { setTracing } from "../../../api/src/platform/observability/tracing.ts";

/** At shutdown, spans and metrics that were not sent yet have this time, in milliseconds. */
const FLUSH_TIMEOUT_MS = 2000;
const LOG_INTERVAL_MS = 60_000;
/**
 * Gauges that are not read in this time, in milliseconds, are left out: while the database does not respond, those of the
 * process are needed most. Prometheus waits for ten seconds by default.
 */
const COLLECT_TIMEOUT_MS = 4000;
const METER_NAME = "furoshiki";

export type TelemetryOptions = Pick<Config, "role" | "openTelemetry" | "metricsAddress">;

/** The parts of OpenTelemetry that run in this process. */
export type OpenTelemetry = {
  /** Returns the metrics in the text format of Prometheus. */
  collectMetrics: () => Promise<string>;
  /** Sends what was not sent yet, for two seconds at most, and stops. */
  close: () => Promise<void>;
};

/** A reader whose metrics are collected when somebody asks for them. */
class PullReader extends MetricReader {
  constructor() {
    super({ aggregationTemporalitySelector: () => AggregationTemporality.CUMULATIVE });
  }
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/**
 * Starts the SDK: traces and metrics are sent to the collector of the standard variables, metrics can be collected.
 * @param options.spanProcessor receives the spans instead of the collector, for tests
 */
export function startOpenTelemetry(
  { role, openTelemetry, metricsAddress }: TelemetryOptions,
  log: Log,
  { spanProcessor }: { spanProcessor?: SpanProcessor } = {},
): OpenTelemetry {
  logProblems(log);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": `furoshiki-${role}` }))
    .merge(detectResources({ detectors: [envDetector] }));
  const tracerProvider = new TracerProvider({
    resource,
    sampler: createSampler(openTelemetry),
    spanProcessors: [spanProcessor ?? new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const reader = new PullReader();
  const pushReaders = openTelemetry.sendsMetrics ? [createPushReader(openTelemetry.metricsIntervalMs)] : [];
  const pullReaders = metricsAddress ? [reader] : [];
  const meterProvider = new MeterProvider({ resource, readers: [...pullReaders, ...pushReaders] });
  if (openTelemetry.sendsTraces || spanProcessor) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(tracerProvider);
    setTracing(true);
  }
  if (openTelemetry.sendsMetrics || metricsAddress) setMeter(meterProvider.getMeter(METER_NAME));
  const serializer = new PrometheusSerializer("", false, undefined, true, true);
  return {
    collectMetrics: async () => {
      const { resourceMetrics, errors } = await reader.collect({ timeoutMillis: COLLECT_TIMEOUT_MS });
      if (errors.length > 0) diag.error("metrics could not be collected", ...errors);
      return serializer.serialize(resourceMetrics);
    },
    close: async () => {
      setTracing(false);
      setMeter(null);
      const flushed = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]);
      await Promise.race([flushed, resolveAfter(FLUSH_TIMEOUT_MS)]);
      trace.disable();
      metrics.disable();
      context.disable();
      diag.disable();
    },
  };
}

function createSampler({ sampler, sampledRatio }: Config["openTelemetry"]): Sampler {
  const root = sampler.endsWith("ratio")
    ? new TraceIdRatioBasedSampler(sampledRatio)
    : sampler.endsWith("off")
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return sampler.startsWith("parentbased") ? new ParentBasedSampler({ root }) : root;
}

function createPushReader(exportIntervalMillis: number): PeriodicExportingMetricReader {
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 10_000),
  });
}

/** Logs what the SDK reports, such as a collector that cannot be reached: once a minute at most. */
function logProblems(log: Log): void {
  let lastLoggedAt = -Infinity;
  // Without the ids of a request that happens to have started the timer of an export.
  const report = AsyncLocalStorage.bind((message: unknown) => {
    if (performance.now() - lastLoggedAt < LOG_INTERVAL_MS) return;
    lastLoggedAt = performance.now();
    log.error(`telemetry: ${message instanceof Error ? message.message : String(message)}`);
  });
  setGlobalErrorHandler(report);
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

function resolveAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
