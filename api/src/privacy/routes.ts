import { getClientInfo } from "../account/client-info.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { customerData, deletionRequest, refusals } from "./schema.ts";
import { deleteAccount, exportCustomerData } from "./service.ts";

export function privacyRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/data",
    auth: "customer",
    summary: "Get everything that the shop stores about the customer",
    response: customerData,
    handler: async ({ app, customer, now }) => ({ data: await exportCustomerData(app, customer.id, now) }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user",
    auth: "customer",
    summary: "Delete the account; orders are anonymized and the email can be registered again",
    body: deletionRequest,
    refusals,
    handler: async (request) => {
      await deleteAccount(request.db, request.customer.id, request.body.current_password, getClientInfo(request));
      request.logSecurityEvent("account_deleted", request.customer.id);
    },
  });
}
