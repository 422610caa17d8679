import type { Order } from "@furoshiki/api/orders";
import { ChevronRight, MessageCircle } from "lucide-react";
import { AccountFrame } from "../account/account-frame.tsx";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf } from "../lib/form-answer.ts";
import { useKnown } from "../lib/known.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Note } from "../ui/note.tsx";
import { orderNumber } from "./order-number.ts";
import { OrderBadge } from "./order-status.tsx";
import { OrderCertificates } from "./order-certificates.tsx";
import { OrderGoods, OrderReceipt, OrderSums } from "./order-parts.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { RepeatNews } from "./repeat-news.tsx";
import { repeatOrder } from "./repeat-order.ts";
import type { Route } from "./+types/order.page";

export function loader({ params, context }: Route.LoaderArgs) {
  return visitOf({ context }).page<Order>(`/v1/user/orders/${encodeURIComponent(params.id)}`);
}

/** Cancels the order, or puts its goods into the cart once more. A form that asks for neither is refused. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const order = `/v1/user/orders/${encodeURIComponent(params.id)}`;
  const intent = textOf(await formDataOf(request), "intent");
  if (intent !== "repeat" && intent !== "cancel") throw new Response(null, { status: 400 });
  try {
    if (intent === "repeat") return await repeatOrder(visit, order);
    await visit.call(`${order}/cancel`, { method: "POST" });
    return done();
  } catch (error) {
    return refused(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const number = orderNumber(loaderData.id);
  return describePage(known, location, { title: textsOf(known.locale)("order.title", { number }), noindex: true });
};

export default function OrderPage({ loaderData: order, actionData }: Route.ComponentProps) {
  const { t, format } = useShop();
  const whatsapp = useKnown()?.config.whatsapp?.url;
  const number = orderNumber(order.id);
  return (
    <AccountFrame
      current="/profile/orders"
      title={t("order.title", { number })}
      right={<OrderBadge status={order.status} />}
      back={{ to: "/profile/orders", text: t("order.back") }}
    >
      <p className="mt-1 text-sm text-ink-2">
        {t("order.from", { date: format.date(order.date) })}
        {order.products_count > 0 ? `, ${t("checkout.pieces", { count: order.products_count })}` : null}
      </p>
      {actionData && !actionData.ok ? (
        <Note kind="error" className="mt-5">
          {actionData.message}
        </Note>
      ) : null}
      <RepeatNews order={order} answer={actionData} />
      <OrderProgress order={order} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="space-y-5">
          {order.items.length > 0 ? <OrderGoods order={order} /> : null}
          {order.certificates.items.length > 0 ? <OrderCertificates order={order} /> : null}
        </div>
        <div className="space-y-5">
          <OrderSums order={order} />
          <OrderReceipt order={order} />
          {whatsapp ? (
            <a
              href={`${whatsapp}?text=${encodeURIComponent(t("order.whatsapp_text", { number }))}`}
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
    </AccountFrame>
  );
}
