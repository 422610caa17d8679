import { readStored, writeStored } from "../browser/local-storage.ts";

/** What a visitor allows: all third-party services, or only what the store itself needs. */
export type ConsentChoice = "all" | "necessary";

const KEY = "consent";
/** Version of the consent question. A choice stored for another version is ignored, so the visitor is asked again. */
const VERSION = 1;

/**
 * Parses a stored choice. Returns null if there is none, if it belongs to another version of the question, or if it is
 * malformed.
 */
export function parseConsentChoice(stored: unknown): ConsentChoice | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { choice, version } = stored as Record<string, unknown>;
  return version === VERSION && (choice === "all" || choice === "necessary") ? choice : null;
}

export type ConsentState = {
  choice: ConsentChoice | null;
  /** Whether the store asks for consent before it tracks (a setting of each locale). */
  isConsentRequired: boolean;
  /** Whether the browser sends "Do not track" or "Global Privacy Control". */
  hasOptedOut: boolean;
};

/**
 * The effective consent: the choice the visitor made, else the browser's opt-out, else the store's rule. Returns null
 * while the visitor still has to be asked.
 */
export function resolveConsent({ choice, isConsentRequired, hasOptedOut }: ConsentState): ConsentChoice | null {
  return choice ?? (hasOptedOut ? "necessary" : isConsentRequired ? null : "all");
}

/** Returns the choice stored in this browser. */
export function readConsentChoice(): ConsentChoice | null {
  return parseConsentChoice(readStored(KEY));
}

/** Stores the choice. If the browser cannot store it, the choice applies to this page only. */
export function saveConsentChoice(choice: ConsentChoice): void {
  writeStored(KEY, { choice, version: VERSION, at: new Date().toISOString(), receipt: readReceipt() });
}

/** The receipt that the server returned for a recorded consent; an empty string if there is none. */
function readReceipt(): string {
  const stored = readStored(KEY) as { receipt?: unknown } | null;
  return typeof stored?.receipt === "string" ? stored.receipt : "";
}

/**
 * Records a choice on the server if the server does not have it yet: a consent, or its withdrawal. A failed request is
 * retried on the next page.
 * @param url of the route that records the choice
 * @param onRefused called if the server responds with an error, for example after too many requests
 */
export async function recordConsentChoice(url: string, onRefused: () => void): Promise<void> {
  const choice = readConsentChoice();
  const receipt = readReceipt();
  if (choice === null || (choice === "all") === (receipt !== "")) return;
  const body = new URLSearchParams({ given: choice === "all" ? "1" : "", receipt });
  try {
    const response = await fetch(url, { method: "POST", body, keepalive: true });
    if (!response.ok) {
      onRefused();
      return;
    }
    const result = (await response.json()) as { receipt: string | null };
    writeStored(KEY, { choice, version: VERSION, at: new Date().toISOString(), receipt: result.receipt ?? "" });
  } catch {
    // No connection.
  }
}

/** Whether "Do not track" or "Global Privacy Control" is on. */
export function hasTrackingOptOut(browser: { doNotTrack?: string | null; globalPrivacyControl?: boolean }): boolean {
  return browser.doNotTrack === "1" || browser.globalPrivacyControl === true;
}

const trackingCookiePattern = /^(?:_ym|_ga|_gid|_gat|_gcl|yandexuid|jv_)/;

/** Returns the names of the analytics cookies on the store's own site. */
export function findTrackingCookies(cookies: string): string[] {
  return cookies
    .split(";")
    .map((part) => part.split("=", 1)[0]?.trim() ?? "")
    .filter((name) => trackingCookiePattern.test(name));
}
