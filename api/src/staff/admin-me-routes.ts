import { type AdminApi, sessionEndpoint } from "./admin-endpoint.ts";
import { me, ownSessionList, ownSessionParams, refusals, updateMeRequest } from "./admin-schema.ts";
import { refuse } from "../platform/http/errors.ts";
import { countUnreadNotifications } from "./notifications/notification-list.ts";
import { deleteOwnSession, deleteSessions, listOpenSessions } from "./session-sql.ts";
import { getOldestUse } from "./sessions.ts";
import { getProfile, setLocale } from "./sql.ts";

const { session_not_found } = refusals;

/** Endpoints about the signed-in person. */
export function meRoutes(api: AdminApi): void {
  addProfileEndpoints(api);
  addSessionEndpoints(api);
}

function addProfileEndpoints(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/me",
    session: "full",
    summary: "Get the signed-in person and their permissions",
    response: me,
    handler: async ({ db, session, locale }) => {
      const { permissions, level, stepUpUntil } = session;
      const { roleKey, ...person } = session.staff;
      const [{ recoveryCodesLeft, name_ru, name_en }, unread_notifications] = await Promise.all([
        getProfile(db, person.id),
        countUnreadNotifications(db, session),
      ]);
      return {
        data: {
          staff: { ...person, role_key: roleKey, role_name: locale === "ru-RU" ? name_ru : name_en },
          permissions: [...permissions],
          level,
          step_up_until: stepUpUntil?.toISOString() ?? null,
          locale,
          recovery_codes_left: recoveryCodesLeft,
          unread_notifications,
        },
      };
    },
  });
  sessionEndpoint(api, {
    method: "patch",
    path: "/me",
    session: "full",
    summary: "Change the language of the signed-in person",
    body: updateMeRequest,
    handler: async ({ db, session, body }) => setLocale(db, session.staff.id, body.locale),
  });
}

function addSessionEndpoints(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/me/sessions",
    session: "full",
    summary: "List the person's own sessions, the most recently used first",
    response: ownSessionList,
    handler: async ({ db, session, now }) => {
      const rows = await listOpenSessions(db, session.staff.id, { now, usedAfter: getOldestUse(now) });
      const items = rows.map(({ id, device, ip, created_at, last_seen_at }) => ({
        id: String(id),
        device,
        ip,
        signed_in_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
        is_current: String(id) === session.sessionId,
      }));
      return { data: { items } };
    },
  });
  sessionEndpoint(api, {
    method: "delete",
    path: "/me/sessions/{id}",
    session: "full",
    summary: "End one of the person's own sessions",
    params: ownSessionParams,
    refusals: { session_not_found },
    handler: async ({ db, session, params, logSecurityEvent }) => {
      if (!(await deleteOwnSession(db, session.staff.id, params.id))) throw refuse(refusals, "session_not_found");
      logSecurityEvent("session_ended", session.staff.id);
    },
  });
  sessionEndpoint(api, {
    method: "delete",
    path: "/me/sessions",
    session: "full",
    summary: "End all of the person's own sessions but this one",
    handler: async ({ db, session, logSecurityEvent }) => {
      await deleteSessions(db, session.staff.id, session.sessionId);
      logSecurityEvent("sessions_ended", session.staff.id);
    },
  });
}
