import { orderParams } from "@furoshiki/api/admin/orders";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createActionPath } from "../orders/list-path.ts";
import { executeRefund, previewRefund } from "../refunds/refund-requests.ts";
import type { Route } from "./+types/order-refund";

/** Previews the refund that the search parameters describe. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  return previewRefund(getRequestContext({ context }), parseId(params), url.searchParams);
}

/** Refunds an order, sends a failed refund again, or records that it was paid another way. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const id = parseId(params);
  try {
    const stepUp = await executeRefund(requestContext, id, await request.formData());
    if (stepUp) return stepUp;
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect(`/orders/${id}${createActionPath(url.searchParams, null)}`);
}

function parseId(params: Route.LoaderArgs["params"]): number {
  const { data: parsedParams } = orderParams.safeParse(params);
  if (!parsedParams) throw data(null, { status: 404 });
  return parsedParams.id;
}
