import type { DraftKind } from "@furoshiki/api/admin/drafts";
import type { OrderCustomsCheck } from "@furoshiki/api/admin/fulfillment";
import type { OrderShipments } from "@furoshiki/api/admin/fulfillment/shipments";
import type { Document, DocumentKind } from "@furoshiki/api/admin/fulfillment/documents";
import { orderListFilterQuery, orderParams, type OrderDetail, type OrderNeighbors } from "@furoshiki/api/admin/orders";
import type { OrderEditList } from "@furoshiki/api/admin/order-edits";
import type { OrderReturns } from "@furoshiki/api/admin/returns";
import type { RevealedIdentity } from "@furoshiki/api/admin/orders/identity";
import type { OrderContacts } from "@furoshiki/api/admin/orders/staff";
import type { RefundOptions } from "@furoshiki/api/admin/payments/refunds";
import type { PendingApprovals } from "@furoshiki/api/admin/staff/approvals";
import type { MentionableStaff } from "@furoshiki/api/admin/staff/notifications";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { data, redirect } from "react-router";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { PendingApprovalsCard } from "../approvals/pending-approvals-card.tsx";
import { changeCarrierOrder, isCarrierIntent } from "../fulfillment/carrier-actions.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { CustomsCard } from "../fulfillment/customs-card.tsx";
import { previewCustomsEdit, saveCustomsEdit } from "../fulfillment/customs-edit.ts";
import { OrderShipmentsCard } from "../fulfillment/order-shipments.tsx";
import { buildEventRequest } from "../fulfillment/parcel-event-request.ts";
import { parseDocumentKind, printDocuments } from "../fulfillment/document-actions.ts";
import { DocumentsCard } from "../fulfillment/documents-card.tsx";
import { offerUndo, type ExecutedAction } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { createActionPath } from "../orders/list-path.ts";
import {
  isActionAllowed,
  isStatusAction,
  statusActionPaths,
  type StatusAction,
  type StatusPreview,
} from "../orders/order-actions.ts";
import { editNote } from "../orders/edit-note.ts";
import { findMentions } from "../orders/find-mentions.ts";
import {
  callParcelAction,
  loadJoinCandidates,
  parseParcelAction,
  previewParcelAction,
} from "../orders/joined-orders.ts";
import { OrderChanges } from "../orders/order-changes.tsx";
import { OrderDuty } from "../orders/order-sidebar.tsx";
import { EditOrderLink, OrderEditsCard } from "../order-edits/order-edits-card.tsx";
import { ParcelCard } from "../orders/parcel-card.tsx";
import { ParcelDialog } from "../orders/parcel-dialog.tsx";
import { OrderView } from "../orders/order-view.tsx";
import { RefundDialog } from "../refunds/refund-dialog.tsx";
import { RefundList } from "../refunds/refund-list.tsx";
import { OrderReturnsCard } from "../returns/order-returns-card.tsx";
import { RequestReturnDialog } from "../returns/request-dialog.tsx";
import { createRequestBody } from "../returns/request-return.ts";
import { runWithStepUp } from "../staff/step-up.ts";
import { StepUpDialog } from "../staff/step-up-dialog.tsx";
import type { Route } from "./+types/order.page";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const id = parseId(params);
  const [order, edits, neighbors, customsCheck, customsEdit, returns, { shipments }, documents, approvals] =
    await Promise.all([
      requestContext.load<OrderDetail>(`orders/${id}`),
      requestContext.load<OrderEditList>(`orders/${id}/edits`),
      loadNeighbors(requestContext, id, url.searchParams),
      requestContext.load<OrderCustomsCheck | null>(`orders/${id}/customs-check`),
      previewCustomsEdit(requestContext, url.searchParams),
      requestContext.load<OrderReturns>(`orders/${id}/returns`),
      requestContext.load<OrderShipments>(`orders/${id}/shipments`),
      requestContext.load<Document[]>(`orders/${id}/documents`),
      requestContext.load<PendingApprovals>(`orders/${id}/approvals`),
    ]);
  const action = url.searchParams.get("action");
  const preview = isStatusAction(action)
    ? { action, ...(await previewStatusAction(requestContext, order, action)) }
    : null;
  const parcelAction = parseParcelAction(action);
  const parcelPreview = parcelAction && (await previewParcelAction(requestContext, id, parcelAction));
  const candidates = await loadJoinCandidates(requestContext, order);
  const refund = action === "refund" ? await loadRefund(requestContext, order) : null;
  const returnKey = action === "return" && returns.can_request ? crypto.randomUUID() : null;
  const cards = { edits, returns, customsCheck, customsEdit, shipments, documents, approvals: approvals.items };
  const requestKey = crypto.randomUUID();
  const dialogs = { preview, parcelPreview, refund, returnKey };
  return { order, neighbors, ...cards, candidates, ...dialogs, requestKey, today: toStoreDay(new Date()) };
}

function parseId(params: Route.LoaderArgs["params"]): number {
  const { data: parsedParams } = orderParams.safeParse(params);
  if (!parsedParams) throw data(null, { status: 404 });
  return parsedParams.id;
}

/** Loads the neighbors of an order in the list that it was opened from; null if there is none. */
async function loadNeighbors(
  { load }: RequestContext,
  id: number,
  params: URLSearchParams,
): Promise<OrderNeighbors | null> {
  if (!params.has("view") || findInvalidParams(orderListFilterQuery, params).length > 0) return null;
  return load<OrderNeighbors>(`orders/${id}/neighbors?${params}`);
}

/** Loads what of an order can be refunded, with a new idempotency key; null if the person cannot refund it. */
async function loadRefund({ load }: RequestContext, order: OrderDetail) {
  if (!isActionAllowed(order, "refund")) return null;
  return { options: await load<RefundOptions>(`orders/${order.id}/refunds`), requestKey: crypto.randomUUID() };
}

/** Executes an action in a transaction that is rolled back. The API refuses it for the same reasons as the action. */
async function previewStatusAction(
  { call }: RequestContext,
  { id, status, assignment }: OrderDetail,
  action: StatusAction,
): Promise<StatusPreview> {
  // A cancellation requires a reason, which the preview does not store.
  const reason = action === "cancel" ? { reason: "preview" } : { take_over: assignment !== null };
  try {
    const { preview } = await call<{ preview: PreviewEffects }>(
      `orders/${id}/${statusActionPaths[action]}?preview=true`,
      { method: "POST", body: { from: status, ...reason } },
    );
    return { effects: preview };
  } catch (error) {
    if (error instanceof ApiError && [403, 409, 503].includes(error.status)) return { refusal: error.message };
    throw error;
  }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { call } = requestContext;
  const form = await request.formData();
  const intent = String(form.get("intent"));
  const path = `orders/${parseId(params)}`;
  const returnPath = `/${path}${createActionPath(url.searchParams, null)}`;
  if (intent === "edit_note") return editNote(requestContext, path, form);
  try {
    if (intent === "reveal_contacts") {
      const body = { reason: form.get("reason") };
      const { result } = await call<{ result: OrderContacts }>(`${path}/reveal`, { method: "POST", body });
      return { intent: "reveal_contacts" as const, contacts: result };
    }
    if (intent === "reveal_identity") {
      const options = { method: "POST", body: { reason: form.get("reason") } } as const;
      const { result } = await call<{ result: RevealedIdentity }>(`${path}/recipient-identity/reveal`, options);
      return { intent: "reveal_identity" as const, identity: result };
    }
    if (intent === "print_document") {
      const shipment = form.has("shipment_id") ? { shipment_id: Number(form.get("shipment_id")) } : {};
      const targets = [{ order_id: parseId(params), ...shipment }];
      const { failures } = await printDocuments(requestContext, targets, parseKind(form));
      if (failures[0]) return { intent: "print_document" as const, failure: failures[0] };
    } else if (isCarrierIntent(intent)) {
      const failure = await changeCarrierOrder(requestContext, intent, Number(form.get("shipment_id")));
      if (failure) return { intent: "change_carrier_order" as const, failure };
    } else if (intent === "save_customs_data") {
      const saved = await saveCustomsEdit(requestContext, form);
      if (saved === null) throw data(null, { status: 400 });
      if ("message" in saved) return { intent: "save_customs_data" as const, failure: saved };
    } else {
      const executed = await runWithStepUp(requestContext, form, () => executeAction(call, path, intent, form));
      if ("stepUp" in executed) return { intent: "step_up" as const, stepUp: executed.stepUp };
      const draftKind = draftKinds[intent];
      if (draftKind) await deleteDraft(requestContext, { kind: draftKind, id: parseId(params) });
      const action = undoableActions[intent];
      if (action) await offerUndo(requestContext, executed, { action, path: returnPath });
    }
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    const shipment_id = Number(form.get("shipment_id") ?? 0);
    return data({ intent, ...errors.data, shipment_id }, errors.init ?? {});
  }
  throw redirect(returnPath);
}

function parseKind(form: FormData): DocumentKind {
  const kind = parseDocumentKind(form.get("kind"));
  if (kind === null) throw data(null, { status: 400 });
  return kind;
}

/** The names in the audit log of the actions that can be undone. */
const undoableActions: Readonly<Record<string, string>> = {
  assign: "order.assigned",
  record_parcel_event: "shipment.event_recorded",
  write_note: "order.note_written",
  close_messages: "order.messages_closed",
};

/** The drafts of the forms of an order. */
const draftKinds: Readonly<Record<string, DraftKind>> = { write_note: "order_note", request_return: "return_request" };

async function executeAction(
  call: RequestContext["call"],
  path: string,
  intent: string,
  form: FormData,
): Promise<ExecutedAction> {
  if (isStatusAction(intent)) return call(`${path}/${statusActionPaths[intent]}`, createStatusCall(intent, form));
  const parcelAction = parseParcelAction(intent);
  if (parcelAction) return callParcelAction(call, path, parcelAction, form.get("reason"));
  if (intent === "request_return")
    return call(`${path}/returns`, {
      method: "POST",
      body: createRequestBody(form),
      headers: { "idempotency-key": String(form.get("idempotency_key")) },
    });
  if (intent === "assign") return call(`${path}/assignment`, { method: "PUT", body: {} });
  if (intent === "release") return call(`${path}/assignment`, { method: "DELETE", body: {} });
  if (intent === "close_messages") return call(`${path}/messages/close`, { method: "POST", body: {} });
  if (intent === "record_parcel_event")
    return call(`shipments/${Number(form.get("shipment_id"))}/events`, {
      method: "POST",
      body: buildEventRequest(form),
    });
  if (intent === "cancel_edit")
    return call(`order-edits/${Number(form.get("edit_id"))}/cancel`, { method: "POST", body: {} });
  if (intent !== "write_note") throw data(null, { status: 400 });
  const text = String(form.get("text"));
  const people = text.includes("@") ? await call<MentionableStaff>("mentionable-staff") : [];
  const mentions = findMentions(text, people);
  const body = { text, is_visible_to_customer: form.has("is_visible_to_customer"), mentions };
  return call(`${path}/notes`, { method: "POST", body });
}

function createStatusCall(action: StatusAction, form: FormData) {
  const from = form.get("from");
  const tracking = String(form.get("tracking_number") ?? "");
  const body =
    action === "cancel"
      ? { from, reason: form.get("reason") }
      : { from, take_over: form.has("take_over"), ...(tracking === "" ? {} : { tracking_number: tracking }) };
  return { method: "POST", body } as const;
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    approvals,
    candidates,
    parcelPreview,
    requestKey,
    customsCheck,
    customsEdit,
    documents,
    edits,
    refund,
    returns,
    returnKey,
    shipments,
    ...order
  } = loaderData;
  const customsFailure =
    actionData?.intent === "save_customs_data" && "failure" in actionData ? actionData.failure : null;
  const customsCard = (
    <CustomsCard check={customsCheck} edit={customsEdit} failure={customsFailure}>
      <OrderDuty order={order.order} />
    </CustomsCard>
  );
  const printFailure = actionData?.intent === "print_document" && "failure" in actionData ? actionData.failure : null;
  const carrierFailure =
    actionData?.intent === "change_carrier_order" && "failure" in actionData ? actionData.failure : null;
  const eventFailure = actionData?.intent === "record_parcel_event" && "message" in actionData ? actionData : null;
  const editFailure = actionData?.intent === "cancel_edit" && "message" in actionData ? actionData.message : null;
  const returnFailure =
    actionData && "message" in actionData && actionData.intent === "request_return" ? actionData : null;
  return (
    <>
      <OrderView
        {...order}
        changes={
          <OrderChanges
            orderId={order.order.id}
            shipmentIds={shipments.map(({ id }) => id)}
            returnIds={returns.returns.map(({ id }) => id)}
          />
        }
        customsCard={customsCard}
        parcelCard={<ParcelCard order={order.order} candidates={candidates} today={order.today} />}
        returnsCard={<OrderReturnsCard returns={returns} today={order.today} />}
        shipmentsCard={
          <OrderShipmentsCard
            order={order.order}
            shipments={shipments}
            carrierFailure={carrierFailure}
            eventFailure={eventFailure}
            today={order.today}
          />
        }
        documentsCard={
          <DocumentsCard orderId={order.order.id} shipments={shipments} documents={documents} failure={printFailure} />
        }
        editLink={<EditOrderLink order={order.order} edits={edits} />}
        edits={<OrderEditsCard edits={edits} today={order.today} failure={editFailure} />}
        refundList={
          <>
            <PendingApprovalsCard approvals={approvals} today={order.today} />
            <RefundList order={order.order} requestKey={requestKey} today={order.today} />
          </>
        }
        result={actionData}
      />
      {parcelPreview ? <ParcelDialog order={order.order} preview={parcelPreview} result={actionData} /> : null}
      {refund ? <RefundDialog order={order.order} {...refund} /> : null}
      {actionData && "stepUp" in actionData ? <StepUpDialog stepUp={actionData.stepUp} /> : null}
      {returnKey === null ? null : (
        <RequestReturnDialog
          order={order.order}
          returns={returns}
          today={order.today}
          idempotencyKey={returnKey}
          failure={returnFailure}
        />
      )}
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "orders.title_one", { number: formatOrderNumber(Number(params.id)) });
