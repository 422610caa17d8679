import { useEffect, useRef, useState } from "react";
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
 * Asks how a payment stands until it is decided, ever more rarely, and not while nobody looks.
 * @param onDecided hears once that the gateway has told the end.
 * @returns whether the status cannot be learnt, and a way to ask at once.
 */
export function usePaymentPolling(address: string, onDecided: () => void): { lost: boolean; askNow: () => void } {
  const [failures, setFailures] = useState(0);
  const [round, setRound] = useState(0);
  const decided = useRef(onDecided);
  decided.current = onDecided;

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
      setFailures((before) => (state ? 0 : before + 1));
      if (state && !state.in_progress) decided.current();
      else wait();
    };
    if (round > 0) void ask();
    else wait();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [address, round]);

  return { lost: failures >= FAILURES_TOLD, askNow: () => setRound((before) => before + 1) };
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
