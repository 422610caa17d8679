import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { updateConsent, listConsents, recordAnalyticsConsent } from "./service.ts";
import { requestSubscription, confirmSubscription } from "./newsletter.ts";
import { getClientInfo } from "../client-info.ts";
import {
  analyticsResponse,
  analyticsRequest,
  consentList,
  consentRequest,
  newsletterRequest,
  withdrawablePurpose,
} from "./schema.ts";
import { linkRequest, emptyResponse, refusals } from "../schema.ts";

const { link_broken } = refusals;

/** Endpoints for consents and the newsletter. */
export function consentRoutes(api: Api): void {
  addConsentEndpoints(api);
  addNewsletterEndpoints(api);
}

function addConsentEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/consents",
    auth: "customer",
    summary: "List the customer's consents by purpose",
    response: consentList,
    handler: async ({ db, customer }) => ({ data: { items: await listConsents(db, customer.id) } }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/consents/{purpose}",
    auth: "customer",
    summary: "Give or withdraw one consent",
    params: z.object({ purpose: withdrawablePurpose }),
    body: consentRequest,
    response: consentList,
    handler: async (request) => {
      const { db, customer, params, body, locale } = request;
      await updateConsent(
        db,
        customer,
        { purpose: params.purpose, given: body.given },
        "profile",
        getClientInfo(request),
      );
      return { data: { items: await listConsents(db, customer.id) }, message: formatMessage(locale, "profile_saved") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/consents/analytics",
    auth: "anyone",
    summary: "Record the visitor's consent to analytics services; a guest gets a receipt to withdraw it with",
    body: analyticsRequest,
    response: analyticsResponse,
    handler: async (request) => ({
      data: await recordAnalyticsConsent(request.db, request.customer, request.body, getClientInfo(request)),
    }),
  });
}

function addNewsletterEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/newsletter",
    auth: "anyone",
    summary: "Subscribe to the newsletter; a confirmation email is sent to the address",
    body: newsletterRequest,
    response: emptyResponse,
    handler: async (request) => {
      await requestSubscription(request.db, { email: request.body.email, form: "newsletter" }, getClientInfo(request));
      return { data: {}, message: formatMessage(request.locale, "newsletter_confirmation_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/newsletter/confirm",
    auth: "anyone",
    summary: "Confirm the newsletter subscription with the token of the confirmation email",
    body: linkRequest,
    response: emptyResponse,
    refusals: { link_broken },
    handler: async (request) => {
      await confirmSubscription(request.db, request.body.token, getClientInfo(request));
      return { data: {}, message: formatMessage(request.locale, "newsletter_confirmed") };
    },
  });
}
