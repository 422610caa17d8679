import { type Calendar, type CalendarCategory, calendarCategories } from "@furoshiki/api/admin/calendar";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import type { Task } from "@furoshiki/api/admin/tasks";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { CalendarView } from "../calendar/calendar-view.tsx";
import { calendarViews, isDay, listDays } from "../calendar/days.ts";
import { parseTaskEntry } from "../calendar/entry-param.ts";
import { createTitle } from "../http/page-title.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import type { Route } from "./+types/calendar.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams: params } = url;
  const today = toStoreDay(new Date());
  const view = calendarViews.find((one) => one === params.get("view")) ?? "month";
  const requestedDay = params.get("day") ?? "";
  const day = isDay(requestedDay) ? requestedDay : today;
  const category: CalendarCategory | null = calendarCategories.find((one) => one === params.get("category")) ?? null;
  const days = listDays(view, day);
  const query = new URLSearchParams({ from: days[0] ?? day, to: days.at(-1) ?? day });
  const { load, call } = getRequestContext({ context });
  const taskId = parseTaskEntry(params);
  const [calendar, task] = await Promise.all([
    load<Calendar>(`calendar?${query}`),
    taskId === null ? null : call<Task>(`tasks/${taskId}`).catch(ignoreNotFound),
  ]);
  return { calendar, view, day, today, category, task };
}

/** A task that was deleted since has no details. */
function ignoreNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  useReloadOnEvents(["task"]);
  return <CalendarView {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "calendar.title");
