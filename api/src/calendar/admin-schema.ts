import { z } from "zod";
import { taskStatuses } from "../tasks/admin-schema.ts";

/** At most this many days are shown at once: a month with the rest of its weeks, or an agenda. */
export const MAX_CALENDAR_DAYS = 62;

/** Which parts of the store an entry concerns. */
export const calendarCategories = ["prices", "products", "promo_codes", "banners", "other"] as const;
export type CalendarCategory = (typeof calendarCategories)[number];

const isExisting = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
const day = z
  .string()
  .regex(/^20\d{2}-\d{2}-\d{2}$/, "invalid")
  .refine(isExisting, "invalid");

/** The first and the last day, in the time zone of the store. */
export const calendarQuery = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to) && countDays(from, to) <= MAX_CALENDAR_DAYS, {
    path: ["to"],
    error: "invalid",
  });

function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

const calendarEntry = z
  .object({
    /** Unique in the answer. */
    id: z.string(),
    category: z.enum(calendarCategories),
    at: z.iso.datetime(),
    /** Whether something starts or ends then; null for a change that is made once. */
    moment: z.enum(["start", "end"]).nullable(),
    /** The planned task that is executed then. */
    task: z
      .object({
        id: z.int(),
        kind: z.string(),
        input: z.record(z.string(), z.unknown()),
        status: z.enum(taskStatuses),
        /** Its records, and how many of them were refused. */
        total: z.int(),
        failed: z.int(),
        author: z.string(),
        /** Its only record, and what people call it. */
        subject: z.object({ id: z.string(), label: z.string().nullable() }).nullable(),
      })
      .nullable(),
    /** The sale that ends then. */
    sale: z.object({ variants: z.int(), max_percent: z.int(), ends_at: z.iso.datetime() }).nullable(),
    /** The promo code or the title of the banner. */
    name: z.string().nullable(),
  })
  .meta({ id: "CalendarEntry" });
export type CalendarEntry = z.infer<typeof calendarEntry>;

/** In the order of their times; those that the person may not see are left out. */
export const calendar = z
  .object({
    entries: z.array(calendarEntry),
    /** The sales that are running or planned in these days. */
    sales: z.array(z.object({ starts_at: z.iso.datetime(), ends_at: z.iso.datetime(), is_planned: z.boolean() })),
  })
  .meta({ id: "AdminCalendar" });
export type Calendar = z.infer<typeof calendar>;
