import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DraftOutcome } from "./draft-api.ts";
import { createDraftSaver } from "./draft-saver.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openSaver(outcomes: DraftOutcome[]) {
  const startedAt = Date.now();
  /** When requests were sent, in seconds. */
  const seconds: number[] = [];
  const saver = createDraftSaver({
    readChanges: () => ({ text: "new" }),
    save: async () => {
      seconds.push((Date.now() - startedAt) / 1000);
      return outcomes.shift() ?? "done";
    },
    onOutcome: () => undefined,
  });
  return { saver, seconds };
}

it("sends a lost request again, after ever longer pauses of at most a minute", async () => {
  const { saver, seconds } = openSaver(Array.from({ length: 7 }, () => "lost"));
  saver.schedule();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seconds).toEqual([3, 9, 21, 45, 93, 153, 213, 273]);
  saver.schedule();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seconds.at(-1)).toBe(603);
});

it("sends what waits once more when the form is closed, and nothing after that", async () => {
  const { saver, seconds } = openSaver(Array.from({ length: 9 }, () => "lost"));
  saver.schedule();
  await vi.advanceTimersByTimeAsync(1000);
  saver.close();
  await vi.advanceTimersByTimeAsync(600_000);
  saver.schedule();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seconds).toEqual([1]);
});

it("does not send again what is refused", async () => {
  const { saver, seconds } = openSaver(["refused"]);
  saver.schedule();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seconds).toEqual([3]);
});
