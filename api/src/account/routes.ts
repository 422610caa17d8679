import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { getClientInfo } from "./client-info.ts";
import { loginRequest, profileRequest, refusals, registerRequest, session, user } from "./schema.ts";
import { updateUserProfile, getCurrentUser } from "./profile.ts";
import { register } from "./registration.ts";
import { signIn } from "./sessions/sign-in.ts";
import { deleteSession } from "./sessions/sql.ts";

/** Endpoints for sign-in, registration and the profile. */
export function accountRoutes(api: Api): void {
  addSessionEndpoints(api);
  addProfileEndpoints(api);
}

function addSessionEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login",
    auth: "anyone",
    summary: "Sign in; with `remember` an unused session ends after 30 days instead of one",
    body: loginRequest,
    response: session,
    refusals,
    handler: async (request) => {
      const data = await signIn(request.db, request.body, getClientInfo(request));
      request.logSecurityEvent("signed_in", data.id);
      return { data, message: formatMessage(request.locale, "login_done") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/register",
    auth: "anyone",
    summary: "Register, with the consent to the processing of personal data",
    body: registerRequest,
    response: session,
    status: 201,
    refusals,
    handler: async (request) => {
      const data = await register(request.app, request.body, getClientInfo(request));
      request.logSecurityEvent("registered", data.id);
      return { data, message: formatMessage(request.locale, "register_done") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/logout",
    auth: "anyone",
    summary: "Sign out: the current session ends at once",
    handler: async ({ db, customer, logSecurityEvent }) => {
      if (!customer) return;
      await deleteSession(db, customer.sessionHash);
      logSecurityEvent("session_ended", customer.id);
    },
  });
}

function addProfileEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user",
    auth: "customer",
    summary: "Get the signed-in customer",
    response: user,
    handler: async ({ db, customer }) => ({ data: await getCurrentUser(db, customer) }),
  });
  endpoint(api, {
    method: "patch",
    path: "/user",
    auth: "customer",
    summary: "Update the profile; absent fields stay unchanged",
    body: profileRequest,
    response: user,
    handler: async (request) => ({
      data: await updateUserProfile(request.db, request.customer, request.body, getClientInfo(request)),
      message: formatMessage(request.locale, "profile_saved"),
    }),
  });
}
