import { redirect } from "react-router";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { auditQuery, type AuditChain, type AuditPage } from "@furoshiki/api/admin/staff/audit";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { offerUndo, type ExecutedAction } from "../api-client/undo-cookie.ts";
import { AuditList } from "../audit/audit-list.tsx";
import { createAuditPath } from "../audit/audit-path.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { layoutParams } from "../list-preferences/list-layout.ts";
import { runWithStepUp } from "../staff/step-up.ts";
import { StepUpDialog } from "../staff/step-up-dialog.tsx";
import type { Route } from "./+types/audit.page";

const DAY_MS = 86_400_000;
/** The days in which a text is searched, unless the log is filtered by a record, a request or a period. */
const SEARCHED_DAYS = 90;

export async function loader({ context, url }: Route.LoaderArgs) {
  const invalidParams = findInvalidParams(auditQuery, url.searchParams);
  if (invalidParams.length > 0) {
    const changes = Object.fromEntries(invalidParams.map((name) => [name, null]));
    throw redirect(createAuditPath(url.searchParams, changes));
  }
  const query = new URLSearchParams(url.searchParams);
  for (const name of ["entry", ...layoutParams]) query.delete(name);
  const isSearchLimited = query.has("q") && !["from", "request"].some((name) => query.has(name));
  const searchedDays = isSearchLimited && !query.get("subject")?.includes(":") ? SEARCHED_DAYS : null;
  if (searchedDays !== null) query.set("from", new Date(Date.now() - searchedDays * DAY_MS).toISOString());
  const { load } = getRequestContext({ context });
  const [page, chain, savedViews, preference] = await Promise.all([
    load<AuditPage>(`audit?${query}`),
    load<AuditChain>("audit/chain"),
    load<SavedView[]>("saved-views/audit"),
    load<ListPreference>("me/lists/audit"),
  ]);
  return {
    page,
    chain,
    savedViews,
    preference,
    listQuery: query.toString(),
    searchedDays,
    today: toStoreDay(new Date()),
  };
}

/** Undoes the action of an entry. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const entry = Number(form.get("entry"));
  try {
    const stepUp = await runWithStepUp(requestContext, form, () =>
      requestContext.call<ExecutedAction>(`audit/${entry}/undo`, { method: "POST" }),
    );
    if ("stepUp" in stepUp) return stepUp;
    await offerUndo(requestContext, stepUp, { action: "undo", path: createAuditPath(url.searchParams, {}) });
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect(createAuditPath(url.searchParams, {}));
}

export default function AuditLogPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AuditList {...loaderData} />
      {actionData && "stepUp" in actionData ? <StepUpDialog stepUp={actionData.stepUp} /> : null}
    </>
  );
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "audit.title");
