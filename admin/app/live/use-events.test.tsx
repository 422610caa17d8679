// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setPageVisible, stubEventSource, type TestEventSource } from "../../test/event-source.ts";
import { useEvents } from "./use-events.ts";

let sources: TestEventSource[];
let calls: { at: number; ids: (string | null)[] }[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [sources, calls] = [stubEventSource(), []];
  setPageVisible(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Renders a page whose reload takes so long, in ms. */
function renderWith(duration: number) {
  const startedAt = performance.now();
  return renderHook(() =>
    useEvents(
      ({ kind }) => kind === "order",
      async (events) => {
        calls.push({ at: performance.now() - startedAt, ids: events.map(({ id }) => id) });
        await new Promise((resolve) => void setTimeout(resolve, duration));
      },
    ),
  );
}

const send = (id: string, kind = "order") => sources[0]?.send({ kind, id, actor_id: 2 });

it("shows a change within a second of the one before if the page reloads quickly", async () => {
  renderWith(100);
  send("1");
  send("2");
  send("9", "review");
  await vi.advanceTimersByTimeAsync(320);
  send("3");
  await vi.advanceTimersByTimeAsync(200);
  send("4");
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual([
    { at: 300, ids: ["1", "2"] },
    { at: 1000, ids: ["3", "4"] },
  ]);
});

it("reloads a slow page every three seconds at most", async () => {
  renderWith(2000);
  send("1");
  await vi.advanceTimersByTimeAsync(310);
  send("2");
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.map(({ at }) => at)).toEqual([300, 3300]);
});

it("does nothing more once the page is left", async () => {
  const { unmount } = renderWith(100);
  send("1");
  await vi.advanceTimersByTimeAsync(310);
  send("2");
  unmount();
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(1);
});
