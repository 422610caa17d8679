import type { CustomerData } from "@furoshiki/api/privacy";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/profile-data-file";

/** Returns the customer's personal data as a JSON download (docs/domain/privacy.md). */
export async function loader({ context }: Route.LoaderArgs) {
  const customerData = await getRequestContext({ context }).load<CustomerData>("/v1/user/data");
  return new Response(`${JSON.stringify(customerData, null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="customer-data.json"',
      "cache-control": "private, no-store",
    },
  });
}
