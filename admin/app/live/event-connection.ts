import type { StaffEvent } from "@furoshiki/api/admin/staff/events";

export type { StaffEvent };

/** A hidden tab keeps its connection for this time. */
const HIDDEN_MS = 30_000;
/** Time until a connection that was refused is tried again, such as that of a fifth tab. */
const REFUSED_RETRY_MS = 30_000;
/** Events may have been missed. */
const SYNC: StaffEvent = { kind: "sync", id: null, actor_id: null };

type EventListener = (events: readonly StaffEvent[]) => void;

const listeners = new Set<EventListener>();
let source: EventSource | null = null;
let hasMissedEvents = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Receives events about changed records, while the tab is visible. All listeners of a tab share one connection. After an
 * interruption the event `sync` says that events may have been missed.
 * @returns a function that removes the listener
 */
export function subscribeToEvents(listener: EventListener): () => void {
  if (listeners.size === 0) {
    document.addEventListener("visibilitychange", handleVisibility);
    hasMissedEvents = document.visibilityState === "hidden";
    connect();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", handleVisibility);
    disconnect();
    hasMissedEvents = false;
  };
}

function notify(events: readonly StaffEvent[]): void {
  for (const listener of listeners) listener(events);
}

/** Connects a tab that is visible; a hidden one waits until it is shown. */
function connect(): void {
  clearTimeout(timer);
  if (source || document.visibilityState === "hidden") return;
  const opened = new EventSource("/v1/admin/events");
  source = opened;
  opened.addEventListener("open", () => {
    if (hasMissedEvents) notify([SYNC]);
    hasMissedEvents = false;
  });
  opened.addEventListener("message", ({ data }: MessageEvent<string>) => notify(JSON.parse(data) as StaffEvent[]));
  opened.addEventListener("error", () => {
    hasMissedEvents = true;
    // The browser reconnects to a broken stream by itself; a refused one stays closed.
    if (opened.readyState !== EventSource.CLOSED) return;
    disconnect();
    timer = setTimeout(connect, REFUSED_RETRY_MS);
  });
}

function disconnect(): void {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function handleVisibility(): void {
  clearTimeout(timer);
  if (document.visibilityState === "visible") connect();
  else
    timer = setTimeout(() => {
      disconnect();
      hasMissedEvents = true;
    }, HIDDEN_MS);
}
