/** The only source of the current time, so that tests can hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export function heldClock(start: Date): Clock & { set(at: Date): void; advance(ms: number): void } {
  let at = start;
  return {
    now: () => new Date(at),
    set: (next) => {
      at = next;
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}
