import type { ApprovalList } from "@furoshiki/api/admin/staff/approvals";
import { data, redirect } from "react-router";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { ApprovalListView } from "../approvals/approval-list.tsx";
import { DecisionDialog } from "../approvals/decision-dialog.tsx";
import { decide, decisions, openDecision, type DecisionResult } from "../approvals/decisions.ts";
import { createTitle } from "../http/page-title.ts";
import { useReloadOnEvents } from "../live/use-events.ts";
import { StepUpDialog } from "../staff/step-up-dialog.tsx";
import type { Route } from "./+types/approvals.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const list = await requestContext.load<ApprovalList>("approvals");
  const open = await openDecision(requestContext, list.pending, url.searchParams);
  return { list, open, today: toStoreDay(new Date()) };
}

/** Approves or rejects a request of a colleague, or cancels one's own, also for a form on another page. */
export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const intent = [...decisions, "cancel" as const].find((name) => name === form.get("intent"));
  if (!intent) throw data(null, { status: 400 });
  try {
    const stepUp = await decide(requestContext, intent, form);
    if (stepUp) return data<DecisionResult>({ intent, ...stepUp });
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    return data<DecisionResult>({ intent, ...errors.data }, errors.init ?? {});
  }
  if (intent === "cancel") return data<DecisionResult>({ intent, isDone: true });
  throw redirect("/approvals");
}

export default function ApprovalsPage({ loaderData: { list, open, today }, actionData }: Route.ComponentProps) {
  useReloadOnEvents(["order"]);
  const failure = actionData && "message" in actionData && open === null ? actionData.message : null;
  return (
    <>
      <ApprovalListView list={list} today={today} failure={failure} />
      {open ? (
        <DecisionDialog key={`${open.decision} ${open.approval.id}`} open={open} today={today} result={actionData} />
      ) : null}
      {actionData && "stepUp" in actionData ? <StepUpDialog stepUp={actionData.stepUp} /> : null}
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "approvals.title");
