import type { Payment } from "@furoshiki/api/payments";
import { useCallback, useEffect, useRef, useState } from "react";

export type PaymentState = Pick<Payment, "status" | "in_progress">;

const DELAYS_S = [1, 1, 1.5, 2, 3, 4, 6, 8, 10];
const LAST_DELAY_S = 15;
/** Number of consecutive failures after which the status counts as unknown. */
const MAX_FAILURES = 3;

/** Returns the delay before the next request in seconds; it grows with the number of attempts. @param attempts number of requests so far */
export function getPollDelay(attempts: number): number {
  return DELAYS_S[attempts] ?? LAST_DELAY_S;
}

/**
 * Polls the status of a payment at growing intervals, and immediately when the browser is online again. Pauses while the page
 * is hidden.
 * @param onSettled refreshes the page once `isSettled`. If the refresh fails, the component stays mounted and polls again.
 * @param isSettled whether a status ends the polling; by default, that the provider has decided.
 * @returns whether the status cannot be loaded, and a function that polls immediately.
 */
export function usePaymentPolling(
  statusUrl: string,
  onSettled: () => Promise<void>,
  isSettled: (state: PaymentState) => boolean = isDecided,
): { isLost: boolean; pollNow: () => void } {
  const [failures, setFailures] = useState(0);
  const [pollRequests, setPollRequests] = useState(0);
  const handlers = useRef({ onSettled, isSettled });
  handlers.current = { onSettled, isSettled };
  const pollNow = useCallback(() => setPollRequests((count) => count + 1), []);

  useEffect(() => {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempts = 0;
    const schedulePoll = () => {
      timer = setTimeout(() => void poll(), getPollDelay(attempts++) * 1000);
    };
    const poll = async () => {
      if (document.hidden) {
        schedulePoll();
        return;
      }
      const state = await fetchPaymentState(statusUrl);
      if (isStopped) return;
      const hasSettled = state !== null && handlers.current.isSettled(state);
      if (hasSettled) await handlers.current.onSettled();
      if (isStopped) return;
      setFailures((count) => (state && !hasSettled ? 0 : count + 1));
      schedulePoll();
    };
    if (pollRequests > 0) void poll();
    else schedulePoll();
    addEventListener("online", pollNow);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener("online", pollNow);
    };
  }, [statusUrl, pollRequests, pollNow]);

  return { isLost: failures >= MAX_FAILURES, pollNow };
}

function isDecided(state: PaymentState): boolean {
  return !state.in_progress;
}

/** Returns null if the status could not be loaded. */
async function fetchPaymentState(statusUrl: string): Promise<PaymentState | null> {
  try {
    const response = await fetch(statusUrl, { headers: { accept: "application/json" } });
    return response.ok ? ((await response.json()) as PaymentState) : null;
  } catch {
    // No connection: the next poll tries again.
    return null;
  }
}
