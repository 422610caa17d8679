import { type AdminApi, adminQuery } from "./admin-endpoint.ts";
import { roleList } from "./admin-schema.ts";
import { listRoles } from "./roles.ts";

/** Endpoints about the roles of staff. */
export function roleRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/roles",
    permission: "staff:manage",
    summary: "List the roles with their permissions",
    response: roleList,
    handler: async ({ db }) => ({ data: { items: await listRoles(db) } }),
  });
}
