import { type Api, endpoint } from "../platform/http.ts";
import { text } from "../platform/texts.ts";
import { askForReset } from "./letters.ts";
import { originOf } from "./origin.ts";
import { changePassword, checkResetLink, resetPassword } from "./password-changes.ts";
import {
  changePasswordRequest,
  forgotPasswordRequest,
  linkRequest,
  nothing,
  refusals,
  resetPasswordRequest,
} from "./schema.ts";

export function passwordRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/forgot-password",
    who: "anyone",
    summary: "Ask for a letter with a reset link; the answer is the same for any email",
    body: forgotPasswordRequest,
    answer: nothing,
    handler: async (asked) => {
      await askForReset(asked.db, asked.body.email, originOf(asked));
      asked.logSecurityEvent("password_reset_requested");
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
      asked.logSecurityEvent("password_reset", await resetPassword(asked.house, asked.body, originOf(asked)));
      return { data: {}, message: text(asked.locale, "password_changed_sign_in") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/reset-password/check",
    who: "anyone",
    summary: "Whether a reset link still works; it is not used up",
    body: linkRequest,
    answer: nothing,
    refusals,
    handler: async (asked) => {
      await checkResetLink(asked.db, asked.body.token, originOf(asked));
      return { data: {} };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/change-password",
    who: "customer",
    summary: "Change the password; the customer's other sessions end",
    body: changePasswordRequest,
    answer: nothing,
    refusals,
    handler: async (asked) => {
      await changePassword(asked.house, asked.customer, asked.body, originOf(asked));
      asked.logSecurityEvent("password_changed", asked.customer.id);
      return { data: {}, message: text(asked.locale, "password_changed") };
    },
  });
}
