import { type AdminApi, sessionEndpoint } from "./admin-endpoint.ts";
import {
  codeRequest,
  demoSignInRequest,
  refusals,
  signInRequest,
  type SignInState,
  signInState,
  stepUpResponse,
  stepUpState,
} from "./admin-schema.ts";
import { getDemoCode, signInByDemoLink } from "./demo-sign-in.ts";
import { deleteSessionCookie, setSessionCookie } from "./session-cookie.ts";
import { deleteSession } from "./session-sql.ts";
import { completeSignInWithCode, getSignInState, signIn, stepUp } from "./sign-in.ts";

const { login_failed, sign_in_link_expired, wrong_code } = refusals;
const passwordVerified: SignInState = { level: "password", new_authenticator: null };
const signedIn: SignInState = { level: "full", new_authenticator: null };

/** Endpoints about the sign-in of staff (docs/security.md). */
export function signInRoutes(api: AdminApi): void {
  addSignInEndpoints(api);
  addCodeEndpoints(api);
  addSessionEndpoints(api);
}

/** Endpoints that open a session. */
function addSignInEndpoints(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "post",
    path: "/session",
    session: "none",
    summary: "Sign in with email and password; the code of the authenticator follows",
    body: signInRequest,
    response: signInState,
    refusals: { login_failed },
    handler: async ({ app, body, ipAddress, userAgent, now, honoContext }) => {
      setSessionCookie(honoContext, app.config, await signIn(app.db, body, { ipAddress, userAgent, now }));
      return { data: passwordVerified };
    },
  });
  sessionEndpoint(api, {
    method: "post",
    path: "/session/demo",
    session: "none",
    summary: "Sign the owner of a demonstration in with the link that the server prints at its start",
    body: demoSignInRequest,
    response: signInState,
    refusals: { sign_in_link_expired },
    handler: async ({ app, body, ipAddress, userAgent, now, honoContext, logSecurityEvent }) => {
      const { staffId, sessionToken } = await signInByDemoLink(app, body.token, { ipAddress, userAgent, now });
      setSessionCookie(honoContext, app.config, sessionToken);
      logSecurityEvent("signed_in", staffId);
      return { data: signedIn };
    },
  });
}

/** Endpoints with which a person who has proved the password completes the sign-in. */
function addCodeEndpoints(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/session",
    session: "password",
    summary: "Get how far the sign-in is",
    response: signInState,
    handler: async ({ app, session }) => ({ data: await getSignInState(app, session) }),
  });
  sessionEndpoint(api, {
    method: "post",
    path: "/session/second-factor",
    session: "password",
    summary: "Complete the sign-in with a code of the authenticator, or replace the authenticator with a recovery code",
    body: codeRequest,
    response: signInState,
    refusals: { wrong_code },
    handler: async ({ app, session, body, ipAddress, userAgent, now, honoContext, logSecurityEvent }) => {
      const token = await completeSignInWithCode(app, session, body.code, { ipAddress, userAgent, now });
      if (token === null) return { data: await getSignInState(app, session) };
      setSessionCookie(honoContext, app.config, token);
      logSecurityEvent("signed_in", session.staff.id);
      return { data: signedIn };
    },
  });
}

/** Endpoints about the session of a signed-in person. */
function addSessionEndpoints(api: AdminApi): void {
  sessionEndpoint(api, {
    method: "get",
    path: "/session/step-up",
    session: "full",
    summary: "Get until when actions that require a recent code are allowed; in a demonstration also the code",
    response: stepUpState,
    handler: async ({ app, session, now }) => ({
      data: {
        step_up_until: session.stepUpUntil?.toISOString() ?? null,
        demo_code: await getDemoCode(app, session, now),
      },
    }),
  });
  sessionEndpoint(api, {
    method: "post",
    path: "/session/step-up",
    session: "full",
    summary: "Allow actions that require a recent code, for five minutes",
    body: codeRequest,
    response: stepUpResponse,
    refusals: { wrong_code },
    handler: async ({ app, session, body, now }) => ({
      data: { step_up_until: (await stepUp(app, session, body.code, now)).toISOString() },
    }),
  });
  sessionEndpoint(api, {
    method: "delete",
    path: "/session",
    session: "password",
    summary: "Sign out",
    handler: async ({ app, session, honoContext, logSecurityEvent }) => {
      await deleteSession(app.db, session.sessionId);
      deleteSessionCookie(honoContext, app.config);
      logSecurityEvent("session_ended", session.staff.id);
    },
  });
}
