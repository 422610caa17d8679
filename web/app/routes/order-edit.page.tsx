import type { Address } from "@furoshiki/api/account/addresses";
import type { CustomerEditOutcome, CustomerOrderEditing, CustomerPickupPoints } from "@furoshiki/api/order-edits";
import type { Order } from "@furoshiki/api/orders";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { PackageOpen } from "lucide-react";
import { redirect } from "react-router";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { catchConnectionError, createErrorResult, createSuccessResult } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { EditForm, type EditResult } from "../orders/edits/edit-form.tsx";
import { buildEditRequest } from "../orders/edits/edit-request.ts";
import { PendingEdit } from "../orders/edits/pending-edit.tsx";
import { loadComplements } from "../orders/load-complements.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { readFormValues } from "../orders/returns/return-selection.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import type { Route } from "./+types/order-edit.page";

const getOrderPath = (id: string) => `/v1/user/orders/${encodeURIComponent(id)}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const { load } = requestContext;
  const path = getOrderPath(params.id);
  const [order, editing, addresses, points] = await Promise.all([
    load<Order>(path),
    load<CustomerOrderEditing>(`${path}/edit`),
    load<{ items: Address[] }>("/v1/user/addresses"),
    load<CustomerPickupPoints>(`${path}/edit/pickup-points`),
  ]);
  return {
    order,
    editing,
    additions: editing.can_edit ? await loadAdditions(requestContext, order, editing) : [],
    addresses: addresses.items,
    points: points.items,
    key: crypto.randomUUID(),
  };
}

/** Loads products without options that complement an order and can join its parcel, priced in its currency. */
async function loadAdditions(requestContext: RequestContext, order: Order, { iso_code, lines }: CustomerOrderEditing) {
  const ordered = new Set(lines.map(({ product_id }) => product_id));
  const complements = await loadComplements(requestContext, order, iso_code);
  return complements.filter(
    ({ id, price, available_for_order, has_options }) =>
      available_for_order && !has_options && !ordered.has(id) && price.iso_code === iso_code,
  );
}

/** Previews the change, or makes it and leads to the payment of the difference or back to the order. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { call, to } = getRequestContext({ context });
  const { key = "", difference, intent, ...values } = readFormValues(await parseFormData(request));
  if (intent !== "preview" && intent !== "confirm") throw new Response(null, { status: 400 });
  const path = `${getOrderPath(params.id)}/edit`;
  const body = buildEditRequest(values);
  try {
    if (intent === "preview") {
      const preview = await call<CustomerEditOutcome>(`${path}/preview`, { method: "POST", body });
      return { ...createSuccessResult(null, values), preview } satisfies EditResult;
    }
    const { payment_id: paymentId } = await call<CustomerEditOutcome>(path, {
      method: "POST",
      headers: { "idempotency-key": key },
      body: { ...body, expected_difference: Number(difference) },
    });
    return redirect(to(paymentId === null ? `/profile/orders/${params.id}` : `/user/payment/${paymentId}`));
  } catch (error) {
    return createErrorResult(error, values) satisfies EditResult;
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("order_edit.title");

export default function OrderEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { order, editing, additions, addresses, points, key } = loaderData;
  const number = formatOrderNumber(order.id);
  return (
    <AccountLayout
      current="/profile/orders"
      title={t("order_edit.title")}
      back={{ to: `/profile/orders/${order.id}`, text: t("return.back", { number }) }}
    >
      <PendingEdit editing={editing} />
      {editing.can_edit ? (
        <EditForm {...{ order, editing, additions, addresses, points }} idempotencyKey={key} result={actionData} />
      ) : editing.pending ? null : (
        <div className="mt-6">
          <EmptyState
            icon={<PackageOpen size={40} strokeWidth={1.25} aria-hidden />}
            title={t("order_edit.impossible")}
          >
            {t("order_edit.impossible_text")}
          </EmptyState>
        </div>
      )}
    </AccountLayout>
  );
}
