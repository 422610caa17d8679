import { commonRefusals } from "../../platform/http/errors.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../admin-endpoint.ts";
import { refusals as staffRefusals } from "../admin-schema.ts";
import { createRole, editRole, removeRole } from "./admin-actions.ts";
import { changedRole, refusals, roleList } from "./admin-schema.ts";
import { listRoles } from "./roles.ts";

const { own_role, permission_not_held, state_changed } = staffRefusals;
const { role_exists, role_fixed, role_in_use } = refusals;
const { not_found } = commonRefusals;

/** Endpoints about the roles of staff. */
export function roleRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/roles",
    permission: "staff:manage",
    summary: "List the roles with their permissions",
    response: roleList,
    handler: async ({ db }) => ({ data: { items: await listRoles(db) } }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/roles",
    action: createRole,
    summary: "Create a role with permissions that the person has",
    response: changedRole,
    refusals: { permission_not_held, role_exists },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/roles/{id}",
    action: editRole,
    summary: "Change the names or permissions of a role, with the values that were seen",
    response: changedRole,
    refusals: { not_found, own_role, permission_not_held, role_exists, role_fixed },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/roles/{id}",
    action: removeRole,
    summary: "Delete a role that nobody has, with the version that was seen",
    response: changedRole,
    refusals: { not_found, own_role, permission_not_held, role_fixed, role_in_use, state_changed },
  });
}
