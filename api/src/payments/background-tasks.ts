import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";

/**
 * The number of tasks that run concurrently. Each of them holds a database connection while it waits for the lock of
 * its order row, and requests need connections too.
 */
const CONCURRENCY = 3;
/** Tasks beyond this queue length are dropped; the jobs catch up with them. */
const MAX_QUEUE_LENGTH = 1000;

const queue: (() => Promise<void>)[] = [];
const running = new Set<Promise<void>>();

/**
 * Queues a task that no response waits for. Failures are logged, and the jobs retry the work later.
 * @param description describes the task in log messages, for example "sending a refund".
 */
export function runInBackground(app: AppContext, description: string, task: () => Promise<void>): void {
  if (queue.length >= MAX_QUEUE_LENGTH) return;
  const run = () =>
    task().catch((error: unknown) => {
      if (!isGatewayUnavailable(error)) app.log.error(`failed while ${description}`, error);
    });
  // It may be started when a task of another request has ended; its log lines have the ids of this one.
  queue.push(AsyncLocalStorage.bind(run));
  startNext();
}

function startNext(): void {
  if (running.size >= CONCURRENCY) return;
  const next = queue.shift();
  if (!next) return;
  const run = next().finally(() => {
    running.delete(run);
    startNext();
  });
  running.add(run);
}

/** Resolves when no background task is running or queued; called before the database is closed. */
export async function waitForBackgroundTasks(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

/**
 * Returns whether an error says that the provider is unreachable. It was logged by the caller of the provider, and the
 * work is retried later.
 */
export function isGatewayUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === "gateway_unavailable";
}
