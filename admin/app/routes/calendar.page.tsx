import { type Calendar, type CalendarCategory, calendarCategories } from "@furoshiki/api/admin/calendar";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { CalendarView } from "../calendar/calendar-view.tsx";
import { calendarViews, isDay, listDays } from "../calendar/days.ts";
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
  const calendar = await getRequestContext({ context }).load<Calendar>(`calendar?${query}`);
  return { calendar, view, day, today, category };
}

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  useReloadOnEvents(["task"]);
  return <CalendarView {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "calendar.title");
