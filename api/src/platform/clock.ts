/** The only source of the current time, so that tests can control it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that changes only when `set` or `advance` is called, for tests. */
export function createManualClock(start: Date): Clock & { set(current: Date): void; advance(ms: number): void } {
  let current = start;
  return {
    now: () => new Date(current),
    set: (next) => {
      current = next;
    },
    advance: (ms) => {
      current = new Date(current.getTime() + ms);
    },
  };
}
