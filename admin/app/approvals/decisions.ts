import type { Approval } from "@furoshiki/api/admin/staff";
import { ApiError, type FieldErrors, type RequestContext } from "../api-client/request-context.ts";
import { runWithStepUp, type StepUp } from "../staff/step-up.ts";

/** What one can do with a request of a colleague. */
export const decisions = ["approve", "reject"] as const;
export type Decision = (typeof decisions)[number];

/** The dialog that the URL names, with why the approval would be refused now; null if it would not. */
export type OpenDecision = { decision: Decision; approval: Approval; refusal: string | null };

/** What the page shows after one of its forms. */
export type DecisionResult =
  | { intent: string; message: string; errors: FieldErrors }
  | { intent: string; stepUp: StepUp }
  | { intent: string; isDone: true };

/** Returns the request that the URL names and that the person may decide on, if it waits. */
export async function openDecision(
  { call }: RequestContext,
  pending: readonly Approval[],
  params: URLSearchParams,
): Promise<OpenDecision | null> {
  const decision = decisions.find((name) => name === params.get("action"));
  const approval = pending.find(({ id, can_decide }) => can_decide && String(id) === params.get("id"));
  if (!decision || !approval) return null;
  if (decision === "reject") return { decision, approval, refusal: null };
  try {
    await call(`approvals/${approval.id}/approve?preview=true`, { method: "POST", body: {} });
    return { decision, approval, refusal: null };
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409, 503].includes(error.status))
      return { decision, approval, refusal: error.message };
    throw error;
  }
}

/**
 * Approves, rejects or cancels the request of a form.
 * @returns what the page shows if a code is needed; null if it is done
 * @throws ApiError
 */
export async function decide(
  requestContext: RequestContext,
  intent: Decision | "cancel",
  form: FormData,
): Promise<{ stepUp: StepUp } | null> {
  const path = `approvals/${Number(form.get("id"))}/${intent}`;
  const body = intent === "reject" ? { reason: form.get("reason") ?? "" } : {};
  const result = await runWithStepUp(requestContext, form, () =>
    requestContext.call<object>(path, { method: "POST", body }),
  );
  return "stepUp" in result ? result : null;
}
