import type { Payment } from "@furoshiki/api/payments";
import { data } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import type { PaymentState } from "../payments/payment-polling.ts";
import type { Route } from "./+types/payment-status";

/** Returns the status of a payment, for polling. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { status, in_progress } = await getRequestContext({ context }).call<Payment>(
      `/v1/payments/${encodeURIComponent(params.id)}`,
    );
    return data<PaymentState>({ status, in_progress }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(null, { status: error.status, headers: { "cache-control": "no-store" } });
  }
}
