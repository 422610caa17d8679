import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import { refusals } from "../schema.ts";
import { messagePreferences, messagePreferencesRequest, unsubscribeRequest, unsubscribeResponse } from "./schema.ts";
import { listMessagePreferences, updateMessagePreferences } from "./service.ts";
import { unsubscribe, verifyUnsubscribeToken } from "./unsubscribe.ts";

const { link_broken } = refusals;

/** Endpoints for what customers want to be sent. */
export function messagePreferenceRoutes(api: Api): void {
  addPreferenceEndpoints(api);
  addUnsubscribeEndpoints(api);
}

function addPreferenceEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/message-preferences",
    auth: "customer",
    summary: "List which kinds of messages are sent, by channel",
    response: messagePreferences,
    handler: async ({ db, customer }) => ({ data: await listMessagePreferences(db, customer.id) }),
  });
  endpoint(api, {
    method: "patch",
    path: "/user/message-preferences",
    auth: "customer",
    summary: "Switch kinds of messages on or off; what is not named stays unchanged",
    body: messagePreferencesRequest,
    response: messagePreferences,
    handler: async (request) => {
      const { db, customer, body, locale } = request;
      await updateMessagePreferences(db, customer, body, getClientInfo(request));
      return { data: await listMessagePreferences(db, customer.id), message: formatMessage(locale, "profile_saved") };
    },
  });
}

function addUnsubscribeEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/unsubscribe/check",
    auth: "anyone",
    summary: "Check an unsubscribe token; nothing changes",
    body: unsubscribeRequest,
    response: unsubscribeResponse,
    refusals: { link_broken },
    handler: async (request) => {
      const { purpose } = await verifyUnsubscribeToken(request.db, request.body.token, getClientInfo(request));
      return { data: { purpose } };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/unsubscribe",
    auth: "anyone",
    summary: "Unsubscribe from one kind of email with the token of such an email; idempotent",
    body: unsubscribeRequest,
    response: unsubscribeResponse,
    refusals: { link_broken },
    handler: async (request) => {
      const data = await unsubscribe(request.db, request.body.token, getClientInfo(request));
      return { data, message: formatMessage(request.locale, `unsubscribed_${data.purpose}`) };
    },
  });
}
