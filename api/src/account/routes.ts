import { type Api, type Asked, endpoint } from "../platform/http.ts";
import { text } from "../platform/texts.ts";
import { addressRoutes } from "./address-routes.ts";
import { askForReset } from "./letters.ts";
import { changePassword, resetPassword } from "./password-changes.ts";
import {
  changePasswordRequest,
  forgotPasswordRequest,
  loginRequest,
  nothing,
  profileRequest,
  refusals,
  registerRequest,
  resetPasswordRequest,
  session,
  user,
} from "./schema.ts";
import { changeProfile, register, signIn, whoIs } from "./service.ts";
import { deleteSession } from "./session-sql.ts";

const from = ({ ip, userAgent, locale, now }: Asked) => ({ ip, userAgent, locale, now });

export function accountRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login",
    who: "anyone",
    summary: "Sign in; `remember` keeps the session for 30 days",
    body: loginRequest,
    answer: session,
    refusals,
    handler: async (asked) => ({
      data: await signIn(asked.db, asked.body, from(asked)),
      message: text(asked.locale, "login_done"),
    }),
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
    handler: async (asked) => ({
      data: await register(asked.db, asked.body, from(asked)),
      message: text(asked.locale, "register_done"),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/logout",
    who: "anyone",
    summary: "End this session; its token is dead at once",
    handler: async ({ db, customer }) => {
      if (customer) await deleteSession(db, customer.sessionHash);
    },
  });
  endpoint(api, {
    method: "post",
    path: "/forgot-password",
    who: "anyone",
    summary: "Ask for a letter with a reset link; the answer is the same for any email",
    body: forgotPasswordRequest,
    answer: nothing,
    handler: async (asked) => {
      await askForReset(asked.db, asked.body.email, from(asked));
      return { data: {}, message: text(asked.locale, "reset_letter_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/reset-password",
    who: "anyone",
    summary: "Set a new password by a link from a letter; every session of the customer ends",
    body: resetPasswordRequest,
    answer: nothing,
    refusals,
    handler: async (asked) => {
      await resetPassword(asked.db, asked.body, from(asked));
      return { data: {}, message: text(asked.locale, "password_changed_sign_in") };
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
      data: await changeProfile(asked.db, asked.customer, asked.body, from(asked)),
      message: text(asked.locale, "profile_saved"),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/change-password",
    who: "customer",
    summary: "Change the password; the customer's other sessions end",
    body: changePasswordRequest,
    answer: nothing,
    refusals,
    handler: async ({ db, customer, body, now, locale }) => {
      await changePassword(db, customer, body, now);
      return { data: {}, message: text(locale, "password_changed") };
    },
  });
  addressRoutes(api);
}
