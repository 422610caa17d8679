import { returnParams, type ReturnDetail } from "@furoshiki/api/admin/returns";
import type { Approval } from "@furoshiki/api/admin/staff";
import type { PendingApprovals } from "@furoshiki/api/admin/staff/approvals";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { data, redirect } from "react-router";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import {
  createPreviewBody,
  createStepBody,
  isReturnStep,
  listPossibleSteps,
  type ReturnStep,
  stepPaths,
  type StepPreview,
} from "../returns/return-steps.ts";
import { ReturnView } from "../returns/return-view.tsx";
import { runWithStepUp } from "../staff/step-up.ts";
import { StepUpDialog } from "../staff/step-up-dialog.tsx";
import type { Route } from "./+types/return.page";

/** How long the email about a decision waits, in milliseconds; it ends the undo (docs/domain/returns.md). */
const EMAIL_DELAY_MS = 30_000;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const row = await requestContext.load<ReturnDetail>(`returns/${parseId(params)}`);
  const step = url.searchParams.get("action");
  const [approvals, preview] = await Promise.all([
    loadApprovals(requestContext, row),
    isReturnStep(step) && listPossibleSteps(row).includes(step) ? previewStep(requestContext, row, step) : null,
  ]);
  return { return: row, approvals, preview, today: toStoreDay(new Date()) };
}

/** Loads the requests about the order of a return that wait, and returns those that are about the return. */
async function loadApprovals({ load }: RequestContext, { id, order }: ReturnDetail): Promise<Approval[]> {
  const { items } = await load<PendingApprovals>(`orders/${order.id}/approvals`);
  return items.filter(({ action, params }) => action === "return.refunded" && params["id"] === id);
}

function parseId(params: Route.LoaderArgs["params"]): number {
  const { data: parsedParams } = returnParams.safeParse(params);
  if (!parsedParams) throw data(null, { status: 404 });
  return parsedParams.id;
}

/** Executes a step with the usual input in a transaction that is rolled back. */
async function previewStep({ call }: RequestContext, row: ReturnDetail, step: ReturnStep): Promise<StepPreview> {
  const idempotencyKey = crypto.randomUUID();
  try {
    const { preview } = await call<{ preview: PreviewEffects }>(`returns/${row.id}/${stepPaths[step]}?preview=true`, {
      method: "POST",
      body: createPreviewBody(step, row),
    });
    return { step, idempotencyKey, effects: preview };
  } catch (error) {
    if (error instanceof ApiError && [403, 409, 503].includes(error.status))
      return { step, idempotencyKey, refusal: error.message };
    throw error;
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const intent = form.get("intent");
  if (!isReturnStep(intent)) throw data(null, { status: 400 });
  const path = `returns/${parseId(params)}`;
  try {
    const executed = await runWithStepUp(requestContext, form, () =>
      requestContext.call<ExecutedAction>(`${path}/${stepPaths[intent]}`, {
        method: "POST",
        body: createStepBody(intent, form),
        headers: { "idempotency-key": String(form.get("idempotency_key")) },
      }),
    );
    if ("stepUp" in executed) return executed;
    await offerUndo(requestContext, executed, {
      action: intent === "reject" ? "return.rejected" : "return.approved",
      path: `/${path}`,
      emailAt: new Date(Date.now() + EMAIL_DELAY_MS).toISOString(),
    });
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    return data({ failure: { intent, ...errors.data } }, errors.init ?? {});
  }
  throw redirect(`/${path}`);
}

export default function ReturnRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ReturnView {...loaderData} failure={actionData && "failure" in actionData ? actionData.failure : null} />
      {actionData && "stepUp" in actionData ? <StepUpDialog stepUp={actionData.stepUp} /> : null}
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "returns.title_one", { id: Number(params.id) });
