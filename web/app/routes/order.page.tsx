import type { OrderParcels } from "@furoshiki/api/fulfillment/parcels";
import type { OrderJoining } from "@furoshiki/api/joined-orders";
import type { CustomerOrderEditing } from "@furoshiki/api/order-edits";
import type { Order } from "@furoshiki/api/orders";
import type { OrderRefills } from "@furoshiki/api/orders/refills";
import type { IdentityStatus } from "@furoshiki/api/orders/identity";
import type { OrderMessages } from "@furoshiki/api/orders/messages";
import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { ChevronRight, MessageCircle } from "lucide-react";
import { AccountLayout } from "../account/account-layout.tsx";
import { getRequestContext } from "../api-client/request-context.ts";
import { createSuccessResult, catchConnectionError, createErrorResult, getFormValue } from "../forms/form-result.ts";
import { useRootData } from "../store-config/root-data.ts";
import { parseFormData } from "../forms/request-body.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { formatOrderNumber } from "../orders/order-number.ts";
import { DeliveredBundle } from "../orders/bundle/delivered-bundle.tsx";
import { OrderBadge } from "../orders/order-badge.tsx";
import { OrderGiftCards } from "../orders/order-gift-cards.tsx";
import { OrderItems, OrderDelivery, OrderTotals } from "../orders/order-details.tsx";
import { OrderPanel } from "../orders/order-panel.tsx";
import { OrderConversation } from "../orders/order-messages.tsx";
import { RecipientIdentity } from "../orders/recipient-identity.tsx";
import { IDENTITY_INTENT, saveIdentity } from "../orders/save-identity.ts";
import { sendMessage } from "../orders/send-message.ts";
import { ParcelEvents } from "../orders/parcel-events.tsx";
import { ReceiptLink } from "../orders/receipt-link.tsx";
import { PrintButton } from "../orders/print-button.tsx";
import { ItemActions } from "../orders/item-actions.tsx";
import { LastEdit, PendingEdit } from "../orders/edits/pending-edit.tsx";
import { OrderReturns } from "../orders/returns/order-returns.tsx";
import { RefillReminders } from "../orders/refill-reminders.tsx";
import { setRefillReminder } from "../orders/set-refill-reminder.ts";
import { JoinedOrders } from "../orders/joined/joined-orders.tsx";
import { ReorderNotice } from "../orders/reorder-notice.tsx";
import { reorder } from "../orders/reorder.ts";
import type { Route } from "./+types/order.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const path = `/v1/user/orders/${encodeURIComponent(params.id)}`;
  const [order, editing, joining, returns, parcels, messages, refills, identity] = await Promise.all([
    load<Order>(path),
    load<CustomerOrderEditing>(`${path}/edit`),
    load<OrderJoining>(`${path}/joined-orders`),
    load<CustomerOrderReturns>(`${path}/returns`),
    load<OrderParcels>(`${path}/parcels`),
    load<OrderMessages>(`${path}/messages`),
    load<OrderRefills>(`${path}/refills`),
    load<IdentityStatus>(`${path}/recipient-identity`),
  ]);
  return { order, editing, joining, returns, parcels, messages, refills, identity, messageKey: crypto.randomUUID() };
}

/**
 * Cancels the order or a change that awaits its payment, adds the items to the cart again, sends a message, switches a
 * reminder to refill on or off, or saves what customs asks of the recipient. Any other intent is a 400.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const orderPath = `/v1/user/orders/${encodeURIComponent(params.id)}`;
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  if (intent === "refill" || intent === "refill_off") return setRefillReminder(requestContext, orderPath, form);
  if (intent === "message") return sendMessage(requestContext, orderPath, form);
  if (intent === IDENTITY_INTENT) return saveIdentity(requestContext, orderPath, form);
  if (intent !== "repeat" && intent !== "cancel" && intent !== "cancel_edit") throw new Response(null, { status: 400 });
  try {
    if (intent === "repeat") return await reorder(requestContext, orderPath);
    await requestContext.call(`${orderPath}/${intent === "cancel" ? "cancel" : "edit/cancel"}`, { method: "POST" });
    return createSuccessResult();
  } catch (error) {
    return createErrorResult(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const number = formatOrderNumber(loaderData.order.id);
  return buildPageMeta(rootData, location, {
    title: getAccountTranslator(rootData.locale)("order.title", { number }),
    noindex: true,
  });
};

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, editing, joining, returns, parcels, messages, refills, identity, messageKey } = loaderData;
  const messageResult = actionData?.values["text"] === undefined ? undefined : actionData;
  const identityResult = actionData?.values["intent"] === IDENTITY_INTENT ? actionData : undefined;
  const { t, format } = useAccountI18n();
  const pickup = parcels.parcels.find((parcel) => parcel.pickup !== null)?.pickup ?? null;
  const whatsappUrl = useRootData()?.config.whatsapp?.url;
  const number = formatOrderNumber(order.id);
  return (
    <AccountLayout
      current="/profile/orders"
      title={t("order.title", { number })}
      titleAction={<OrderBadge status={order.status} isReady={pickup !== null} />}
      back={{ to: "/profile/orders", text: t("order.back") }}
    >
      <p className="mt-1 text-sm text-ink-2">
        {t("order.from", { date: format.date(order.date) })}
        {order.products_count > 0 ? `, ${t("checkout.pieces", { count: order.products_count })}` : null}
      </p>
      <LastEdit editing={editing} />
      {actionData && !actionData.ok && !messageResult && !identityResult ? (
        <Alert kind="error" className="mt-5">
          {actionData.message}
        </Alert>
      ) : null}
      <ReorderNotice order={order} result={actionData} />
      <PendingEdit editing={editing} />
      <OrderPanel order={order} parcels={parcels} canEdit={editing.can_edit} />
      <div className="mt-5 space-y-5 empty:hidden">
        <JoinedOrders order={order} joining={joining} />
      </div>
      <DeliveredBundle order={order} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-5">
          <RecipientIdentity status={identity} result={identityResult} />
          <ParcelEvents order={order} parcels={parcels} />
          <OrderConversation messages={messages} idempotencyKey={messageKey} result={messageResult} />
          {order.items.length > 0 ? (
            <OrderItems order={order}>
              {order.status === "awaiting_payment" ? null : <ItemActions returns={returns} />}
            </OrderItems>
          ) : null}
          <OrderReturns options={returns} />
          {order.certificates.items.length > 0 ? <OrderGiftCards order={order} /> : null}
        </div>
        <div className="space-y-5">
          <OrderTotals order={order}>
            <ReceiptLink order={order} />
            <PrintButton />
          </OrderTotals>
          <OrderDelivery order={order} remindOn={pickup?.remind_on ?? null} />
          <RefillReminders refills={refills} />
          {whatsappUrl ? (
            <a
              href={`${whatsappUrl}?text=${encodeURIComponent(t("order.whatsapp_text", { number }))}`}
              className="flex print:hidden items-center gap-3 rounded-md border border-line bg-surface p-5 text-sm hover:bg-mist"
            >
              <MessageCircle size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-500" />
              <span>
                <b className="block font-semibold">{t("order.question")}</b>
                <span className="text-ink-2">{t("order.question_whatsapp")}</span>
              </span>
              <ChevronRight size={18} strokeWidth={1.5} aria-hidden className="ml-auto shrink-0" />
            </a>
          ) : null}
        </div>
      </div>
    </AccountLayout>
  );
}
