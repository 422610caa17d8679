import { useEffect, useRef } from "react";

/**
 * Calls a function once for each result of a form, after the first commit that has it.
 *
 * The effect has no dependencies on purpose. The data of a fetcher changes before the state of the router does, so a
 * render that React discards can already see it. If that happens, React 19.3 finds the same dependencies in the render
 * that it commits and skips the effect.
 */
export function useResultEffect<Result extends object>(
  result: Result | undefined,
  callback: (result: Result) => void,
): void {
  const handled = useRef<Result | undefined>(undefined);
  useEffect(() => {
    if (!result || handled.current === result) return;
    handled.current = result;
    callback(result);
  });
}
