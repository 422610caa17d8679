import { ApiError, visitOf } from "../lib/api.ts";
import type { Route } from "./+types/data-file";

/** Everything that the shop keeps of the customer, as a file to take along. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  try {
    const told = await visit.call("/v1/user/data");
    return new Response(`${JSON.stringify(told, null, 2)}\n`, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": 'attachment; filename="furoshiki-data.json"',
        "cache-control": "private, no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return Response.redirect(visit.server.publicUrl + visit.to("/?auth=1&from=%2Fprofile%2Fdata"), 302);
  }
}
