import type { Log } from "../../../api/src/platform/log.ts";
import { serveMetrics } from "./metrics-endpoint.ts";
import type { TelemetryOptions } from "./open-telemetry.ts";

/**
 * Starts sending traces and metrics, and serving metrics, as the configuration says. Without a collector and without
 * METRICS_PORT the SDK is not even loaded.
 * @returns `close`, which sends what was not sent yet, for two seconds at most; undefined if nothing was started
 * @throws StartupError if METRICS_PORT is in use
 */
export async function startTelemetry(
  config: TelemetryOptions,
  log: Log,
): Promise<{ close: () => Promise<void>; metricsPort?: number } | undefined> {
  const { openTelemetry, metricsAddress } = config;
  if (!openTelemetry.sendsTraces && !openTelemetry.sendsMetrics && !metricsAddress) return undefined;
  const { startOpenTelemetry } = await import("./open-telemetry.ts");
  const telemetry = startOpenTelemetry(config, log);
  if (!metricsAddress) return telemetry;
  try {
    const { port, stop } = await serveMetrics(metricsAddress, telemetry.collectMetrics);
    const close = async () => {
      await stop();
      await telemetry.close();
    };
    return { close, metricsPort: port };
  } catch (error) {
    await telemetry.close();
    throw error;
  }
}
