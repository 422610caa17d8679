/** The views of the calendar. */
export const calendarViews = ["month", "week", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The days of an agenda. */
const AGENDA_DAYS = 31;
const DAY_MS = 86_400_000;

/** Calendar days are texts (`2026-11-20`), which no time zone and no daylight saving time moves. */
type Day = string;

const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export function addDays(day: Day, count: number): Day {
  return toDay(Date.parse(day) + count * DAY_MS);
}

/** Returns the Monday of the week of a day. */
export function getMonday(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Returns the first day of another month. */
function addMonths(day: Day, count: number): Day {
  const date = new Date(day);
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
}

/** Returns the days that a view shows: whole weeks from Monday to Sunday, or an agenda from a day on. */
export function listDays(view: CalendarView, day: Day): Day[] {
  const monday = getMonday(view === "month" ? `${day.slice(0, 7)}-01` : day);
  if (view === "week") return listFrom(monday, 7);
  if (view === "agenda") return listFrom(day, AGENDA_DAYS);
  const end = addDays(getMonday(addDays(addMonths(day, 1), -1)), 7);
  return listFrom(monday, (Date.parse(end) - Date.parse(monday)) / DAY_MS);
}

function listFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Returns the day that the previous or next page of a view begins with or contains. @param step -1 or 1 */
export function moveDay(view: CalendarView, day: Day, step: number): Day {
  if (view === "month") return addMonths(day, step);
  return addDays(day, step * (view === "week" ? 7 : AGENDA_DAYS));
}

/** Returns whether a text is a calendar day of this century. */
export function isDay(text: string): boolean {
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && toDay(Date.parse(text)) === text;
}
