import { openHeavyReadDb } from "../platform/db/replica.ts";
import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { salesToday } from "./admin-schema.ts";
import { getSalesToday } from "./sales-today.ts";

/** Endpoints of reports. */
export function reportRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/reports/today",
    permission: "reports:read",
    summary: "Sum the sales of the day so far and of the same weekday a week before",
    response: salesToday,
    handler: async ({ app, now }) => ({ data: await getSalesToday(openHeavyReadDb(app), now) }),
  });
}
