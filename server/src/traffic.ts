import type { MiddlewareHandler } from "hono";

/** So many answers under way at once make a process busy: a shopper waits for each of them. */
const MANY = 8;
const LOOK_MS = 100;
/** Nothing was asked for so long: nobody is about. */
const QUIET_MS = 200;
/** Then work that gives way is done all the same: letters of a long rush go out more slowly, but they go. */
const LONGEST_MS = 2000;
const LONGEST_UNQUIET_MS = 10_000;

export type Traffic = {
  /** Counts a request while it is being answered. */
  count: MiddlewareHandler;
  /** Ends when few answers are under way, or after two seconds. */
  lull: () => Promise<void>;
  /** Ends when nothing was asked for a moment, or after ten seconds. */
  quiet: () => Promise<void>;
};

/** How much this process has to answer, for work beside it that can wait. */
export function openTraffic(): Traffic {
  let underWay = 0;
  let askedAt = -Infinity;
  const isBusy = () => underWay > MANY;
  const isAsked = () => underWay > 0 || performance.now() - askedAt < QUIET_MS;
  return {
    async count(_, next) {
      underWay++;
      askedAt = performance.now();
      try {
        await next();
      } finally {
        underWay--;
      }
    },
    lull: () => endOf(isBusy, LONGEST_MS),
    quiet: () => endOf(isAsked, LONGEST_UNQUIET_MS),
  };
}

/** Waits for something to end, though not for ever. */
async function endOf(isOn: () => boolean, longestMs: number): Promise<void> {
  for (let waited = 0; isOn() && waited < longestMs; waited += LOOK_MS)
    await new Promise((looked) => {
      setTimeout(looked, LOOK_MS);
    });
}
