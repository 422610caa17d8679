import type { JoinOutcome, OrderJoining } from "@furoshiki/api/joined-orders";
import type { Order } from "@furoshiki/api/orders";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { PackageOpen } from "lucide-react";
import { redirect } from "react-router";
import { AccountLayout } from "../account/account-layout.tsx";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, createErrorResult, getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { JoinForm } from "../orders/joined/join-form.tsx";
import { formatOrderNumber } from "../orders/order-number.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import type { Route } from "./+types/order-join.page";

const getPath = (id: string) => `/v1/user/orders/${encodeURIComponent(id)}`;

/**
 * Loads what sending the order in one parcel with the order of the query changes, by default with the first one that is
 * offered; or why it is not possible.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const order = await requestContext.load<Order>(getPath(params.id));
  const otherId = new URL(request.url).searchParams.get("order") ?? (await findOffer(requestContext, params.id));
  const preview = otherId === null ? { refusal: null } : await loadPreview(requestContext, params.id, Number(otherId));
  return { order, ...preview, key: crypto.randomUUID() };
}

async function findOffer({ load }: RequestContext, id: string): Promise<number | null> {
  const { offers } = await load<OrderJoining>(`${getPath(id)}/joined-orders`);
  return offers[0]?.order_id ?? null;
}

async function loadPreview({ call }: RequestContext, id: string, otherId: number) {
  try {
    const body = { order_id: otherId };
    return { outcome: await call<JoinOutcome>(`${getPath(id)}/joined-orders/preview`, { method: "POST", body }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404 || error.status === 422) throw new Response(null, { status: 404 });
    return { refusal: error.message };
  }
}

/** Sends the orders in one parcel and leads back to the order. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const form = await parseFormData(request);
  try {
    await call<JoinOutcome>(`${getPath(params.id)}/joined-orders`, {
      method: "POST",
      headers: { "idempotency-key": getFormValue(form, "key") },
      body: {
        order_id: Number(getFormValue(form, "other")),
        expected_refund: Number(getFormValue(form, "refund")),
        expected_duty: Number(getFormValue(form, "duty")),
      },
    });
    return redirect(to(`/profile/orders/${params.id}`));
  } catch (error) {
    return createErrorResult(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("join.title");

export default function OrderJoinPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { order, key } = loaderData;
  const number = formatOrderNumber(order.id);
  return (
    <AccountLayout
      current="/profile/orders"
      title={t("join.title")}
      back={{ to: `/profile/orders/${order.id}`, text: t("return.back", { number }) }}
    >
      {"outcome" in loaderData ? (
        <JoinForm orderId={order.id} outcome={loaderData.outcome} idempotencyKey={key} result={actionData} />
      ) : (
        <div className="mt-6">
          <EmptyState icon={<PackageOpen size={40} strokeWidth={1.25} aria-hidden />} title={t("join.impossible")}>
            {loaderData.refusal ?? t("join.impossible_text")}
          </EmptyState>
        </div>
      )}
    </AccountLayout>
  );
}
