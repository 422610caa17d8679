import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { data } from "react-router";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { isBulkIntent, type BulkIntent, type BulkOrderResult, type BulkResult } from "../orders/bulk-actions.ts";
import type { Route } from "./+types/orders-bulk";

/** At most as many orders as a page of the list can have. */
const MAX_ORDERS = 200;

/**
 * Executes an action for selected orders, one after the other. Each order has its own result: one that is refused, such
 * as after a change by somebody else, does not stop the others.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<BulkResult> {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const intent = form.get("intent");
  const orders = form.getAll("order").map((value) => /^(\d{9}):(\w+)$/.exec(String(value)));
  if (!isBulkIntent(intent) || orders.length > MAX_ORDERS || orders.includes(null)) throw data(null, { status: 400 });
  const results: BulkResult["results"] = [];
  for (const order of orders) {
    const [, id = "", status = ""] = order ?? [];
    results.push(await executeAction(requestContext, intent, id, status));
  }
  return { intent, results };
}

type Executed = { result: { outcome?: string }; preview: PreviewEffects | null };

async function executeAction(
  { call }: RequestContext,
  intent: BulkIntent,
  id: string,
  from: string,
): Promise<BulkOrderResult> {
  const order = { id: Number(id), refusal: null, emails: 0 };
  try {
    if (intent === "assign") {
      await call(`orders/${id}/assignment`, { method: "PUT", body: {} });
      return { ...order, outcome: "done" };
    }
    const query = intent === "preview_packing" ? "?preview=true" : "";
    const body = { from };
    const { result, preview } = await call<Executed>(`orders/${id}/start-packing${query}`, { method: "POST", body });
    const outcome = result.outcome === "unchanged" ? "unchanged" : "done";
    return { ...order, outcome, emails: preview?.emails.length ?? 0 };
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409, 422, 503].includes(error.status))
      return { ...order, outcome: "refused", refusal: error.message };
    throw error;
  }
}
