import type { DeliveryOptions, OrderEditOutcome } from "@furoshiki/api/admin/order-edits";
import { orderParams, type OrderDetail } from "@furoshiki/api/admin/orders";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { deleteDraft } from "../drafts/delete-draft.ts";
import { createTitle } from "../http/page-title.ts";
import { formatOrderNumber } from "../i18n/amounts.ts";
import { buildEditRequest } from "../order-edits/edit-request.ts";
import { OrderEditView } from "../order-edits/order-edit-view.tsx";
import { runWithStepUp } from "../staff/step-up.ts";
import { StepUpDialog } from "../staff/step-up-dialog.tsx";
import type { Route } from "./+types/order-edit.page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const id = parseId(params);
  const [order, options] = await Promise.all([
    load<OrderDetail>(`orders/${id}`),
    load<DeliveryOptions>(`orders/${id}/edits/delivery-options`),
  ]);
  // The page of the order says why it cannot be edited.
  if (order.status !== "paid") throw redirect(`/orders/${id}`);
  return { order, options };
}

function parseId(params: Route.LoaderArgs["params"]): number {
  const { data: parsedParams } = orderParams.safeParse(params);
  if (!parsedParams) throw data(null, { status: 404 });
  return parsedParams.id;
}

/** Previews the edit (`preview`), or makes it (`save`). */
export async function action({ context, params, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const path = `orders/${parseId(params)}`;
  const isPreview = form.get("intent") !== "save";
  const body = buildEditRequest(form);
  try {
    if (isPreview) return await previewEdit(requestContext, path, body);
    const saved = await runWithStepUp(requestContext, form, () =>
      requestContext.call<object>(`${path}/edits`, { method: "POST", body }),
    );
    if ("stepUp" in saved) return { stepUp: saved.stepUp };
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    const refusal = { code: error instanceof ApiError ? error.code : "unknown", ...errors.data };
    // That an edit would be refused is the result of its preview, and no error of the request.
    return isPreview ? refusal : data(refusal, errors.init ?? {});
  }
  await deleteDraft(requestContext, { kind: "order_edit", id: parseId(params) });
  throw redirect(`/${path}`);
}

async function previewEdit({ call }: RequestContext, path: string, body: ReturnType<typeof buildEditRequest>) {
  const { result, preview } = await call<{ result: OrderEditOutcome; preview: PreviewEffects }>(
    `${path}/edits?preview=true`,
    // A preview can be calculated before the reason is written; it is not stored.
    { method: "POST", body: { ...body, reason: body.reason || "—" } },
  );
  return { outcome: result, requiresApproval: preview.requires_approval };
}

export default function OrderEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const stepUp = actionData && "stepUp" in actionData ? actionData.stepUp : null;
  const result = actionData && "stepUp" in actionData ? undefined : actionData;
  return (
    <>
      <OrderEditView key={loaderData.order.id} {...loaderData} result={result} />
      {stepUp ? <StepUpDialog stepUp={stepUp} /> : null}
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  createTitle(matches, "order_edits.title", { number: formatOrderNumber(Number(params.id)) });
