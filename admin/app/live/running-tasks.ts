import { createContext, use, useState } from "react";
import type { Task, TaskPage } from "@furoshiki/api/admin/tasks";
import { useEvents } from "./use-events.ts";

/** The running tasks that a page loads; more are counted as this number and a plus sign. */
export const MAX_RUNNING_TASKS = 9;
/** The path of the running tasks below `/v1/admin`. */
export const RUNNING_TASKS = `tasks?view=running&limit=${MAX_RUNNING_TASKS}`;

export type RunningTasks = Readonly<{
  items: readonly Task[];
  hasMore: boolean;
  /** The task that has ended last while the page was open. */
  ended: Task | null;
}>;

/** The running tasks that the signed-in person may see. */
export const RunningTasksContext = createContext<RunningTasks>({ items: [], hasMore: false, ended: null });

/** Returns the running tasks that the signed-in person may see. */
export function useRunningTasks(): RunningTasks {
  return use(RunningTasksContext);
}

/** Returns the running tasks, which follow what happens while a page is open. */
export function useLiveTasks(loaded: TaskPage): RunningTasks {
  const [current, setCurrent] = useState({ loaded, page: loaded });
  // A page that was loaded or reloaded has the current tasks.
  const page = current.loaded === loaded ? current.page : loaded;
  const ended = useEndedTask(page.items);
  useEvents(
    ({ kind }) => kind === "task",
    async () => {
      const reloaded = await loadRunningTasks().catch(() => null);
      if (reloaded !== null) setCurrent({ loaded, page: reloaded });
    },
  );
  return { items: page.items, hasMore: page.next !== null, ended };
}

/** Returns the task that has left the list last. */
function useEndedTask(items: readonly Task[]): Task | null {
  const [seen, setSeen] = useState<{ items: readonly Task[]; ended: Task | null }>({ items, ended: null });
  if (seen.items === items) return seen.ended;
  const ids = new Set(items.map(({ id }) => id));
  const ended = seen.items.find(({ id }) => !ids.has(id)) ?? seen.ended;
  setSeen({ items, ended });
  return ended;
}

async function loadRunningTasks(): Promise<TaskPage | null> {
  const response = await fetch(`/v1/admin/${RUNNING_TASKS}`);
  return response.ok ? ((await response.json()) as { data: TaskPage }).data : null;
}
