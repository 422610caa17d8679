import { type AdminApi, sessionEndpoint } from "../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../staff/admin-schema.ts";
import type { AnyTaskKind } from "../tasks/task-kind.ts";
import { calendar, calendarQuery } from "./admin-schema.ts";
import type * as Calendar from "./calendar.ts";

/**
 * The endpoint of the calendar (docs/domain/calendar.md).
 * @param kinds the kinds of tasks of every module
 */
export const calendarRoutes =
  (kinds: readonly AnyTaskKind[], { getCalendar }: typeof Calendar) =>
  (api: AdminApi) => {
    sessionEndpoint(api, {
      ...{ method: "get", path: "/calendar", session: "full", permission: "products:read" },
      ...{ query: calendarQuery, response: calendar },
      summary: "List what is planned in some days: tasks, and sales, promo codes and banners that start or end",
      refusals: { forbidden: staffRefusals.forbidden },
      handler: async ({ db, query, session }) => ({
        data: await getCalendar(db, kinds, query, {
          ...{ staffId: session.staff.id, permissions: session.permissions, locale: session.staff.locale },
        }),
      }),
    });
  };
