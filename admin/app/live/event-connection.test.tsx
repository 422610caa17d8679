// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { type StaffEvent, subscribeToEvents } from "./event-connection.ts";

const change: StaffEvent = { kind: "order", id: "17", actor_id: 2 };
const sync: StaffEvent = { kind: "sync", id: null, actor_id: null };
let sources: TestEventSource[];
const unsubscribers: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sources = stubEventSource();
  setPageVisible(true);
});
afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** @returns the events that a listener receives */
function listen(): StaffEvent[] {
  const received: StaffEvent[] = [];
  unsubscribers.push(subscribeToEvents((events) => received.push(...events)));
  return received;
}

it("shares one connection between all listeners, and closes it with the last one", () => {
  const [first, second] = [listen(), listen()];
  sources[0]?.open();
  sources[0]?.send(change);
  expect([first, second]).toEqual([[change], [change]]);
  unsubscribers.pop()?.();
  expect(sources.map(({ readyState }) => readyState)).toEqual([1]);
  unsubscribers.pop()?.();
  expect(sources.map(({ readyState }) => readyState)).toEqual([2]);
});

it("says that events may have been missed once the browser has connected again", () => {
  const received = listen();
  sources[0]?.open();
  sources[0]?.fail({ isRefused: false });
  vi.advanceTimersByTime(120_000);
  expect([sources.length, received]).toEqual([1, []]);
  sources[0]?.open();
  expect(received).toEqual([sync]);
});

it("tries a refused connection again, as after the end of the session, until it is accepted", () => {
  const received = listen();
  sources[0]?.open();
  for (const attempt of [1, 2, 3]) {
    sources.at(-1)?.fail({ isRefused: true });
    vi.advanceTimersByTime(29_999);
    expect(sources).toHaveLength(attempt);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(attempt + 1);
  }
  sources.at(-1)?.open();
  sources.at(-1)?.send(change);
  expect(received).toEqual([sync, change]);
});

it("closes the connection of a page that is hidden for 30 seconds, and catches up when it is shown", () => {
  const received = listen();
  sources[0]?.open();
  setPageVisible(false);
  vi.advanceTimersByTime(29_999);
  setPageVisible(true);
  vi.advanceTimersByTime(60_000);
  expect(sources.map(({ readyState }) => readyState)).toEqual([1]);
  setPageVisible(false);
  vi.advanceTimersByTime(30_000);
  expect(sources.map(({ readyState }) => readyState)).toEqual([2]);
  setPageVisible(true);
  expect(sources).toHaveLength(2);
  expect(received).toEqual([]);
  sources[1]?.open();
  expect(received).toEqual([sync]);
});

it("retries no refused connection of a hidden page", () => {
  listen();
  setPageVisible(false);
  sources[0]?.fail({ isRefused: true });
  vi.advanceTimersByTime(300_000);
  expect(sources).toHaveLength(1);
  setPageVisible(true);
  expect(sources).toHaveLength(2);
});

it("connects a page that was opened in the background when it is shown", () => {
  setPageVisible(false);
  const received = listen();
  expect(sources).toEqual([]);
  setPageVisible(true);
  sources[0]?.open();
  expect(received).toEqual([sync]);
});
