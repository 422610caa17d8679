import type { PurchaseOrder } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { formatPurchaseOrderNumber, getPurchaseOrderPath } from "../purchasing/order-number.ts";
import { parsePurchaseOrderId } from "../purchasing/parse-id.ts";
import { ReceiveView } from "../purchasing/receive-view.tsx";
import type { Route } from "./+types/purchase-order-receive.page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = parsePurchaseOrderId(params);
  const order = await getRequestContext({ context }).load<PurchaseOrder>(`purchase-orders/${id}`);
  if (order.status !== "ordered" && order.status !== "partly_received") throw redirect(getPurchaseOrderPath(id));
  return { order, idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const id = parsePurchaseOrderId(params);
  const path = getPurchaseOrderPath(id);
  try {
    const executed = await requestContext.call<ExecutedAction>(`purchase-orders/${id}/receive`, {
      method: "POST",
      headers: { "idempotency-key": String(form.get("idempotency_key") ?? "") },
      body: { lines: readLines(form), reason: String(form.get("reason") ?? "") },
    });
    await offerUndo(requestContext, executed, { action: "purchase_order.received", path });
  } catch (error) {
    return toFormErrors(error, requestContext, [404]);
  }
  throw redirect(path);
}

/** Reads the pieces of the lines of which something has arrived: `pieces_LINE` and `damaged_LINE`. */
function readLines(form: FormData) {
  const lines = [...form.keys()].flatMap((name) => /^pieces_(\d+)$/.exec(name)?.[1] ?? []);
  return lines
    .map((line) => ({
      line: Number(line),
      pieces: Number(form.get(`pieces_${line}`)),
      damaged: Number(form.get(`damaged_${line}`)),
    }))
    .filter(({ pieces, damaged }) => pieces !== 0 || damaged !== 0);
}

export default function PurchaseOrderReceivePage({ loaderData, actionData }: Route.ComponentProps) {
  return <ReceiveView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "purchasing.receive_title", { number: formatPurchaseOrderNumber(Number(params.id)) });
