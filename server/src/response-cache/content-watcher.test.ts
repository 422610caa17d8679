import { expect, it, vi } from "vitest";
import type { ContentState } from "../../../api/src/platform/cache/content-changes.ts";
import { ContentWatcher, type ReadContentChanges } from "./content-watcher.ts";

const state = (version: number): ContentState => ({ snapshot: `${version}:${version}:`, server: "1", version });

function createWatcher(read: ReadContentChanges, options = {}) {
  const onChange = vi.fn<(tags: readonly string[] | null) => void>();
  return { onChange, watcher: new ContentWatcher(read, onChange, options) };
}

it("reads changes since the last state, once for all who ask", async () => {
  const read = vi.fn<ReadContentChanges>(async (since) => ({
    state: state((since?.version ?? 0) + 1),
    tags: since ? [`product:${since.version}`] : null,
  }));
  const { watcher, onChange } = createWatcher(read, { maxAgeMs: 60_000 });
  expect(watcher.isCurrent).toBe(false);
  await Promise.all([watcher.update(), watcher.update()]);
  // Something may have changed just before.
  expect(onChange.mock.calls).toEqual([[null]]);
  watcher.expire();
  await watcher.update();
  expect(onChange.mock.lastCall).toEqual([["product:1"]]);
  expect(read.mock.calls).toEqual([[null], [state(1)]]);
});

it("takes content for current for a moment after reading", async () => {
  const read = vi.fn<ReadContentChanges>(async () => ({ state: state(1), tags: [] }));
  const { watcher } = createWatcher(read, { maxAgeMs: 60_000 });
  await watcher.update();
  await watcher.update();
  expect(watcher.isCurrent).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
});

it("takes nothing for current if changes cannot be read, and reads them all afterwards", async () => {
  const read = vi
    .fn<ReadContentChanges>()
    .mockResolvedValueOnce({ state: state(1), tags: null })
    .mockRejectedValueOnce(new Error("no connection"))
    .mockResolvedValueOnce({ state: state(3), tags: ["posts"] });
  const { watcher, onChange } = createWatcher(read, { maxAgeMs: 0 });
  await watcher.update();
  await expect(watcher.update()).rejects.toThrow("no connection");
  expect(watcher.isCurrent).toBe(false);
  await watcher.update();
  expect(read.mock.lastCall).toEqual([state(1)]);
  expect(onChange.mock.calls).toEqual([[null], [["posts"]]]);
});

it("says for how long reading has failed, which does not grow while nobody asks", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const read = vi.fn<ReadContentChanges>().mockRejectedValue(new Error("no connection"));
    const { watcher } = createWatcher(read, { maxAgeMs: 0 });
    await expect(watcher.update()).rejects.toThrow("no connection");
    vi.advanceTimersByTime(90_000);
    expect(watcher.failingForMs).toBe(0);
    await expect(watcher.update()).rejects.toThrow("no connection");
    expect(watcher.failingForMs).toBe(90_000);
    read.mockResolvedValue({ state: state(1), tags: null });
    await watcher.update();
    expect(watcher.failingForMs).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it("takes nothing for current after a write of this process, also while changes are being read", async () => {
  const answers: (() => void)[] = [];
  const read = vi.fn<ReadContentChanges>(async () => {
    await new Promise<void>((resolve) => {
      answers.push(resolve);
    });
    return { state: state(1), tags: [] };
  });
  const { watcher } = createWatcher(read, { maxAgeMs: 60_000 });
  const updated = watcher.update();
  await new Promise((resolve) => setTimeout(resolve, 2));
  watcher.expire();
  answers.shift()?.();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(watcher.isCurrent).toBe(false);
  answers.shift()?.();
  await updated;
  expect(watcher.isCurrent).toBe(true);
  watcher.expire();
  expect(watcher.isCurrent).toBe(false);
});

it("reads again for a request that came long after a slow read had begun", async () => {
  const answers: (() => void)[] = [];
  const read = vi.fn<ReadContentChanges>(async () => {
    await new Promise<void>((resolve) => {
      answers.push(resolve);
    });
    return { state: state(1), tags: [] };
  });
  const { watcher } = createWatcher(read, { maxAgeMs: 10 });
  const first = watcher.update();
  await new Promise((resolve) => setTimeout(resolve, 30));
  const second = watcher.update();
  answers.shift()?.();
  await first;
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  answers.shift()?.();
  await second;
});

it("starts anew after a long time without requests", async () => {
  const read = vi.fn<ReadContentChanges>(async (since) => ({ state: state(1), tags: since ? [] : null }));
  const { watcher, onChange } = createWatcher(read, { maxAgeMs: 0, maxIdleMs: 0 });
  await watcher.update();
  await watcher.update();
  expect(read.mock.calls).toEqual([[null], [null]]);
  expect(onChange.mock.calls).toEqual([[null], [null]]);
});
