/** Where no stream can be had, the shop is asked this often. */
const POLL_MS = 60_000;
const LOCK = "notifications";

/** Told the number of unread notifications; null: nobody knows, look yourself. */
type Hear = (unread: number | null) => void;

/**
 * Hears of the shopper's notifications while the page is open. Of all the shop's tabs in this browser one holds the
 * connection: it asks the shop anew, and the others hear of that as they hear of the cart (lib/tabs.ts). A page that the
 * browser puts by lets go, so that it may be kept in memory.
 * @returns how to stop.
 */
export function followNotifications(address: string, hear: Hear): () => void {
  let letGo = () => {};
  const begin = () => {
    letGo();
    const over = new AbortController();
    letGo = () => over.abort();
    const lead = () => hold(address, hear, over.signal);
    if (!navigator.locks) {
      void lead();
      return;
    }
    navigator.locks.request(LOCK, { signal: over.signal }, lead).catch(() => {
      // Called off while another tab was holding it.
    });
  };
  const onHide = () => letGo();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) begin();
  };
  addEventListener("pagehide", onHide);
  addEventListener("pageshow", onShow);
  begin();
  return () => {
    removeEventListener("pagehide", onHide);
    removeEventListener("pageshow", onShow);
    letGo();
  };
}

/** Keeps the stream open until it is over; where the shop refuses one, looks now and then instead. */
function hold(address: string, hear: Hear, over: AbortSignal): Promise<void> {
  return new Promise((done) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const source = new EventSource(address);
    source.addEventListener("unread", ({ data }: MessageEvent<string>) => hear(Number(data)));
    source.addEventListener("error", () => {
      // The browser comes back by itself to a stream that broke; a refused one is closed for good.
      if (source.readyState !== EventSource.CLOSED || timer !== undefined) return;
      timer = setInterval(() => {
        if (document.visibilityState === "visible") hear(null);
      }, POLL_MS);
    });
    over.addEventListener("abort", () => {
      source.close();
      clearInterval(timer);
      done();
    });
  });
}
