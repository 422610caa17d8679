import { createContext, use, useState } from "react";
import type { WorkQueue, WorkQueues } from "@furoshiki/api/admin/work-queues";
import { useEvents } from "./use-events.ts";

/** The kinds of records whose changes change the queues. */
const kinds = new Set(["order", "return", "review", "question", "notification"]);

/** The queues that the signed-in person may see. */
export const WorkQueuesContext = createContext<readonly WorkQueue[]>([]);

/** Returns the queues that the signed-in person may see. */
export function useWorkQueues(): readonly WorkQueue[] {
  return use(WorkQueuesContext);
}

/** Returns the queues with their current counts, which follow what happens while a page is open. */
export function useLiveWorkQueues(loaded: WorkQueues): readonly WorkQueue[] {
  const [counted, setCounted] = useState({ loaded, queues: loaded });
  useEvents(
    ({ kind }) => kinds.has(kind),
    async () => {
      const queues = await loadWorkQueues().catch(() => null);
      if (queues !== null) setCounted({ loaded, queues });
    },
  );
  // A page that was loaded or reloaded has the current counts.
  return (counted.loaded === loaded ? counted.queues : loaded).items;
}

async function loadWorkQueues(): Promise<WorkQueues | null> {
  const response = await fetch("/v1/admin/me/work-queues");
  return response.ok ? ((await response.json()) as { data: WorkQueues }).data : null;
}
