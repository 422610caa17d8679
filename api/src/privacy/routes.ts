import { originOf } from "../account/origin.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { customerData, deletionRequest, refusals } from "./schema.ts";
import { deleteAccount, tellOwnData } from "./service.ts";

export function privacyRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/data",
    who: "customer",
    summary: "Everything that the shop keeps about the customer",
    answer: customerData,
    handler: async ({ db, customer, now }) => ({ data: await tellOwnData(db, customer.id, now) }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user",
    who: "customer",
    summary: "Delete the account; orders stay without the person, the email is free again",
    body: deletionRequest,
    refusals,
    handler: async (asked) => {
      await deleteAccount(asked.db, asked.customer.id, asked.body.current_password, originOf(asked));
      asked.logSecurityEvent("account_deleted", asked.customer.id);
    },
  });
}
