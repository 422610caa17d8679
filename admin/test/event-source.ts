import { vi } from "vitest";
import type { StaffEvent } from "../app/live/event-connection.ts";

/** A connection to the stream of events that a test controls: jsdom has none. */
export class TestEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(...events: StaffEvent[]): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(events) }));
  }

  /** Breaks the connection: the browser connects again, unless the server has refused it. */
  fail({ isRefused }: { isRefused: boolean }): void {
    this.readyState = isRefused ? TestEventSource.CLOSED : 0;
    this.dispatchEvent(new Event("error"));
  }

  close(): void {
    this.readyState = TestEventSource.CLOSED;
  }
}

/** Replaces `EventSource`. @returns the connections that the page opens, the newest last */
export function stubEventSource(): TestEventSource[] {
  const sources: TestEventSource[] = [];
  vi.stubGlobal(
    "EventSource",
    class extends TestEventSource {
      constructor() {
        super();
        sources.push(this);
      }
    },
  );
  return sources;
}

/** Shows or hides the page, as the person changes tabs. */
export function setPageVisible(isVisible: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isVisible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}
