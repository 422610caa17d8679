import type { Payment } from "@furoshiki/api/payments";
import { data } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import type { Route } from "./+types/status";

export type PaymentState = Pick<Payment, "status" | "in_progress">;

/** How a payment stands, for the page that waits for its end. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const { status, in_progress } = await visitOf({ context }).call<Payment>(
      `/v1/payments/${encodeURIComponent(params.id)}`,
    );
    return data<PaymentState>({ status, in_progress }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(null, { status: error.status, headers: { "cache-control": "no-store" } });
  }
}
