import { data } from "react-router";
import type { HelpfulCount } from "@furoshiki/api/reviews";
import { ApiError, visitOf } from "../lib/api.ts";
import { formDataOf } from "../lib/request-body.ts";
import type { Route } from "./+types/helpful";

/** Says that a review helped (`voted=1`), or takes it back (`voted=0`). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const method = (await formDataOf(request)).get("voted") === "0" ? "DELETE" : "POST";
  const path = `/v1/reviews/${encodeURIComponent(params.id)}/helpful`;
  try {
    return data(await visitOf({ context }).call<HelpfulCount>(path, { method }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.message }, error.status);
  }
}
