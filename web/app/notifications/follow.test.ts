import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followNotifications } from "./follow.ts";

const hear = vi.fn<(unread: number | null) => void>();
let sources: FakeSource[];
let listeners: Map<string, (event: { persisted: boolean }) => void>;

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  say(type: string, data?: string): void {
    this.dispatchEvent(Object.assign(new Event(type), { data }));
  }
}

/** One lock, held by one at a time, as a browser's tabs share it. */
function aLock() {
  let before: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const mine = before.then(() => {
        if (signal.aborted) throw new DOMException("called off", "AbortError");
        return work();
      });
      before = mine.catch(() => undefined);
      return mine;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  listeners = new Map();
  hear.mockClear();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("addEventListener", (type: string, listener: never) => listeners.set(type, listener));
  vi.stubGlobal("removeEventListener", (type: string) => listeners.delete(type));
  vi.stubGlobal("navigator", { locks: aLock() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it("hears the number, and no more once it is stopped", async () => {
  const stop = followNotifications("/notifications/stream", hear);
  await settle();
  sources[0]?.say("unread", "3");
  expect(hear.mock.calls).toEqual([[3]]);
  stop();
  expect(sources[0]?.readyState).toBe(FakeSource.CLOSED);
  expect(listeners.size).toBe(0);
});

it("holds one connection for all tabs; when its tab goes, the next one takes over", async () => {
  const stop = followNotifications("/notifications/stream", hear);
  followNotifications("/notifications/stream", hear);
  await settle();
  expect(sources).toHaveLength(1);
  stop();
  await settle();
  expect(sources).toHaveLength(2);
});

it("asks now and then where the shop refuses a stream, as long as somebody looks", async () => {
  followNotifications("/notifications/stream", hear);
  await settle();
  sources[0]!.readyState = FakeSource.CLOSED;
  sources[0]?.say("error");
  sources[0]?.say("error");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hear.mock.calls).toEqual([[null]]);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hear).toHaveBeenCalledTimes(1);
});

it("leaves a broken stream to the browser, which comes back to it", async () => {
  followNotifications("/notifications/stream", hear);
  await settle();
  sources[0]!.readyState = 0;
  sources[0]?.say("error");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(hear).not.toHaveBeenCalled();
});

it("lets go of a page that is put by, and takes hold again when it comes back", async () => {
  followNotifications("/notifications/stream", hear);
  await settle();
  listeners.get("pagehide")?.({ persisted: true });
  expect(sources[0]?.readyState).toBe(FakeSource.CLOSED);
  listeners.get("pageshow")?.({ persisted: true });
  await settle();
  expect(sources).toHaveLength(2);
});

it("goes without locks where the browser has none", async () => {
  vi.stubGlobal("navigator", {});
  followNotifications("/notifications/stream", hear);
  await settle();
  expect(sources).toHaveLength(1);
});
