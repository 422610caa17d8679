import type { Card } from "@furoshiki/api/catalogue";
import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { redirect, redirectDocument } from "react-router";
import { shownCard } from "../catalogue/shown-card.ts";
import { ApiError, visitOf, type Visit } from "../lib/api.ts";
import { done, orOffline, refused, textOf, typedIn } from "../lib/form-answer.ts";
import { permittedAddress } from "../lib/leave.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { sidePart } from "../lib/side-part.ts";
import { textsOf } from "../lib/texts.ts";
import { PaymentView } from "./payment-view.tsx";
import type { Route } from "./+types/payment.page";

const MEANWHILE = 5;

/**
 * One payment: for its customer (`/user/payment/…`), for whoever holds its link (`/jpcart/payment/…`), or the card form
 * of a fresh attempt (`/jpcart/payment_new/…`). `payment` is null where its status cannot be learnt.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  if (visit.path.startsWith("/user/")) await visit.page("/v1/user");
  const payment = await readPayment(visit, params.id);
  const [order, meanwhile] = await Promise.all([
    payment && visit.token ? ownOrder(visit, payment.order_id) : null,
    payment?.status === "success"
      ? sidePart(visit.call<{ items: Card[] }>(`/v1/products?collection=new-products&per_page=${MEANWHILE}`))
      : null,
  ]);
  return {
    id: params.id,
    payment,
    order,
    fresh: visit.path.startsWith("/jpcart/payment_new/"),
    returned: new URL(request.url).searchParams.has("returned"),
    meanwhile: (meanwhile?.items ?? []).map(shownCard),
    /** By the server's clock. */
    now: new Date().toISOString(),
  };
}

async function readPayment(visit: Visit, id: string): Promise<Payment | null> {
  try {
    return await visit.call<Payment>(`/v1/payments/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 400 || error.status === 404 || error.status === 422) throw new Response(null, { status: 404 });
    return null;
  }
}

/** The order behind a payment, if it is the visitor's own. */
async function ownOrder(visit: Visit, id: number): Promise<Order | null> {
  try {
    return await visit.call<Order>(`/v1/user/orders/${id}`);
  } catch (error) {
    // Somebody else's, or nobody signed in any more: the payment alone is shown.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Takes a card's token (`confirm`), asks for the page of the provider (`pay`), opens a fresh payment of the order (`again`), or
 * has it paid another way (`method`).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const intent = textOf(form, "intent");
  try {
    if (intent === "again") {
      const order = encodeURIComponent(textOf(form, "order_id"));
      const { id } = await visit.call<Payment>(`/v1/user/orders/${order}/payment`, { method: "POST" });
      return redirect(visit.to(`/jpcart/payment_new/${id}`));
    }
    if (intent === "method") {
      const body = { method: textOf(form, "method") };
      const { id } = await visit.call<Payment>(`/v1/payments/${encodeURIComponent(params.id)}/method`, {
        method: "POST",
        body,
      });
      return redirect(visit.to(`${visit.path.startsWith("/user/") ? "/user/payment" : "/jpcart/payment_new"}/${id}`));
    }
    if (intent !== "confirm" && intent !== "pay") return done();
    const payment = await visit.call<Payment>(`/v1/payments/${encodeURIComponent(params.id)}/confirm`, {
      method: "POST",
      headers: { "idempotency-key": textOf(form, "key") || crypto.randomUUID() },
      body: intent === "confirm" ? { card_token: textOf(form, "card_token") } : {},
    });
    // The bank's or the provider's own page. A form sent without script may not lead away from here: its page links there.
    const { type, url } = payment.action;
    if (type === "redirect" && url && textOf(form, "by") === "script")
      return redirectDocument(permittedAddress(url, visit.server.publicUrl, { external: true }));
    return done();
  } catch (error) {
    // It went another way meanwhile: the page shows which.
    if (error instanceof ApiError && (error.code === "payment_ended" || error.code === "payment_in_progress"))
      return done();
    return refused(error, typedIn(form, ["intent"]));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("payment.title"), noindex: true }) : [];
};

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentView key={loaderData.id} {...loaderData} answer={actionData} />;
}
