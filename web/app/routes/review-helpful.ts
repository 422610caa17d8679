import { data } from "react-router";
import type { HelpfulCount } from "@furoshiki/api/reviews";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { parseFormData } from "../forms/request-body.ts";
import type { Route } from "./+types/review-helpful";

/** Marks a review as helpful (`voted=1`) or removes the vote (`voted=0`). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const method = (await parseFormData(request)).get("voted") === "0" ? "DELETE" : "POST";
  const path = `/v1/reviews/${encodeURIComponent(params.id)}/helpful`;
  try {
    return data(await getRequestContext({ context }).call<HelpfulCount>(path, { method }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ message: error.message }, error.status);
  }
}
