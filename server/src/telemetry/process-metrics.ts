import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type pg from "pg";
import { addGauges } from "../../../api/src/platform/observability/metrics.ts";
import type { Config } from "../../../api/src/platform/config.ts";
import type { Replica } from "../../../api/src/platform/db/replica.ts";
import type { ContentWatcher } from "../response-cache/content-watcher.ts";
import type { ResponseCache } from "../response-cache/response-cache.ts";

const NANOSECONDS = 1e9;
/** How often the delay of the event loop is sampled, in milliseconds. */
const LOOP_RESOLUTION_MS = 20;
/** Delays are summed up for this long, so that each reader of the metrics sees all of them. */
const LOOP_WINDOW_MS = 60_000;

/** Adds gauges of the process itself. @returns a function that stops measuring */
export function addProcessGauges({ role }: Pick<Config, "role">, buildId: string): () => Promise<void> {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  histogram.enable();
  const timer = setInterval(() => histogram.reset(), LOOP_WINDOW_MS).unref();
  addGauges(
    [
      { name: "furoshiki_process_info", description: "Always 1; its labels name the role and the build." },
      { name: "furoshiki_process_start_time_seconds", description: "When the process started, in seconds since 1970." },
      { name: "furoshiki_process_resident_memory_bytes", description: "Memory of the process (RSS)." },
      { name: "furoshiki_process_heap_used_bytes", description: "Used memory of the JavaScript heap." },
      { name: "furoshiki_process_heap_limit_bytes", description: "Size up to which the JavaScript heap may grow." },
      {
        name: "furoshiki_event_loop_delay_seconds",
        description: "Delay of the event loop in the last minute: half of the samples, 99 % of them, and the longest.",
      },
    ],
    (observe) => {
      const { heapUsed, rss } = process.memoryUsage();
      observe("furoshiki_process_info", 1, { role, build: buildId });
      observe("furoshiki_process_start_time_seconds", Math.round(Date.now() / 1000 - process.uptime()));
      observe("furoshiki_process_resident_memory_bytes", rss);
      observe("furoshiki_process_heap_used_bytes", heapUsed);
      observe("furoshiki_process_heap_limit_bytes", getHeapStatistics().heap_size_limit);
      for (const [statistic, percentile] of Object.entries({ p50: 50, p99: 99, max: 100 }))
        observe("furoshiki_event_loop_delay_seconds", readDelay(histogram.percentile(percentile)), { statistic });
    },
  );
  return async () => {
    clearInterval(timer);
    histogram.disable();
  };
}

/** Returns by how much a sample was late, in seconds. */
function readDelay(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - LOOP_RESOLUTION_MS / 1000);
}

/** Adds gauges of the pool of database connections. */
export function addPoolGauges(pool: pg.Pool): void {
  addGauges(
    [
      { name: "furoshiki_db_pool_connections", description: "Connections of the pool by state." },
      { name: "furoshiki_db_pool_max_connections", description: "The size of the pool (DATABASE_POOL_SIZE)." },
      { name: "furoshiki_db_pool_waiting_requests", description: "Requests that wait for a connection." },
    ],
    (observe) => {
      observe("furoshiki_db_pool_connections", pool.idleCount, { state: "idle" });
      observe("furoshiki_db_pool_connections", pool.totalCount - pool.idleCount, { state: "used" });
      observe("furoshiki_db_pool_max_connections", pool.options.max);
      observe("furoshiki_db_pool_waiting_requests", pool.waitingCount);
    },
  );
}

/** Adds gauges of the replica that reads use. */
export function addReplicaGauges(monitor: Replica["monitor"]): void {
  addGauges(
    [
      {
        name: "furoshiki_db_replica_used",
        description: "1 while reads use the replica (DATABASE_READ_URL), otherwise 0.",
      },
      {
        name: "furoshiki_db_replica_lag_seconds",
        description:
          "By how much the replica is behind, or for how long it has not been current; 0 if it was at the last check.",
      },
    ],
    (observe) => {
      observe("furoshiki_db_replica_used", monitor.reason === null ? 1 : 0);
      observe("furoshiki_db_replica_lag_seconds", monitor.lagSeconds);
    },
  );
}

/** Adds gauges of the response cache, and of how current this process is. */
export function addCacheGauges(cache: ResponseCache, watcher: ContentWatcher): void {
  addGauges(
    [
      { name: "furoshiki_response_cache_entries", description: "Stored responses." },
      { name: "furoshiki_response_cache_bytes", description: "About how much memory the stored responses need." },
      {
        name: "furoshiki_content_changes_lag_seconds",
        description:
          "For how long this process has tried in vain to read what has changed, while it serves nothing from its cache.",
      },
    ],
    (observe) => {
      const { entries, bytes } = cache.size;
      observe("furoshiki_response_cache_entries", entries);
      observe("furoshiki_response_cache_bytes", bytes);
      observe("furoshiki_content_changes_lag_seconds", watcher.failingForMs / 1000);
    },
  );
}
