import type { ManualOrder, ManualOrderOptions } from "@furoshiki/api/admin/manual-orders";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { type ReturnDetail, returnParams } from "@furoshiki/api/admin/returns";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import { buildManualOrder } from "../manual-orders/manual-order-request.ts";
import { type ClaimToReplace, ManualOrderView } from "../manual-orders/manual-order-view.tsx";
import type { Route } from "./+types/order-new.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const claimId = url.searchParams.get("claim");
  const [options, claim] = await Promise.all([
    load<ManualOrderOptions>("manual-orders/options"),
    claimId === null ? null : loadClaim(load, claimId),
  ]);
  return { options, claim, idempotencyKey: crypto.randomUUID() };
}

/** Loads the claim that the order is placed for. Its page says why it cannot be replaced. */
async function loadClaim(load: RequestContext["load"], claimId: string): Promise<ClaimToReplace> {
  const { data: params } = returnParams.safeParse({ id: claimId });
  if (!params) throw data(null, { status: 404 });
  const claim = await load<ReturnDetail>(`returns/${params.id}`);
  if (claim.kind !== "claim" || claim.status !== "approved") throw redirect(`/returns/${params.id}`);
  const { id: orderId, currency, customer } = await load<OrderDetail>(`orders/${claim.order.id}`);
  const { id, name, email: contact } = customer;
  return { id: params.id, orderId, currency, customer: { id, name, contact, locale: null } };
}

/** Places the order. */
export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  let orderId: number;
  try {
    const { result } = await requestContext.call<{ result: ManualOrder }>("orders", {
      method: "POST",
      headers: { "idempotency-key": String(form.get("idempotency_key") ?? "") },
      body: buildManualOrder(form),
    });
    orderId = result.order_id;
    await deleteDraft(requestContext, { kind: "manual_order", id: Number(form.get("claim") ?? 0) });
  } catch (error) {
    return toFormErrors(error, requestContext, [404]);
  }
  throw redirect(`/orders/${orderId}`);
}

export default function OrderNewPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ManualOrderView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "manual_orders.title");
