import { type Api, endpoint } from "../platform/http.ts";
import { text } from "../platform/texts.ts";
import { addressRoutes } from "./address-routes.ts";
import { consentRoutes } from "./consent-routes.ts";
import { originOf } from "./origin.ts";
import { passwordRoutes } from "./password-routes.ts";
import { loginRequest, profileRequest, refusals, registerRequest, session, user } from "./schema.ts";
import { changeProfile, register, signIn, whoIs } from "./service.ts";
import { deleteSession } from "./session-sql.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";

export function accountRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login",
    who: "anyone",
    summary: "Sign in; `remember` keeps the session for 30 days",
    body: loginRequest,
    answer: session,
    refusals,
    handler: async (asked) => {
      const data = await signIn(asked.db, asked.body, originOf(asked));
      asked.logSecurityEvent("signed_in", data.id);
      return { data, message: text(asked.locale, "login_done") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/register",
    who: "anyone",
    summary: "Register, with the consent to the processing of personal data",
    body: registerRequest,
    answer: session,
    status: 201,
    refusals,
    handler: async (asked) => {
      const data = await register(asked.house, asked.body, originOf(asked));
      asked.logSecurityEvent("registered", data.id);
      return { data, message: text(asked.locale, "register_done") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/logout",
    who: "anyone",
    summary: "End this session; its token is dead at once",
    handler: async ({ db, customer, logSecurityEvent }) => {
      if (!customer) return;
      await deleteSession(db, customer.sessionHash);
      logSecurityEvent("session_ended", customer.id);
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user",
    who: "customer",
    summary: "The signed-in customer",
    answer: user,
    handler: async ({ db, customer }) => ({ data: await whoIs(db, customer) }),
  });
  endpoint(api, {
    method: "patch",
    path: "/user",
    who: "customer",
    summary: "Change the profile; what is left out stays",
    body: profileRequest,
    answer: user,
    handler: async (asked) => ({
      data: await changeProfile(asked.db, asked.customer, asked.body, originOf(asked)),
      message: text(asked.locale, "profile_saved"),
    }),
  });
  passwordRoutes(api);
  consentRoutes(api);
  signInRoutes(api);
  secondFactorRoutes(api);
  addressRoutes(api);
}
