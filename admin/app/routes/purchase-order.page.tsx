import {
  type PurchaseOrder,
  type PurchaseOrderStep,
  purchaseOrderStatuses,
  purchaseOrderSteps,
} from "@furoshiki/api/admin/purchasing/purchase-orders";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { formatPurchaseOrderNumber, getPurchaseOrderPath } from "../purchasing/order-number.ts";
import { parsePurchaseOrderId } from "../purchasing/parse-id.ts";
import { PurchaseOrderView } from "../purchasing/purchase-order-view.tsx";
import type { Route } from "./+types/purchase-order.page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const order = await load<PurchaseOrder>(`purchase-orders/${parsePurchaseOrderId(params)}`);
  return { order, today: toStoreDay(new Date()) };
}

const stepForm = z.object({ step: z.enum(purchaseOrderSteps), status: z.enum(purchaseOrderStatuses) });
const actionNames: Record<PurchaseOrderStep, string> = {
  send: "purchase_order.sent",
  close: "purchase_order.closed",
  cancel: "purchase_order.canceled",
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { data: form } = stepForm.safeParse(Object.fromEntries(await request.formData()));
  if (!form) throw data(null, { status: 400 });
  const id = parsePurchaseOrderId(params);
  const path = getPurchaseOrderPath(id);
  try {
    const executed = await requestContext.call<ExecutedAction>(`purchase-orders/${id}/${form.step}`, {
      method: "POST",
      body: { status: form.status },
    });
    await offerUndo(requestContext, executed, { action: actionNames[form.step], path });
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect(path);
}

export default function PurchaseOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PurchaseOrderView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "purchasing.title_one", { number: formatPurchaseOrderNumber(Number(params.id)) });
