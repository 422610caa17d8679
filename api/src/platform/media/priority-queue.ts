/** `requested` is work that a request waits for, `background` is work that nobody waits for. */
export type Priority = "requested" | "background";

export type PriorityQueue = {
  /** Runs `work` when a slot is free, and returns its result. */
  run<T>(priority: Priority, work: () => Promise<T>): Promise<T>;
  /** Returns the number of requests that wait for a slot. */
  countWaiting(): number;
};

/**
 * Creates a queue for heavy work with limited concurrency, first in, first out for each priority. Requested work runs
 * first; background work starts only when no request waits, and leaves one slot free.
 * @param concurrency the maximum number of tasks that run at the same time
 */
export function createPriorityQueue(concurrency: number): PriorityQueue {
  const waitingByPriority: Record<Priority, (() => void)[]> = { requested: [], background: [] };
  const running: Record<Priority, number> = { requested: 0, background: 0 };

  const startNext = () => {
    while (running.requested + running.background < concurrency) {
      const start =
        waitingByPriority.requested.shift() ??
        (running.background < Math.max(1, concurrency - 1) ? waitingByPriority.background.shift() : undefined);
      if (!start) return;
      start();
    }
  };
  return {
    run: (priority, work) =>
      new Promise((resolve, reject) => {
        waitingByPriority[priority].push(() => {
          running[priority] += 1;
          void work()
            .then(resolve, reject)
            .finally(() => {
              running[priority] -= 1;
              startNext();
            });
        });
        startNext();
      }),
    countWaiting: () => waitingByPriority.requested.length,
  };
}
