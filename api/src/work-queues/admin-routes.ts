import type { AnyAdminAction } from "../staff/admin-action.ts";
import { type AdminApi, sessionEndpoint } from "../staff/admin-endpoint.ts";
import { workQueues } from "./admin-schema.ts";
import { getWorkQueues } from "./get-work-queues.ts";

/**
 * Returns a function that adds the endpoint of the queues of work, for the home page and the navigation.
 * @param actions every action, for the requests that the person may decide on
 */
export const workQueueRoutes = (actions: readonly AnyAdminAction[]) => (api: AdminApi) =>
  sessionEndpoint(api, {
    method: "get",
    path: "/me/work-queues",
    session: "full",
    summary: "Count what waits for staff, as far as the person may see it",
    response: workQueues,
    handler: async ({ db, now, session: { staff, permissions } }) => {
      const allowed = actions.filter(({ permission }) => permissions.has(permission)).map(({ name }) => name);
      return { data: await getWorkQueues(db, { staffId: staff.id, permissions, actions: allowed }, now) };
    },
  });
