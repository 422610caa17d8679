import { summaryParams, type SummaryPage } from "@furoshiki/api/admin/reviews/summaries";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { readFieldEdits } from "../api-client/field-edits.ts";
import { offerUndo, type ExecutedAction } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { summaryFields, SummaryView } from "../reviews/summary-view.tsx";
import type { Route } from "./+types/review-summary.page";

/** Returns the language and the path of a summary in the API. @throws 404 if the parameters are invalid */
function parseParams(params: Route.LoaderArgs["params"]) {
  const parsed = summaryParams.safeParse({ id: params.product, locale: params.locale });
  if (!parsed.success) throw data(null, { status: 404 });
  const { id, locale } = parsed.data;
  return { locale, apiPath: `review-summaries/${id}/${locale}`, path: `/reviews/summaries/${id}/${locale}` };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { locale, apiPath } = parseParams(params);
  const page = await getRequestContext({ context }).load<SummaryPage>(apiPath);
  return { page, locale, now: new Date().toISOString() };
}

export async function action({ params, context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { apiPath, path } = parseParams(params);
  const edits = readFieldEdits(await request.formData(), summaryFields);
  try {
    const executed = await requestContext.call<ExecutedAction>(apiPath, { method: "POST", body: { changes: edits } });
    await offerUndo(requestContext, executed, { action: "review_summary.saved", path });
  } catch (error) {
    const errors = toFormErrors(error, requestContext);
    return data({ ...errors.data, edits }, errors.init ?? {});
  }
  throw redirect(path);
}

export default function ReviewSummaryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SummaryView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "summaries.title");
