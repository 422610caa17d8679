import type { JoinOutcome } from "@furoshiki/api/joined-orders";
import type { JoinCandidates } from "@furoshiki/api/admin/joined-orders";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import type { ExecutedAction } from "../api-client/undo-cookie.ts";

/** An action about the parcel of an order: to join it with another order, or to separate it. */
export type ParcelAction = Readonly<{ kind: "join"; otherId: number }> | Readonly<{ kind: "separate" }>;

/** What an action about the parcel would do, or why it is refused. */
export type ParcelPreview = ParcelAction &
  (Readonly<{ outcome: JoinOutcome | null; effects: PreviewEffects }> | Readonly<{ refusal: string }>);

/** Reads the action that the URL or a form names, such as `join_483201774`; null if it is another one. */
export function parseParcelAction(value: unknown): ParcelAction | null {
  if (value === "separate") return { kind: "separate" };
  const otherId = typeof value === "string" ? /^join_(\d{9})$/.exec(value)?.[1] : undefined;
  return otherId === undefined ? null : { kind: "join", otherId: Number(otherId) };
}

/** Names an action in a URL and in a form. */
export function formatParcelAction(action: ParcelAction): string {
  return action.kind === "separate" ? "separate" : `join_${action.otherId}`;
}

/** Loads the orders with which an order could be sent together; none if it does not wait to be packed. */
export async function loadJoinCandidates({ load }: RequestContext, order: OrderDetail): Promise<JoinCandidates> {
  const isJoined = order.parcel !== null && order.parcel.main_order_id !== order.id;
  if (order.status !== "paid" || order.address === null || isJoined) return [];
  return load<JoinCandidates>(`orders/${order.id}/join-candidates`);
}

/** Executes an action about the parcel of an order. */
export async function callParcelAction(
  call: RequestContext["call"],
  path: string,
  action: ParcelAction,
  reason: FormDataEntryValue | null,
): Promise<ExecutedAction> {
  if (action.kind === "separate") return call(`${path}/separate`, { method: "POST", body: { reason } });
  return call(`${path}/joined-orders`, { method: "POST", body: { order_id: action.otherId, reason } });
}

/** Executes an action in a transaction that is rolled back. The API refuses it for the same reasons as the action. */
export async function previewParcelAction(
  { call }: RequestContext,
  orderId: number,
  action: ParcelAction,
): Promise<ParcelPreview> {
  const path = action.kind === "join" ? "joined-orders" : "separate";
  // The reason is required, but the preview does not store it.
  const body = { reason: "preview", ...(action.kind === "join" ? { order_id: action.otherId } : {}) };
  try {
    const { result, preview } = await call<{ result: JoinOutcome; preview: PreviewEffects }>(
      `orders/${orderId}/${path}?preview=true`,
      { method: "POST", body },
    );
    return { ...action, outcome: action.kind === "join" ? result : null, effects: preview };
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409, 503].includes(error.status))
      return { ...action, refusal: error.message };
    throw error;
  }
}
