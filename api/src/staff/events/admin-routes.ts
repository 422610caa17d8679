import { type AdminApi, sessionEndpoint } from "../admin-endpoint.ts";
import { refusals } from "./admin-schema.ts";
import { streamStaffEvents } from "./event-stream.ts";

/** The endpoint of events for open pages. */
export function staffEventRoutes(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/events",
    session: "full",
    summary: "Server-sent events: which records have changed, without their content",
    refusals,
    handler: async ({ app, session, honoContext }) => streamStaffEvents(honoContext, app, session),
  });
}
