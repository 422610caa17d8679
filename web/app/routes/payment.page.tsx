import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import type { OrderJoining } from "@furoshiki/api/joined-orders";
import type { Order } from "@furoshiki/api/orders";
import type { IdentityStatus } from "@furoshiki/api/orders/identity";
import type { Payment } from "@furoshiki/api/payments";
import { redirect, redirectDocument } from "react-router";
import { createProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  getFormValues,
} from "../forms/form-result.ts";
import { createCheckoutLayout } from "../layout/checkout/checkout-layout.tsx";
import type { LayoutOptions } from "../layout/page-layout.tsx";
import { validateRedirectUrl } from "../navigation/redirect.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { loadComplements } from "../orders/load-complements.ts";
import { IDENTITY_INTENT, saveIdentity } from "../orders/save-identity.ts";
import { PaymentView } from "../payments/payment-view.tsx";
import type { Route } from "./+types/payment.page";

/**
 * Loads a payment: for its customer (`/user/payment/…`), for anyone with its link (`/jpcart/payment/…`), or for a new
 * attempt (`/jpcart/payment_new/…`). `payment` is null if its status cannot be loaded.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  if (requestContext.path.startsWith("/user/")) await requestContext.load("/v1/user");
  const payment = await loadPayment(requestContext, params.id);
  const order = payment && requestContext.token ? await loadOwnOrder(requestContext, payment.order_id) : null;
  const isPaid = payment?.status === "success";
  const [complements, identity, signInMethods, joining] = await Promise.all([
    isPaid && order ? loadComplements(requestContext, order) : [],
    isPaid
      ? loadOptionalData(requestContext.call<IdentityStatus>(`${getIdentityPath(payment, order)}/recipient-identity`))
      : null,
    isPaid && order ? loadOptionalData(requestContext.call<SignInMethods>("/v1/user/sign-in-methods")) : null,
    isPaid && order
      ? loadOptionalData(requestContext.call<OrderJoining>(`/v1/user/orders/${order.id}/joined-orders`))
      : null,
  ]);
  return {
    id: params.id,
    payment,
    order,
    isRetry: requestContext.path.startsWith("/jpcart/payment_new/"),
    hasReturnedFromBank: new URL(request.url).searchParams.has("returned"),
    identity,
    signInMethods,
    joining,
    complementCards: complements.map(createProductCardView),
    /** Current time of the server, ISO 8601. */
    now: new Date().toISOString(),
  };
}

/** What customs asks of the recipient belongs to the order; who has only the link to the payment gives it there. */
function getIdentityPath(payment: Payment, order: Order | null): string {
  return order ? `/v1/user/orders/${order.id}` : `/v1/payments/${encodeURIComponent(payment.id)}`;
}

async function loadPayment(requestContext: RequestContext, id: string): Promise<Payment | null> {
  try {
    return await requestContext.call<Payment>(`/v1/payments/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 400 || error.status === 404 || error.status === 422) throw new Response(null, { status: 404 });
    return null;
  }
}

/** Loads the order of a payment, or null if it is not the visitor's own. */
async function loadOwnOrder(requestContext: RequestContext, id: number): Promise<Order | null> {
  try {
    return await requestContext.call<Order>(`/v1/user/orders/${id}`);
  } catch (error) {
    // Not the visitor's order, or the session has expired: only the payment is shown.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Confirms the payment with a card token (`confirm`), requests the hosted payment page (`pay`), creates a new payment for the
 * order (`again`), changes the payment method (`method`), or saves what customs asks of the recipient.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const intent = getFormValue(form, "intent");
  if (intent === IDENTITY_INTENT) return saveRecipientIdentity(requestContext, params.id, form);
  try {
    if (intent === "retry") {
      const orderId = encodeURIComponent(getFormValue(form, "order_id"));
      const { id } = await requestContext.call<Payment>(`/v1/user/orders/${orderId}/payment`, { method: "POST" });
      return redirect(requestContext.to(`/jpcart/payment_new/${id}`));
    }
    if (intent === "change_method") {
      const body = { method: getFormValue(form, "method") };
      const { id } = await requestContext.call<Payment>(`/v1/payments/${encodeURIComponent(params.id)}/method`, {
        method: "POST",
        body,
      });
      return redirect(
        requestContext.to(
          `${requestContext.path.startsWith("/user/") ? "/user/payment" : "/jpcart/payment_new"}/${id}`,
        ),
      );
    }
    if (intent !== "confirm" && intent !== "pay") return createSuccessResult();
    const payment = await requestContext.call<Payment>(`/v1/payments/${encodeURIComponent(params.id)}/confirm`, {
      method: "POST",
      headers: { "idempotency-key": getFormValue(form, "key") || crypto.randomUUID() },
      body: {
        ...(intent === "confirm" ? { card_token: getFormValue(form, "card_token") } : {}),
        ...(form.has("duty_confirmed") ? { duty_confirmed: true } : {}),
        ...(form.has("agree") && form.has("agree_offer") ? { terms_accepted: true } : {}),
      },
    });
    // Redirect to the bank or the provider. The Content Security Policy forbids it for native forms; their page shows a link.
    const { type, url } = payment.action;
    if (type === "redirect" && url && getFormValue(form, "by") === "script")
      return redirectDocument(validateRedirectUrl(url, requestContext.server.publicUrl, { external: true }));
    return createSuccessResult();
  } catch (error) {
    // The payment has changed in the meantime: the page shows its state.
    if (error instanceof ApiError && (error.code === "payment_ended" || error.code === "payment_in_progress"))
      return createSuccessResult();
    return createErrorResult(error, getFormValues(form, ["intent"]));
  }
}

async function saveRecipientIdentity(requestContext: RequestContext, id: string, form: FormData) {
  const payment = await requestContext.load<Payment>(`/v1/payments/${encodeURIComponent(id)}`);
  const order = requestContext.token ? await loadOwnOrder(requestContext, payment.order_id) : null;
  return saveIdentity(requestContext, getIdentityPath(payment, order), form);
}

/** The shop returns around the page once the order is paid. */
export const handle: LayoutOptions = {
  checkout: createCheckoutLayout<Route.ComponentProps["loaderData"]>(({ payment }) =>
    payment?.status === "success" ? null : "payment",
  ),
};

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

export const meta: Route.MetaFunction = createNoindexMeta("payment.title");

export default function PaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentView key={loaderData.id} {...loaderData} result={actionData} />;
}
