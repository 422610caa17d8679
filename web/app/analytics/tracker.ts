import { MAX_QUEUED_EVENTS, PURCHASE_SEND_MS, MAX_TRACKED_PURCHASES } from "../browser/behavior-settings.ts";
import { readStored, writeStored } from "../browser/local-storage.ts";
import type { AnalyticsEvent } from "./track.ts";
import type { ConsentChoice } from "./consent.ts";
import type { AnalyticsDestination } from "./analytics-destination.ts";

/** The storage key of the ids of tracked purchases. */
const TRACKED_PURCHASES_KEY = "told-purchases";

export type Tracker = {
  /**
   * Sends or queues an event. Returns a promise for a purchase that is being sent: the page should not navigate before
   * it resolves.
   */
  track: (event: AnalyticsEvent) => Promise<void> | undefined;
  /** Applies the visitor's consent; null while they have not answered, and events are queued. */
  setConsent: (choice: ConsentChoice | null) => void;
};

/**
 * Creates a tracker that passes events to the analytics destinations once the visitor has agreed.
 * @param startDestinations loads the services into the page; called at most once
 */
export function createTracker(startDestinations: () => readonly AnalyticsDestination[]): Tracker {
  let destinations: readonly AnalyticsDestination[] | null = null;
  let isDenied = false;
  const queue: AnalyticsEvent[] = [];
  return {
    track: (event) => {
      if (isDenied || (event.kind === "purchase" && !isNewPurchase(event.id))) return undefined;
      if (destinations) return sendToDestinations(destinations, event);
      if (queue.length < MAX_QUEUED_EVENTS) queue.push(event);
      return undefined;
    },
    setConsent: (choice) => {
      isDenied = choice === "necessary";
      if (isDenied) queue.length = 0;
      if (choice !== "all" || destinations) return;
      destinations = startDestinations();
      for (const event of queue.splice(0)) void sendToDestinations(destinations, event);
    },
  };
}

function sendToDestinations(
  destinations: readonly AnalyticsDestination[],
  event: AnalyticsEvent,
): Promise<void> | undefined {
  for (const send of destinations) send(event);
  if (event.kind !== "purchase" || destinations.length === 0) return undefined;
  return new Promise((resolve) => setTimeout(resolve, PURCHASE_SEND_MS));
}

const trackedPurchaseIds = new Set<string>();

/** Whether this purchase has not been tracked yet, on this page or on an earlier one. Marks it as tracked. */
function isNewPurchase(id: string): boolean {
  const stored = readStored(TRACKED_PURCHASES_KEY);
  const storedIds = Array.isArray(stored) ? stored.filter((value): value is string => typeof value === "string") : [];
  if (trackedPurchaseIds.has(id) || storedIds.includes(id)) return false;
  trackedPurchaseIds.add(id);
  writeStored(TRACKED_PURCHASES_KEY, [...storedIds, id].slice(-MAX_TRACKED_PURCHASES));
  return true;
}
