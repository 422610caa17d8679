import { taskListQuery, type TaskPage } from "@furoshiki/api/admin/tasks";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { z } from "zod";
import { getRefusalMessage } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { toIsoTime } from "../i18n/store-time.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import { TaskList } from "../tasks/task-list.tsx";
import type { Route } from "./+types/tasks.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { after: cursor } = taskListQuery.shape;
  const query = z.object({ after: cursor, planned_after: cursor });
  if (findInvalidParams(query, url.searchParams).length > 0) throw redirect("/tasks");
  const { after, planned_after: plannedAfter } = query.parse(Object.fromEntries(url.searchParams));
  const { load } = getRequestContext({ context });
  const isFirst = after === undefined && plannedAfter === undefined;
  const [running, planned, ended] = await Promise.all([
    isFirst ? load<TaskPage>("tasks?view=running&limit=100") : null,
    after === undefined ? load<TaskPage>(createTasksPath("planned", plannedAfter, 100)) : null,
    plannedAfter === undefined ? load<TaskPage>(createTasksPath("ended", after)) : null,
  ]);
  return {
    running: running?.items ?? [],
    ...{ planned: planned ?? none, ended: ended ?? none, today: toStoreDay(new Date()) },
  };
}

const none: TaskPage = { items: [], next: null };

function createTasksPath(view: "planned" | "ended", after: number | undefined, limit?: number): string {
  const query = { view, ...(after === undefined ? {} : { after: String(after) }) };
  return `tasks?${new URLSearchParams({ ...query, ...(limit === undefined ? {} : { limit: String(limit) }) })}`;
}

const intents = ["cancel", "reschedule", "retry", "undo"] as const;

/** Stops, moves, continues or undoes a task. */
export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const intent = intents.find((one) => one === form.get("intent"));
  const id = Number(form.get("task"));
  if (!intent || !Number.isSafeInteger(id) || id < 1) throw data(null, { status: 400 });
  try {
    const body = intent === "reschedule" ? { run_at: toIsoTime(String(form.get("run_at"))) } : {};
    await requestContext.call(`tasks/${id}/${intent}`, { method: "POST", body });
  } catch (error) {
    return data({ message: getRefusalMessage(error, requestContext, [404]) }, { status: 409 });
  }
  // The page, or the panel beside another page, reloads its tasks.
  if (requestContext.isDataRequest) return null;
  throw redirect("/tasks");
}

export default function TasksPage({ loaderData }: Route.ComponentProps) {
  useReloadOnEvents(["task"]);
  return <TaskList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "tasks.title");
