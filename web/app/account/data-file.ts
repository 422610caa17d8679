import type { CustomerData } from "@furoshiki/api/privacy";
import { visitOf } from "../lib/api.ts";
import type { Route } from "./+types/data-file";

/** Everything that the shop keeps of the customer, as a file to take along. */
export async function loader({ context }: Route.LoaderArgs) {
  const told = await visitOf({ context }).page<CustomerData>("/v1/user/data");
  return new Response(`${JSON.stringify(told, null, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="customer-data.json"',
      "cache-control": "private, no-store",
    },
  });
}
