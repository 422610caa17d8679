import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { type StaffEvent, subscribeToEvents } from "./event-connection.ts";

/** Least time between two calls, in ms. */
const INTERVAL_MS = 3000;
/** Events that belong together, such as those of one action for many orders, come within this time, in ms. */
const COLLECT_MS = 300;

/**
 * Calls a function with the events that `isRelevant` accepts, and with `sync` if events may have been missed: soon, and
 * at most every three seconds.
 */
export function useEvents(
  isRelevant: (event: StaffEvent) => boolean,
  onEvents: (events: readonly StaffEvent[]) => void | Promise<void>,
): void {
  const accepts = useEffectEvent((event: StaffEvent) => event.kind === "sync" || isRelevant(event));
  const handleEvents = useEffectEvent(onEvents);
  useEffect(() => {
    let waiting: StaffEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastCallAt = -Infinity;
    const call = () => {
      const events = waiting;
      waiting = [];
      timer = undefined;
      lastCallAt = performance.now();
      void handleEvents(events);
    };
    const unsubscribe = subscribeToEvents((events) => {
      waiting.push(...events.filter((event) => accepts(event)));
      if (waiting.length > 0)
        timer ??= setTimeout(call, Math.max(COLLECT_MS, lastCallAt + INTERVAL_MS - performance.now()));
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, []);
}

/** Reloads the data of the open page after changes of some kinds of records. */
export function useReloadOnEvents(kinds: readonly string[]): void {
  const { revalidate } = useRevalidator();
  useEvents(
    ({ kind }) => kinds.includes(kind),
    async () => revalidate(),
  );
}
