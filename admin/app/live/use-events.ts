import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { type StaffEvent, subscribeToEvents } from "./event-connection.ts";

/** Events that belong together, such as those of one action for many orders, come within this time, in ms. */
const COLLECT_MS = 300;
/** The time between two calls, as a multiple of how long the first one took: a seventh of the time goes to reloading. */
const INTERVAL_FACTOR = 7;
/** Least and longest time between two calls, in ms. */
const [MIN_INTERVAL_MS, MAX_INTERVAL_MS] = [600, 3000];

/**
 * Calls a function with the events that `isRelevant` accepts, and with `sync` if events may have been missed: soon, and
 * the less often the longer it takes, at least every three seconds.
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
    let nextCallAt = -Infinity;
    let isClosed = false;
    const schedule = () => {
      clearTimeout(timer);
      if (waiting.length > 0 && !isClosed)
        timer = setTimeout(() => void call(), Math.max(COLLECT_MS, nextCallAt - performance.now()));
    };
    const call = async () => {
      const events = waiting;
      waiting = [];
      const startedAt = performance.now();
      nextCallAt = startedAt + MAX_INTERVAL_MS;
      await handleEvents(events);
      const interval = (performance.now() - startedAt) * INTERVAL_FACTOR;
      nextCallAt = startedAt + Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, interval));
      schedule();
    };
    const unsubscribe = subscribeToEvents((events) => {
      const accepted = events.filter((event) => accepts(event));
      waiting.push(...accepted);
      if (waiting.length === accepted.length) schedule();
    });
    return () => {
      isClosed = true;
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
