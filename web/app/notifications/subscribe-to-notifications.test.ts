import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { subscribeToNotifications } from "./subscribe-to-notifications.ts";

const onUnread = vi.fn<(unread: number | null) => void>();
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
  emit(type: string, data?: string): void {
    this.dispatchEvent(Object.assign(new Event(type), { data }));
  }
}

/** Creates a lock that only one caller holds at a time, like a Web Lock across tabs. */
function createLock() {
  let previous: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const current = previous.then(() => {
        if (signal.aborted) throw new DOMException("aborted", "AbortError");
        return work();
      });
      previous = current.catch(() => undefined);
      return current;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  listeners = new Map();
  onUnread.mockClear();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("addEventListener", (type: string, listener: never) => listeners.set(type, listener));
  vi.stubGlobal("removeEventListener", (type: string) => listeners.delete(type));
  vi.stubGlobal("navigator", { locks: createLock() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const flush = () => vi.advanceTimersByTimeAsync(0);

it("receives the number until it is stopped", async () => {
  const stop = subscribeToNotifications("/notifications/stream", onUnread);
  await flush();
  sources[0]?.emit("unread", "3");
  expect(onUnread.mock.calls).toEqual([[3]]);
  stop();
  expect(sources[0]?.readyState).toBe(FakeSource.CLOSED);
  expect(listeners.size).toBe(0);
});

it("shares one connection between tabs; another tab takes over when its tab closes", async () => {
  const stop = subscribeToNotifications("/notifications/stream", onUnread);
  subscribeToNotifications("/notifications/stream", onUnread);
  await flush();
  expect(sources).toHaveLength(1);
  stop();
  await flush();
  expect(sources).toHaveLength(2);
});

it("polls while the page is visible if the stream is refused", async () => {
  subscribeToNotifications("/notifications/stream", onUnread);
  await flush();
  sources[0]!.readyState = FakeSource.CLOSED;
  sources[0]?.emit("error");
  sources[0]?.emit("error");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onUnread.mock.calls).toEqual([[null]]);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onUnread).toHaveBeenCalledTimes(1);
});

it("lets the browser reconnect a broken stream", async () => {
  subscribeToNotifications("/notifications/stream", onUnread);
  await flush();
  sources[0]!.readyState = 0;
  sources[0]?.emit("error");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onUnread).not.toHaveBeenCalled();
});

it("disconnects in the back/forward cache and reconnects when the page is restored", async () => {
  subscribeToNotifications("/notifications/stream", onUnread);
  await flush();
  listeners.get("pagehide")?.({ persisted: true });
  expect(sources[0]?.readyState).toBe(FakeSource.CLOSED);
  listeners.get("pageshow")?.({ persisted: true });
  await flush();
  expect(sources).toHaveLength(2);
});

it("works without the Web Locks API", async () => {
  vi.stubGlobal("navigator", {});
  subscribeToNotifications("/notifications/stream", onUnread);
  await flush();
  expect(sources).toHaveLength(1);
});
