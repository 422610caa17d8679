import type { PurchaseOrder } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { data, redirect } from "react-router";
import { readFieldEdits } from "../api-client/field-edits.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import { formatPurchaseOrderNumber, getPurchaseOrderPath } from "../purchasing/order-number.ts";
import { parsePurchaseOrderId } from "../purchasing/parse-id.ts";
import { PurchaseOrderForm } from "../purchasing/purchase-order-form.tsx";
import { orderFields, parseOrderEdits } from "../purchasing/purchase-order-request.ts";
import type { Route } from "./+types/purchase-order-edit.page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = parsePurchaseOrderId(params);
  const order = await getRequestContext({ context }).load<PurchaseOrder>(`purchase-orders/${id}`);
  if (order.status === "received" || order.status === "canceled") throw redirect(getPurchaseOrderPath(id));
  const initialLines = order.lines.map((line) => ({ ...line, last_cost: line.previous_cost }));
  return { order, initialLines, idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const id = parsePurchaseOrderId(params);
  const path = getPurchaseOrderPath(id);
  const edits = readFieldEdits(await request.formData(), orderFields);
  if (Object.keys(edits).length === 0) {
    await deleteDraft(requestContext, { kind: "purchase_order", id });
    throw redirect(path);
  }
  try {
    const executed = await requestContext.call<ExecutedAction>(`purchase-orders/${id}`, {
      method: "PATCH",
      body: { changes: parseOrderEdits(edits) },
    });
    await offerUndo(requestContext, executed, { action: "purchase_order.updated", path });
    await deleteDraft(requestContext, { kind: "purchase_order", id });
  } catch (error) {
    const errors = toFormErrors(error, requestContext, [404]);
    return data({ ...errors.data, edits }, errors.init ?? {});
  }
  throw redirect(path);
}

export default function PurchaseOrderEditPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PurchaseOrderForm {...loaderData} suppliers={[]} supplierId={null} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "purchasing.edit_title", { number: formatPurchaseOrderNumber(Number(params.id)) });
