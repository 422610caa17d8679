import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import { emailChangeRequest, emailConfirmed } from "./schema.ts";
import { linkRequest, emptyResponse, refusals } from "../schema.ts";
import { resendConfirmationEmail, requestEmailChange, cancelEmailChange, confirmEmail } from "./service.ts";

const { email_link_used, wrong_password } = refusals;

/** The message for each state of an email confirmation. */
const stateMessages = {
  confirmed: "email_confirmed",
  changed: "email_changed",
  waiting: "email_change_pending",
} as const;

/** Endpoints for the customer's email address. */
export function emailRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/confirm-email",
    auth: "anyone",
    summary: "Use the link of an email that confirms an address or an email change",
    body: linkRequest,
    response: emailConfirmed,
    refusals: { email_link_used },
    handler: async (request) => {
      const { customerId, ...data } = await confirmEmail(request.db, request.body.token, getClientInfo(request));
      if (data.state === "changed") request.logSecurityEvent("email_changed", customerId);
      return { data, message: formatMessage(request.locale, stateMessages[data.state]) };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/confirm-email",
    auth: "customer",
    summary: "Send the email that confirms the customer's address again",
    response: emptyResponse,
    handler: async (request) => {
      await resendConfirmationEmail(request.db, request.customer, getClientInfo(request));
      return { data: {}, message: formatMessage(request.locale, "email_confirmation_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/email",
    auth: "customer",
    summary: "Request an email change, which both addresses must confirm; the response is the same for a taken email",
    body: emailChangeRequest,
    response: emptyResponse,
    refusals: { wrong_password },
    handler: async (request) => {
      await requestEmailChange(request.db, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("email_change_requested", request.customer.id);
      return {
        data: {},
        message: formatMessage(request.locale, "email_change_requested", { email: request.body.email }),
      };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/email",
    auth: "customer",
    summary: "Cancel the pending change of the email",
    handler: ({ db, customer }) => cancelEmailChange(db, customer.id),
  });
}
