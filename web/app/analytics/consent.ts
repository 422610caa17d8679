import { readStored, store } from "../lib/storage.ts";

/** What a visitor said to the services of others: all of them, or what the shop itself needs and no more. */
export type Choice = "all" | "necessary";

const KEY = "consent";
/** Of the question; another question is asked anew. */
const VERSION = 1;

/** The remembered choice; null for none, an older question's, or nonsense. */
export function parseChoice(stored: unknown): Choice | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { choice, version } = stored as Record<string, unknown>;
  return version === VERSION && (choice === "all" || choice === "necessary") ? choice : null;
}

export type Asked = {
  choice: Choice | null;
  /** The shop asks before it counts (a setting of each language). */
  asks: boolean;
  /** The browser says that its user does not want to be followed. */
  declined: boolean;
};

/** What holds: a choice that was made, else what the browser says, else the shop's rule; null while it is to be asked. */
export function answerOf({ choice, asks, declined }: Asked): Choice | null {
  return choice ?? (declined ? "necessary" : asks ? null : "all");
}

export function readChoice(): Choice | null {
  return parseChoice(readStored(KEY));
}

/** Where the browser keeps nothing, the choice holds for this page alone. */
export function keepChoice(choice: Choice): void {
  store(KEY, { choice, version: VERSION, at: new Date().toISOString(), receipt: readReceipt() });
}

/** What the shop gave for a yes that it has written down; empty where it has none. */
function readReceipt(): string {
  const stored = readStored(KEY) as { receipt?: unknown } | null;
  return typeof stored?.receipt === "string" ? stored.receipt : "";
}

/**
 * Has the shop write down a choice that was made, where it does not hold it yet: a yes, or that a yes is taken back.
 * What fails is tried again on the next page.
 * @param address of the shop that takes it.
 * @param onRefused called if the shop answers and does not record the choice, for example after too many requests.
 */
export async function recordChoice(address: string, onRefused: () => void): Promise<void> {
  const choice = readChoice();
  const receipt = readReceipt();
  if (choice === null || (choice === "all") === (receipt !== "")) return;
  const body = new URLSearchParams({ given: choice === "all" ? "1" : "", receipt });
  try {
    const response = await fetch(address, { method: "POST", body, keepalive: true });
    if (!response.ok) {
      onRefused();
      return;
    }
    const told = (await response.json()) as { receipt: string | null };
    store(KEY, { choice, version: VERSION, at: new Date().toISOString(), receipt: told.receipt ?? "" });
  } catch {
    // No connection.
  }
}

/** "Do not track" or "Global privacy control" is on. */
export function declinesTracking(browser: { doNotTrack?: string | null; globalPrivacyControl?: boolean }): boolean {
  return browser.doNotTrack === "1" || browser.globalPrivacyControl === true;
}

const counted = /^(?:_ym|_ga|_gid|_gat|_gcl|yandexuid|jv_)/;

/** Cookies of the services that were agreed to, as far as they lie on the shop's own site. */
export function countersCookies(cookies: string): string[] {
  return cookies
    .split(";")
    .map((part) => part.split("=", 1)[0]?.trim() ?? "")
    .filter((name) => counted.test(name));
}
