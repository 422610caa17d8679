import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { requestPasswordReset, changePassword, checkResetLink, resetPassword } from "./service.ts";
import { getClientInfo } from "../client-info.ts";
import { changePasswordRequest, forgotPasswordRequest, resetPasswordRequest } from "./schema.ts";
import { linkRequest, emptyResponse, refusals } from "../schema.ts";

export function passwordRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/forgot-password",
    auth: "anyone",
    summary: "Request an email with a password reset link; the response is the same for any email",
    body: forgotPasswordRequest,
    response: emptyResponse,
    handler: async (request) => {
      await requestPasswordReset(request.db, request.body.email, getClientInfo(request));
      request.logSecurityEvent("password_reset_requested");
      return { data: {}, message: formatMessage(request.locale, "reset_email_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/reset-password",
    auth: "anyone",
    summary: "Set a new password with a reset link; every session of the customer ends",
    body: resetPasswordRequest,
    response: emptyResponse,
    refusals,
    handler: async (request) => {
      request.logSecurityEvent(
        "password_reset",
        await resetPassword(request.app, request.body, getClientInfo(request)),
      );
      return { data: {}, message: formatMessage(request.locale, "password_changed_sign_in") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/reset-password/check",
    auth: "anyone",
    summary: "Check whether a reset link still works; it is not used up",
    body: linkRequest,
    response: emptyResponse,
    refusals,
    handler: async (request) => {
      await checkResetLink(request.db, request.body.token, getClientInfo(request));
      return { data: {} };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/change-password",
    auth: "customer",
    summary: "Change the password; the customer's other sessions end",
    body: changePasswordRequest,
    response: emptyResponse,
    refusals,
    handler: async (request) => {
      await changePassword(request.app, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("password_changed", request.customer.id);
      return { data: {}, message: formatMessage(request.locale, "password_changed") };
    },
  });
}
