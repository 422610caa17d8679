import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { getClientInfo } from "../client-info.ts";
import { refusals } from "../schema.ts";
import { reauthenticate } from "./reauthentication.ts";
import { reauthenticationRequest } from "./schema.ts";

const { email_code_expired, wrong_code, wrong_email_code, wrong_password } = refusals;

/** The endpoint with which customers prove again who they are (docs/domain/accounts.md). */
export function reauthenticationRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/reauthentication",
    auth: "customer",
    summary: "Prove again who the customer is, with the password or a code by email, and the second factor if enabled",
    body: reauthenticationRequest,
    refusals: { email_code_expired, wrong_code, wrong_email_code, wrong_password },
    handler: async (request) => {
      await reauthenticate(request.app, request.customer, request.body, getClientInfo(request));
      request.logSecurityEvent("reauthenticated", request.customer.id);
    },
  });
}
