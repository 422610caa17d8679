import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import {
  challengeRequest,
  codeRequest,
  passwordAndCodeRequest,
  passwordRequest,
  recoveryCodes,
  secondFactor,
  secondFactorKey,
} from "./schema.ts";
import { emptyResponse, refusals, session } from "../schema.ts";
import {
  startSecondFactorSetup,
  confirmSecondFactorSetup,
  regenerateRecoveryCodes,
  getSecondFactor,
  disableSecondFactor,
} from "./service.ts";
import { signInWithCode } from "./sign-in-with-code.ts";

const { second_factor_expired, second_factor_not_begun, second_factor_not_on, second_factor_on } = refusals;
const { wrong_code, wrong_password } = refusals;

/** Endpoints for two-factor authentication (docs/domain/accounts.md). */
export function secondFactorRoutes(api: Api): void {
  addSetupEndpoints(api);
  addChangeEndpoints(api);
}

/** Endpoints that sign in with a code and enable the second factor. */
function addSetupEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login/second-factor",
    auth: "anyone",
    summary: "Complete a sign-in with a code, after a login that returned a challenge",
    body: challengeRequest,
    response: session,
    refusals: { second_factor_expired, wrong_code },
    handler: async (request) => {
      const data = await signInWithCode(request.app, request.body, getClientInfo(request));
      request.logSecurityEvent("signed_in", data.id);
      return { data, message: formatMessage(request.locale, "login_done") };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/user/second-factor",
    auth: "customer",
    summary: "Get the state of two-factor authentication",
    response: secondFactor,
    handler: async ({ db, customer }) => ({ data: await getSecondFactor(db, customer.id) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/second-factor",
    auth: "customer",
    summary: "Create a key for an authenticator app; the second factor is not enabled yet",
    body: passwordRequest,
    response: secondFactorKey,
    refusals: { second_factor_on, wrong_password },
    handler: async (request) => ({
      data: await startSecondFactorSetup(
        request.app,
        request.customer,
        request.body.current_password,
        getClientInfo(request),
      ),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/second-factor/confirm",
    auth: "customer",
    summary: "Enable the second factor with the app's first code; the recovery codes are shown only once",
    body: codeRequest,
    response: recoveryCodes,
    refusals: { second_factor_not_begun, wrong_code },
    handler: async (request) => {
      const data = await confirmSecondFactorSetup(
        request.app,
        request.customer,
        request.body.code,
        getClientInfo(request),
      );
      request.logSecurityEvent("second_factor_enabled", request.customer.id);
      return { data, message: formatMessage(request.locale, "second_factor_done") };
    },
  });
}

/** Endpoints that change an enabled second factor. */
function addChangeEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/second-factor/recovery-codes",
    auth: "customer",
    summary: "Replace all recovery codes by new ones",
    body: passwordAndCodeRequest,
    response: recoveryCodes,
    refusals: { second_factor_not_on, wrong_code, wrong_password },
    handler: async (request) => {
      const data = await regenerateRecoveryCodes(request.app, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("recovery_codes_replaced", request.customer.id);
      return { data, message: formatMessage(request.locale, "recovery_codes_done") };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/second-factor",
    auth: "customer",
    summary: "Disable the second factor, with the password and a code",
    body: passwordAndCodeRequest,
    response: emptyResponse,
    refusals: { second_factor_not_on, wrong_code, wrong_password },
    handler: async (request) => {
      await disableSecondFactor(request.app, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("second_factor_disabled", request.customer.id);
      return { data: {}, message: formatMessage(request.locale, "second_factor_off_done") };
    },
  });
}
