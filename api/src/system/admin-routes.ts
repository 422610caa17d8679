import type { AnySetting } from "../platform/settings/settings.ts";
import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { systemHealth } from "./admin-schema.ts";
import { getSystemHealth } from "./health.ts";

/**
 * Returns a function that adds the endpoint of the status page.
 * @param settings those of every module, whose values are checked
 */
export const systemRoutes = (settings: readonly AnySetting[]) => (api: AdminApi) =>
  adminQuery(api, {
    path: "/system/health",
    permission: "system:manage",
    summary: "Describe the state of the store: database, processes, jobs, emails, disk, payments",
    response: systemHealth,
    handler: async ({ app }) => ({ data: await getSystemHealth(app, settings) }),
  });
