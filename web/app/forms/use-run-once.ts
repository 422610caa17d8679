import { useEffect, useRef } from "react";

/**
 * Calls a function once, after the first commit in which a condition about a fetcher's data holds.
 *
 * The effect has no dependencies on purpose. The data of a fetcher changes before the state of the router does, so a
 * render that React discards can already see it. If that happens, React 19.3 finds the same dependencies in the render
 * that it commits and skips the effect.
 */
export function useRunOnce(condition: boolean, callback: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (!condition || hasRun.current) return;
    hasRun.current = true;
    callback();
  });
}
