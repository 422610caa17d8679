import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getClientInfo } from "../client-info.ts";
import { refusals, session } from "../schema.ts";
import {
  newPasskeyRequest,
  passkey,
  passkeyCreationOptions,
  passkeyNameRequest,
  passkeyRequestOptions,
  passkeySignInRequest,
} from "./schema.ts";
import { addPasskey, createPasskeyOptions, removePasskey, renamePasskey } from "./service.ts";
import { createSignInOptions, signInWithPasskey } from "./sign-in-with-passkey.ts";

const { account_required, passkey_exists, passkey_expired, passkey_not_found, passkey_refused } = refusals;
const { passkeys_unavailable, recent_authentication_required, second_factor_required, too_many_passkeys } = refusals;

/** Endpoints for passkeys (docs/domain/accounts.md). */
export function passkeyRoutes(api: Api): void {
  addSignInEndpoints(api);
  addCreationEndpoints(api);
  addChangeEndpoints(api);
}

function addSignInEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/login/passkey/options",
    auth: "anyone",
    summary: "Get the options for `navigator.credentials.get`, with a challenge that works once",
    response: passkeyRequestOptions,
    refusals: { passkeys_unavailable },
    handler: async (request) => ({ data: await createSignInOptions(request.app, getClientInfo(request)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/login/passkey",
    auth: "anyone",
    summary: "Sign in with a passkey",
    body: passkeySignInRequest,
    response: session,
    refusals: { passkey_expired, passkey_refused, passkeys_unavailable, second_factor_required },
    handler: async (request) => {
      const data = await signInWithPasskey(request.app, request.body, getClientInfo(request));
      request.logSecurityEvent("signed_in", data.id);
      return { data, message: formatMessage(request.locale, "login_done") };
    },
  });
}

function addCreationEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/passkeys/options",
    auth: "customer",
    summary: "Get the options for `navigator.credentials.create`, within ten minutes of a sign-in",
    response: passkeyCreationOptions,
    refusals: { account_required, passkeys_unavailable, recent_authentication_required, too_many_passkeys },
    handler: async (request) => ({
      data: await createPasskeyOptions(request.app, request.customer, getClientInfo(request)),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/passkeys",
    auth: "customer",
    summary: "Add the passkey that was made with the options; it is named after the device",
    body: newPasskeyRequest,
    response: passkey,
    status: 201,
    refusals: {
      ...{ account_required, passkey_exists, passkey_expired, passkey_refused, passkeys_unavailable },
      ...{ recent_authentication_required, too_many_passkeys },
    },
    handler: async (request) => {
      const data = await addPasskey(request.app, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("passkey_added", request.customer.id);
      return { data, message: formatMessage(request.locale, "passkey_added") };
    },
  });
}

function addChangeEndpoints(api: Api): void {
  endpoint(api, {
    method: "patch",
    path: "/user/passkeys/{id}",
    auth: "customer",
    summary: "Rename a passkey",
    params: idParams,
    body: passkeyNameRequest,
    refusals: { passkey_not_found },
    handler: ({ db, customer, params, body }) => renamePasskey(db, customer.id, params.id, body.name),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/passkeys/{id}",
    auth: "customer",
    summary: "Remove a passkey, within ten minutes of a sign-in",
    params: idParams,
    refusals: { account_required, passkey_not_found, recent_authentication_required },
    handler: async (request) => {
      await removePasskey(request.db, request.customer, request.params.id, getClientInfo(request));
      request.logSecurityEvent("passkey_removed", request.customer.id);
    },
  });
}
