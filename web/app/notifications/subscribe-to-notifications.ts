/** Poll interval if the stream is refused. */
const POLL_MS = 60_000;
const LOCK_NAME = "notifications";

/** Receives the number of unread notifications, or null if it is unknown and should be fetched. */
type UnreadListener = (unread: number | null) => void;

/**
 * Subscribes to the number of unread notifications while the page is open. One tab of this browser holds the
 * connection, by a Web Lock; it refetches its data and the other tabs are notified (browser/tab-sync.ts). The
 * connection is closed while the page is in the back/forward cache, so that the page may be kept there.
 * @returns a function that unsubscribes.
 */
export function subscribeToNotifications(url: string, onUnread: UnreadListener): () => void {
  let disconnect = () => {};
  const connect = () => {
    disconnect();
    const controller = new AbortController();
    disconnect = () => controller.abort();
    const holdConnection = () => openStream(url, onUnread, controller.signal);
    if (!navigator.locks) {
      void holdConnection();
      return;
    }
    navigator.locks.request(LOCK_NAME, { signal: controller.signal }, holdConnection).catch(() => {
      // Aborted while another tab was holding the lock.
    });
  };
  const onPageHide = () => disconnect();
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) connect();
  };
  addEventListener("pagehide", onPageHide);
  addEventListener("pageshow", onPageShow);
  connect();
  return () => {
    removeEventListener("pagehide", onPageHide);
    removeEventListener("pageshow", onPageShow);
    disconnect();
  };
}

/** Keeps the stream open until it is aborted. If the store refuses it, polls instead. */
function openStream(url: string, onUnread: UnreadListener, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const source = new EventSource(url);
    source.addEventListener("unread", ({ data }: MessageEvent<string>) => onUnread(Number(data)));
    source.addEventListener("error", () => {
      // The browser reconnects to a broken stream by itself; a refused one stays closed.
      if (source.readyState !== EventSource.CLOSED || timer !== undefined) return;
      timer = setInterval(() => {
        if (document.visibilityState === "visible") onUnread(null);
      }, POLL_MS);
    });
    signal.addEventListener("abort", () => {
      source.close();
      clearInterval(timer);
      resolve();
    });
  });
}
