import { type AdminApi, sessionEndpoint } from "../../staff/admin-endpoint.ts";
import { changeListPreferenceRequest, listParams, listPreference } from "./admin-schema.ts";
import { getListPreference, upsertListPreference } from "./sql.ts";

const path = "/me/lists/{resource}";

/** Endpoints by which a person arranges their lists. */
export function listPreferenceRoutes(api: AdminApi): void {
  sessionEndpoint(api, {
    ...{ method: "get", path, session: "full", params: listParams, response: listPreference },
    summary: "Get the columns and row height of a list that the person has chosen",
    handler: async ({ db, session, params }) => ({
      data: await getListPreference(db, session.staff.id, params.resource),
    }),
  });
  sessionEndpoint(api, {
    ...{ method: "patch", path, session: "full", params: listParams, body: changeListPreferenceRequest },
    summary: "Change the columns or the row height of a list, for the person only",
    handler: async ({ db, session, params, body }) => upsertListPreference(db, session.staff.id, params.resource, body),
  });
}
