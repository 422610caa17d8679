import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { text } from "../platform/texts.ts";
import { listDevices, signDeviceOut, signOutEverywhere } from "./devices.ts";
import { askAgain, askForEmailChange, callEmailChangeOff, confirmEmail } from "./email-links.ts";
import { originOf } from "./origin.ts";
import { deviceList, emailChangeRequest, emailConfirmed, linkRequest, nothing, refusals } from "./schema.ts";

const { device_not_found, email_link_used, wrong_password } = refusals;

/** The customer's address and the devices that are signed in. */
export function signInRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/confirm-email",
    who: "anyone",
    summary: "Take the link of a letter that asks whether an address is its reader's",
    body: linkRequest,
    answer: emailConfirmed,
    refusals: { email_link_used },
    handler: async (asked) => {
      const { customerId, ...data } = await confirmEmail(asked.db, asked.body.token, originOf(asked));
      if (data.state === "changed") asked.logSecurityEvent("email_changed", customerId);
      return { data, message: text(asked.locale, `email_${data.state}`) };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/confirm-email",
    who: "customer",
    summary: "Send the letter that confirms the customer's address once more",
    answer: nothing,
    handler: async (asked) => {
      await askAgain(asked.db, asked.customer, originOf(asked));
      return { data: {}, message: text(asked.locale, "email_letter_sent") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/email",
    who: "customer",
    summary: "Ask both addresses whether the email may be changed; the answer is the same for a taken one",
    body: emailChangeRequest,
    answer: nothing,
    refusals: { wrong_password },
    handler: async (asked) => {
      await askForEmailChange(asked.db, asked.customer, asked.body, originOf(asked));
      asked.logSecurityEvent("email_change_requested", asked.customer.id);
      return { data: {}, message: text(asked.locale, "email_change_asked", { email: asked.body.email }) };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/email",
    who: "customer",
    summary: "Call a change of the email off",
    handler: ({ db, customer }) => callEmailChangeOff(db, customer.id),
  });
  endpoint(api, {
    method: "get",
    path: "/user/sessions",
    who: "customer",
    summary: "The devices that are signed in, the latest used first",
    answer: deviceList,
    handler: async ({ db, customer, now }) => ({ data: { items: await listDevices(db, customer, now) } }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/sessions",
    who: "customer",
    summary: "Sign every device out, the asking one too",
    handler: async ({ db, customer, logSecurityEvent }) => {
      await signOutEverywhere(db, customer.id);
      logSecurityEvent("sessions_ended", customer.id);
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/sessions/{id}",
    who: "customer",
    summary: "Sign one device out",
    params: idParams,
    refusals: { device_not_found },
    handler: async ({ db, customer, params, logSecurityEvent }) => {
      await signDeviceOut(db, customer.id, params.id);
      logSecurityEvent("session_ended", customer.id);
    },
  });
}
