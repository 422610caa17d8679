/** Who waits: somebody who looks at the page now, or nobody yet. */
export type Lane = "asked" | "ahead";

export type Queue = {
  /** Runs the work when its turn comes. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
  /** How many who look at a page are waiting for a turn. */
  waiting(): number;
};

/**
 * A queue for heavy work, `places` at a time, each lane in the order of arrival. What is asked for goes first; work
 * ahead of time starts only when nobody waits, and leaves one place free for who comes next.
 */
export function openQueue(places: number): Queue {
  const lanes: Record<Lane, (() => void)[]> = { asked: [], ahead: [] };
  const running: Record<Lane, number> = { asked: 0, ahead: 0 };

  const next = () => {
    while (running.asked + running.ahead < places) {
      const start = lanes.asked.shift() ?? (running.ahead < Math.max(1, places - 1) ? lanes.ahead.shift() : undefined);
      if (!start) return;
      start();
    }
  };
  return {
    run: (lane, work) =>
      new Promise((resolve, reject) => {
        lanes[lane].push(() => {
          running[lane] += 1;
          void work()
            .then(resolve, reject)
            .finally(() => {
              running[lane] -= 1;
              next();
            });
        });
        next();
      }),
    waiting: () => lanes.asked.length,
  };
}
