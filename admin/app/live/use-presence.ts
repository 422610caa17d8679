import { useEffect, useState } from "react";
import type { Presence, PresenceSubject } from "@furoshiki/api/admin/staff/presence";
import { subscribeToEvents } from "./event-connection.ts";

/** A person counts as present for 30 seconds, so two reports may be lost. */
const REPORT_MS = 10_000;

type People = Presence["items"];
type Kind = PresenceSubject["kind"];

/**
 * Reports that the person has a record open, while the tab is visible.
 * @returns the others who have it open
 */
export function useRecordPresence(kind: Kind, id: number): People {
  const [present, setPresent] = useState<{ record: string; people: People }>({ record: "", people: [] });
  const record = `${kind}:${id}`;
  useEffect(
    () => reportPresence({ kind, id: String(id) }, (people) => setPresent({ record: `${kind}:${id}`, people })),
    [kind, id],
  );
  return present.record === record ? present.people : [];
}

/** @returns a function that reports that the record was closed */
function reportPresence(subject: PresenceSubject, onPresent: (people: People) => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  // Without a connection nobody is shown as present until the next report.
  const report = () => {
    sendPresence("PUT", subject).then(onPresent, () => onPresent([]));
  };
  const leave = () => {
    clearInterval(timer);
    sendPresence("DELETE", subject).catch(() => undefined);
  };
  const handleVisibility = () => {
    if (document.visibilityState === "visible") {
      report();
      timer = setInterval(report, REPORT_MS);
    } else leave();
  };
  const unsubscribe = subscribeToEvents((events) => {
    const record = `${subject.kind}:${subject.id}`;
    const isOfRecord = events.some(({ kind, id }) => kind === "presence" && id === record);
    if (isOfRecord && document.visibilityState === "visible") report();
  });
  document.addEventListener("visibilitychange", handleVisibility);
  if (document.visibilityState === "visible") handleVisibility();
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    unsubscribe();
    leave();
  };
}

async function sendPresence(method: "PUT" | "DELETE", subject: PresenceSubject): Promise<People> {
  const response = await fetch("/v1/admin/me/presence", {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(subject),
    // The report that a record was closed is sent while the page is left.
    keepalive: true,
  });
  if (method === "DELETE" || !response.ok) return [];
  return ((await response.json()) as { data: Presence }).data.items;
}
