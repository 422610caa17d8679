import { useEffect, useState } from "react";
import type { Presence } from "@furoshiki/api/admin/staff/presence";
import { subscribeToEvents } from "./event-connection.ts";

/** A person counts as present for 30 seconds, so two reports may be lost. */
const REPORT_MS = 10_000;

type People = Presence["items"];

/**
 * Reports that the person has an order open, while the tab is visible.
 * @returns the others who have it open
 */
export function useOrderPresence(orderId: number): People {
  const [present, setPresent] = useState<{ orderId: number; people: People }>({ orderId, people: [] });
  useEffect(() => reportPresence(orderId, (people) => setPresent({ orderId, people })), [orderId]);
  return present.orderId === orderId ? present.people : [];
}

/** @returns a function that reports that the order was closed */
function reportPresence(orderId: number, onPresent: (people: People) => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  // Without a connection nobody is shown as present until the next report.
  const report = () => {
    sendPresence("PUT", orderId).then(onPresent, () => onPresent([]));
  };
  const leave = () => {
    clearInterval(timer);
    sendPresence("DELETE", orderId).catch(() => undefined);
  };
  const handleVisibility = () => {
    if (document.visibilityState === "visible") {
      report();
      timer = setInterval(report, REPORT_MS);
    } else leave();
  };
  const unsubscribe = subscribeToEvents((events) => {
    const isOfOrder = events.some(({ kind, id }) => kind === "presence" && id === `order:${orderId}`);
    if (isOfOrder && document.visibilityState === "visible") report();
  });
  document.addEventListener("visibilitychange", handleVisibility);
  if (document.visibilityState === "visible") handleVisibility();
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    unsubscribe();
    leave();
  };
}

async function sendPresence(method: "PUT" | "DELETE", orderId: number): Promise<People> {
  const response = await fetch("/v1/admin/me/presence", {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "order", id: String(orderId) }),
    // The report that an order was closed is sent while the page is left.
    keepalive: true,
  });
  if (method === "DELETE" || !response.ok) return [];
  return ((await response.json()) as { data: Presence }).data.items;
}
