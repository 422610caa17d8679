import type { RequestedRefund } from "@furoshiki/api/admin/payments/refunds";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { ApiError, type FieldErrors, type RequestContext } from "../api-client/request-context.ts";
import { runWithStepUp, type StepUp } from "../staff/step-up.ts";

/** What a refund would pay back, or why it is refused. */
export type RefundPreview = { refund: RequestedRefund; requiresApproval: boolean } | { refusal: string };

/** What the dialog shows after its form was refused. */
export type RefundFailure = { message: string; errors: FieldErrors } | { stepUp: StepUp };

/** Returns the path that previews and executes the refunds of an order. */
export function createRefundPath(orderId: number): string {
  return `/orders/${orderId}/refund`;
}

/** Builds the request of a refund from the fields of its form. */
function buildRefundBody(fields: FormData | URLSearchParams) {
  const lines = [...fields.keys()]
    .filter((name) => name.startsWith("line_"))
    .map((name) => ({ line: Number(name.slice("line_".length)), quantity: Number(fields.get(name)) }))
    .filter(({ quantity }) => quantity > 0);
  const isAmount = fields.has("amount");
  return {
    lines: isAmount ? [] : lines,
    delivery: isAmount ? 0 : parseAmount(fields.get("delivery")),
    amount: isAmount ? parseAmount(fields.get("amount")) : null,
    reason: fields.get("reason"),
    comment: fields.get("comment") ?? "",
    restock: fields.get("restock") === "1",
  };
}

/** Parses an amount as people write it: `1 900,50`, `1900.50`. Anything else is NaN, which the API refuses. */
function parseAmount(value: unknown): number {
  return Number(
    String(value ?? "")
      .replaceAll(/\s/g, "")
      .replace(",", "."),
  );
}

/** Executes a refund in a transaction that is rolled back. */
export async function previewRefund(
  { call }: RequestContext,
  orderId: number,
  params: URLSearchParams,
): Promise<RefundPreview> {
  try {
    const body = buildRefundBody(params);
    const path = `orders/${orderId}/refunds?preview=true`;
    const { result, preview } = await call<{ result: RequestedRefund; preview: PreviewEffects }>(path, {
      ...{ method: "POST", body },
    });
    return { refund: result, requiresApproval: preview.requires_approval };
  } catch (error) {
    if (error instanceof ApiError && [403, 409, 422, 503].includes(error.status)) return { refusal: error.message };
    throw error;
  }
}

/**
 * Executes a refund, sends a failed one again, records that it was paid another way, or requests an approval. The key of
 * the form makes a second click harmless.
 * @returns what the dialog shows if a code is needed or the entered one is refused; null if it was executed or requested
 * @throws ApiError
 */
export async function executeRefund(
  requestContext: RequestContext,
  orderId: number,
  form: FormData,
): Promise<{ stepUp: StepUp } | null> {
  const { path, body } = buildRefundRequest(orderId, form);
  const headers = { "idempotency-key": String(form.get("key")) };
  const result = await runWithStepUp(requestContext, form, async () =>
    requestContext.call<object>(path, { method: "POST", headers, body }),
  );
  return "stepUp" in result ? result : null;
}

function buildRefundRequest(orderId: number, form: FormData): { path: string; body: object } {
  const failedId = form.get("refund_id");
  if (typeof failedId !== "string") return { path: `orders/${orderId}/refunds`, body: buildRefundBody(form) };
  const path = `refunds/${encodeURIComponent(failedId)}`;
  const note = form.get("note");
  return note === null ? { path: `${path}/retry`, body: {} } : { path: `${path}/record`, body: { note } };
}
