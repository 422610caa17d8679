import { EVENTS_WAITING, PURCHASE_LEAD_MS, PURCHASES_REMEMBERED } from "../lib/behaviour-settings.ts";
import { readStored, store } from "../lib/storage.ts";
import type { ToldEvent } from "../lib/track.ts";
import type { Choice } from "./consent.ts";
import type { Teller } from "./teller.ts";

const PURCHASES = "told-purchases";

export type Counting = {
  /** A promise for a purchase that is on its way: the page stays until it is kept. */
  tell: (event: ToldEvent) => Promise<void> | undefined;
  /** What the visitor said; null while he has said nothing, and events wait. */
  answer: (choice: Choice | null) => void;
};

/** Passes events on to the services, once the visitor agreed to them; `start` brings these into the page. */
export function makeCounting(start: () => readonly Teller[]): Counting {
  let tellers: readonly Teller[] | null = null;
  let isRefused = false;
  const waiting: ToldEvent[] = [];
  return {
    tell: (event) => {
      if (isRefused || (event.kind === "purchase" && !isFirst(event.id))) return undefined;
      if (tellers) return passOn(tellers, event);
      if (waiting.length < EVENTS_WAITING) waiting.push(event);
      return undefined;
    },
    answer: (choice) => {
      isRefused = choice === "necessary";
      if (isRefused) waiting.length = 0;
      if (choice !== "all" || tellers) return;
      tellers = start();
      for (const event of waiting.splice(0)) void passOn(tellers, event);
    },
  };
}

function passOn(tellers: readonly Teller[], event: ToldEvent): Promise<void> | undefined {
  for (const tell of tellers) tell(event);
  if (event.kind !== "purchase" || tellers.length === 0) return undefined;
  return new Promise((resolve) => setTimeout(resolve, PURCHASE_LEAD_MS));
}

const toldHere = new Set<string>();

/** A purchase is told once, however often the page hears of it. */
function isFirst(id: string): boolean {
  const stored = readStored(PURCHASES);
  const told = Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
  if (toldHere.has(id) || told.includes(id)) return false;
  toldHere.add(id);
  store(PURCHASES, [...told, id].slice(-PURCHASES_REMEMBERED));
  return true;
}
