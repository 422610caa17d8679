import { type AdminApi, sessionEndpoint } from "./admin-endpoint.ts";
import { acceptedStep, acceptInvitationRequest, invitation, refusals, tokenParams } from "./admin-schema.ts";
import { acceptInvitation, getInvitation, setInvitedPassword } from "./invitations.ts";
import { setSessionCookie } from "./session-cookie.ts";

const { invitation_expired, weak_password, wrong_code } = refusals;

/** Endpoints with which an invited person creates their account. */
export function invitationRoutes(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/invitations/{token}",
    session: "none",
    summary: "Get an invitation and its next step",
    params: tokenParams,
    response: invitation,
    refusals: { invitation_expired },
    handler: async ({ db, params, locale, now }) => ({ data: await getInvitation(db, params.token, locale, now) }),
  });
  sessionEndpoint(api, {
    method: "post",
    path: "/invitations/{token}/accept",
    session: "none",
    summary: "Accept an invitation: first name and password, then the code of the authenticator, which signs in",
    params: tokenParams,
    body: acceptInvitationRequest,
    response: acceptedStep,
    refusals: { invitation_expired, weak_password, wrong_code },
    handler: async ({ app, params, body, locale, ipAddress, userAgent, now, honoContext, logSecurityEvent }) => {
      if (body.step === "password") {
        const authenticator = await setInvitedPassword(app, params.token, body, now);
        return { data: { authenticator, recovery_codes: null } };
      }
      const client = { ipAddress, userAgent, locale, now };
      const { staffId, sessionToken, recoveryCodes } = await acceptInvitation(app, params.token, body.code, client);
      setSessionCookie(honoContext, app.config, sessionToken);
      logSecurityEvent("registered", staffId);
      return { data: { authenticator: null, recovery_codes: recoveryCodes } };
    },
  });
}
