import { useCallback, useEffect, useRef, useState } from "react";
import type { PaymentState } from "./status.ts";

const DELAYS_S = [1, 1, 1.5, 2, 3, 4, 6, 8, 10];
const LAST_DELAY_S = 15;
/** So many failures in a row, and the page says that it cannot know. */
const FAILURES_TOLD = 3;

/** Seconds before the next question, the more the longer nothing happens. @param asked how often it was asked already */
export function pollDelay(asked: number): number {
  return DELAYS_S[asked] ?? LAST_DELAY_S;
}

/**
 * Asks for the state of a payment at growing intervals, and at once when the browser is online again. Nothing is asked while
 * the page is hidden.
 * @param onOver refreshes the page once `isOver`. If the refresh fails, the component stays mounted and asks again.
 * @param isOver whether a state ends the waiting; by default, that the provider has decided.
 * @returns whether the state cannot be read, and a function that asks at once.
 */
export function usePaymentPolling(
  address: string,
  onOver: () => Promise<void>,
  isOver: (state: PaymentState) => boolean = isDecided,
): { lost: boolean; askNow: () => void } {
  const [failures, setFailures] = useState(0);
  const [round, setRound] = useState(0);
  const handlers = useRef({ onOver, isOver });
  handlers.current = { onOver, isOver };
  const askNow = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    const wait = () => {
      timer = setTimeout(() => void ask(), pollDelay(asked++) * 1000);
    };
    const ask = async () => {
      if (document.hidden) {
        wait();
        return;
      }
      const state = await stateOf(address);
      if (stopped) return;
      const isEnd = state !== null && handlers.current.isOver(state);
      if (isEnd) await handlers.current.onOver();
      if (stopped) return;
      setFailures((before) => (state && !isEnd ? 0 : before + 1));
      wait();
    };
    if (round > 0) void ask();
    else wait();
    addEventListener("online", askNow);
    return () => {
      stopped = true;
      clearTimeout(timer);
      removeEventListener("online", askNow);
    };
  }, [address, round, askNow]);

  return { lost: failures >= FAILURES_TOLD, askNow };
}

function isDecided(state: PaymentState): boolean {
  return !state.in_progress;
}

/** Null where the shop could not be asked. */
async function stateOf(address: string): Promise<PaymentState | null> {
  try {
    const response = await fetch(address, { headers: { accept: "application/json" } });
    return response.ok ? ((await response.json()) as PaymentState) : null;
  } catch {
    // No connection: asked again later.
    return null;
  }
}
