import { refuse } from "../../platform/http/errors.ts";
import { type AdminApi, sessionEndpoint, type StaffSession } from "../admin-endpoint.ts";
import { refusals } from "../admin-schema.ts";
import type { Permission } from "../permissions.ts";
import { presence, presenceRequest, type PresenceSubject } from "./admin-schema.ts";
import { endPresence, reportPresence } from "./presence.ts";

/** The permission that a person needs to open a record. */
const readPermissions: Readonly<Record<PresenceSubject["kind"], Permission>> = {
  order: "orders:read",
  product: "products:read",
};

/** Endpoints by which an open page reports which record it shows. Presence informs and never locks. */
export function presenceRoutes(api: AdminApi): void {
  const { forbidden } = refusals;
  sessionEndpoint(api, {
    method: "put",
    path: "/me/presence",
    session: "full",
    summary: "Report that the person has a record open, for 30 seconds; returns the others who have it open",
    body: presenceRequest,
    response: presence,
    refusals: { forbidden },
    handler: async ({ db, session, body, now }) => {
      requireReadPermission(session, body);
      return { data: { items: await reportPresence(db, session.staff.id, body, now) } };
    },
  });
  sessionEndpoint(api, {
    method: "delete",
    path: "/me/presence",
    session: "full",
    summary: "Report that the person has closed a record",
    body: presenceRequest,
    refusals: { forbidden },
    handler: async ({ db, session, body }) => {
      requireReadPermission(session, body);
      await endPresence(db, session.staff.id, body);
    },
  });
}

function requireReadPermission({ permissions }: StaffSession, { kind }: PresenceSubject): void {
  const permission = readPermissions[kind];
  if (!permissions.has(permission)) throw refuse(refusals, "forbidden", { data: { permission } });
}
