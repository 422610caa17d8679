import { useEffect } from "react";
import type { ScanQueue } from "./scan-queue.ts";

const RETRY_INTERVAL_MS = 5000;

/** Sends what is stored when the page is loaded, when the connection is back, and from time to time meanwhile. */
export function useScanSending<Change>({ load, flush, state }: ScanQueue<Change>): void {
  useEffect(() => {
    load();
    const retry = () => {
      if (state.get().isOffline) void flush();
    };
    const timer = setInterval(retry, RETRY_INTERVAL_MS);
    window.addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retry);
    };
  }, [load, flush, state]);
}
