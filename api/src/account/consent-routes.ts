import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { text } from "../platform/texts.ts";
import { changeConsent, listConsents, readUnsubscribeToken, recordAnalytics, unsubscribe } from "./consents.ts";
import { askForNewsletter, confirmNewsletter } from "./newsletter.ts";
import { originOf } from "./origin.ts";
import {
  analyticsAnswer,
  analyticsRequest,
  consentList,
  consentRequest,
  linkRequest,
  newsletterRequest,
  nothing,
  refusals,
  unsubscribed,
  unsubscribeRequest,
  withdrawablePurpose,
} from "./schema.ts";

const { link_broken } = refusals;

/** What somebody agrees to, and the ways out of it. */
export function consentRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/consents",
    who: "customer",
    summary: "What the customer has agreed to, purpose by purpose",
    answer: consentList,
    handler: async ({ db, customer }) => ({ data: { items: await listConsents(db, customer.id) } }),
  });
  endpoint(api, {
    method: "put",
    path: "/user/consents/{purpose}",
    who: "customer",
    summary: "Give or withdraw one consent",
    params: z.object({ purpose: withdrawablePurpose }),
    body: consentRequest,
    answer: consentList,
    handler: async (asked) => {
      const { db, customer, params, body, locale } = asked;
      await changeConsent(db, customer, { purpose: params.purpose, given: body.given }, "profile", originOf(asked));
      return { data: { items: await listConsents(db, customer.id) }, message: text(locale, "profile_saved") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/consents/analytics",
    who: "anyone",
    summary: "Write down what a visitor said to services that count; a guest gets a receipt to withdraw by",
    body: analyticsRequest,
    answer: analyticsAnswer,
    handler: async (asked) => ({
      data: await recordAnalytics(asked.db, asked.customer, asked.body, originOf(asked)),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/newsletter",
    who: "anyone",
    summary: "Ask for the newsletter; a letter asks back whether the address is his",
    body: newsletterRequest,
    answer: nothing,
    handler: async (asked) => {
      await askForNewsletter(asked.db, { email: asked.body.email, form: "newsletter" }, originOf(asked));
      return { data: {}, message: text(asked.locale, "newsletter_letter_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/newsletter/confirm",
    who: "anyone",
    summary: "The yes to the newsletter, by the link of that letter",
    body: linkRequest,
    answer: nothing,
    refusals: { link_broken },
    handler: async (asked) => {
      await confirmNewsletter(asked.db, asked.body.token, originOf(asked));
      return { data: {}, message: text(asked.locale, "newsletter_confirmed") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/unsubscribe/check",
    who: "anyone",
    summary: "Whether an unsubscribe link works; nothing changes",
    body: unsubscribeRequest,
    answer: unsubscribed,
    refusals: { link_broken },
    handler: async (asked) => {
      const { purpose } = await readUnsubscribeToken(asked.db, asked.body.token, originOf(asked));
      return { data: { purpose } };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/unsubscribe",
    who: "anyone",
    summary: "No more letters of a kind, by the token of one of them; 200 also the second time",
    body: unsubscribeRequest,
    answer: unsubscribed,
    refusals: { link_broken },
    handler: async (asked) => {
      const data = await unsubscribe(asked.db, asked.body.token, originOf(asked));
      return { data, message: text(asked.locale, `unsubscribed_${data.purpose}`) };
    },
  });
}
