import { type Api, endpoint } from "../platform/http.ts";
import { text } from "../platform/texts.ts";
import { originOf } from "./origin.ts";
import {
  challengeRequest,
  codeRequest,
  nothing,
  passwordAndCodeRequest,
  passwordRequest,
  recoveryCodes,
  refusals,
  secondFactor,
  secondFactorKey,
  session,
} from "./schema.ts";
import {
  beginSecondFactorOf,
  confirmSecondFactorOf,
  renewRecoveryCodes,
  showSecondFactor,
  switchSecondFactorOff,
} from "./second-factor.ts";
import { signInWithCode } from "./service.ts";

const { second_factor_expired, second_factor_not_begun, second_factor_not_on, second_factor_on } = refusals;
const { wrong_code, wrong_password } = refusals;

/** The code beside the password (docs/decisions/0038). */
export function secondFactorRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login/second-factor",
    who: "anyone",
    summary: "Sign in with a code, after a login that was answered with a challenge",
    body: challengeRequest,
    answer: session,
    refusals: { second_factor_expired, wrong_code },
    handler: async (asked) => {
      const data = await signInWithCode(asked.house, asked.body, originOf(asked));
      asked.logSecurityEvent("signed_in", data.id);
      return { data, message: text(asked.locale, "login_done") };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user/second-factor",
    who: "customer",
    summary: "Whether sign-ins ask for a code",
    answer: secondFactor,
    handler: async ({ db, customer }) => ({ data: await showSecondFactor(db, customer.id) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/second-factor",
    who: "customer",
    summary: "Make a key for an authenticator app; nothing asks for its codes yet",
    body: passwordRequest,
    answer: secondFactorKey,
    refusals: { second_factor_on, wrong_password },
    handler: async (asked) => ({
      data: await beginSecondFactorOf(asked.house, asked.customer, asked.body.current_password, originOf(asked)),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/second-factor/confirm",
    who: "customer",
    summary: "Switch it on by the app's first code; the recovery codes are told this once",
    body: codeRequest,
    answer: recoveryCodes,
    refusals: { second_factor_not_begun, wrong_code },
    handler: async (asked) => {
      const data = await confirmSecondFactorOf(asked.house, asked.customer, asked.body.code, originOf(asked));
      asked.logSecurityEvent("second_factor_on", asked.customer.id);
      return { data, message: text(asked.locale, "second_factor_done") };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/second-factor/recovery-codes",
    who: "customer",
    summary: "New recovery codes in place of all that were",
    body: passwordAndCodeRequest,
    answer: recoveryCodes,
    refusals: { second_factor_not_on, wrong_code, wrong_password },
    handler: async (asked) => {
      const data = await renewRecoveryCodes(asked.house, asked.customer, asked.body, originOf(asked));
      asked.logSecurityEvent("recovery_codes_replaced", asked.customer.id);
      return { data, message: text(asked.locale, "recovery_codes_done") };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/second-factor",
    who: "customer",
    summary: "Switch it off, by the password and a code",
    body: passwordAndCodeRequest,
    answer: nothing,
    refusals: { second_factor_not_on, wrong_code, wrong_password },
    handler: async (asked) => {
      await switchSecondFactorOff(asked.house, asked.customer, asked.body, originOf(asked));
      asked.logSecurityEvent("second_factor_off", asked.customer.id);
      return { data: {}, message: text(asked.locale, "second_factor_off_done") };
    },
  });
}
