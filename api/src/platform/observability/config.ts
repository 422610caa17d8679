import { z } from "zod";

const DEFAULT_SLOW_QUERY_MS = 500;
const LOOPBACK = "127.0.0.1";

/** A port, or an address and a port: `9464`, `10.0.0.5:9464`, `[::]:9464`. */
const metricsAddress = z
  .string()
  .regex(/^(?:(?:\[[\da-f:.]+\]|[\w.-]+):)?\d{1,5}$/i)
  .transform((value) => {
    const separator = value.lastIndexOf(":");
    const host = separator < 0 ? LOOPBACK : value.slice(0, separator).replaceAll(/[[\]]/g, "");
    return { host, port: Number(value.slice(separator + 1)) };
  })
  .refine(({ port }) => port <= 65_535);

const endpoint = z.url({ protocol: /^https?$/ }).optional();
const samplers = [
  ...(["always_on", "always_off", "traceidratio"] as const),
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
] as const;

/** The environment variables of logs, metrics and traces: schema and expected value. */
export const observabilityVariables = {
  SLOW_QUERY_MS: [
    z.coerce.number().int().min(0).max(600_000).default(DEFAULT_SLOW_QUERY_MS),
    "milliseconds, 0 to 600000; 0 for no log of slow statements",
  ],
  METRICS_PORT: [metricsAddress.optional(), "a port number, 0 to 65535, or an address and a port, 10.0.0.5:9464"],
  OTEL_SDK_DISABLED: [z.enum(["true", "false"]).default("false"), "true or false"],
  OTEL_EXPORTER_OTLP_ENDPOINT: [endpoint, "the address of a collector, http://127.0.0.1:4318"],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [
    endpoint,
    "the address to which traces are sent, http://127.0.0.1:4318/v1/traces",
  ],
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: [
    endpoint,
    "the address to which metrics are sent, http://127.0.0.1:4318/v1/metrics",
  ],
  OTEL_EXPORTER_OTLP_PROTOCOL: [z.literal("http/json").optional(), "http/json, the only protocol that is supported"],
  OTEL_TRACES_EXPORTER: [z.enum(["otlp", "none"]).default("otlp"), "otlp or none"],
  OTEL_METRICS_EXPORTER: [z.enum(["otlp", "none"]).default("otlp"), "otlp or none"],
  OTEL_METRIC_EXPORT_INTERVAL: [z.coerce.number().int().min(1000).default(60_000), "milliseconds, 1000 or more"],
  OTEL_TRACES_SAMPLER: [z.enum(samplers).default("parentbased_always_on"), `one of ${samplers.join(", ")}`],
  OTEL_TRACES_SAMPLER_ARG: [z.coerce.number().min(0).max(1).default(1), "a ratio, 0 to 1"],
} as const;

type Variables = {
  [K in keyof typeof observabilityVariables]: z.output<(typeof observabilityVariables)[K][0]>;
};

export type ObservabilityConfig = Readonly<{
  /** Statements that take this long, in milliseconds, are logged; 0 for none. */
  slowQueryMs: number;
  /** Where metrics are served for Prometheus; undefined for nowhere. */
  metricsAddress: { host: string; port: number } | undefined;
  /** What is sent to a collector of OpenTelemetry, whose address and other variables the SDK reads itself. */
  openTelemetry: Readonly<{
    sendsTraces: boolean;
    sendsMetrics: boolean;
    metricsIntervalMs: number;
    sampler: (typeof samplers)[number];
    /** The share of traces that are recorded, 0 to 1, if the sampler is a ratio. */
    sampledRatio: number;
  }>;
}>;

/** Returns the configuration of logs, metrics and traces. */
export function getObservabilityConfig(vars: Variables): ObservabilityConfig {
  const isEnabled = vars.OTEL_SDK_DISABLED === "false";
  const hasEndpoint = (own: string | undefined) => (own ?? vars.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: metrics } = vars;
  return {
    slowQueryMs: vars.SLOW_QUERY_MS,
    metricsAddress: vars.METRICS_PORT,
    openTelemetry: {
      sendsTraces: isEnabled && vars.OTEL_TRACES_EXPORTER === "otlp" && hasEndpoint(traces),
      sendsMetrics: isEnabled && vars.OTEL_METRICS_EXPORTER === "otlp" && hasEndpoint(metrics),
      metricsIntervalMs: vars.OTEL_METRIC_EXPORT_INTERVAL,
      sampler: vars.OTEL_TRACES_SAMPLER,
      sampledRatio: vars.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}
