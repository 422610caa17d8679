import type { StaffList } from "@furoshiki/api/admin/staff";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import type { RoleList } from "@furoshiki/api/admin/staff/roles";
import { data, redirect } from "react-router";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { ApiError, getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import type { MemberPreview } from "../staff/member-dialog.tsx";
import { memberActions, type MemberAction, type StaffActionResult, StaffView } from "../staff/staff-view.tsx";
import { runWithStepUp } from "../staff/step-up.ts";
import type { Route } from "./+types/staff.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const open = parseUrl(url.searchParams);
  const [staff, roles, preview] = await Promise.all([
    requestContext.load<StaffList>("staff"),
    requestContext.load<RoleList>("roles"),
    previewAction(requestContext, open),
  ]);
  return { staff, roles: roles.items, open, preview, today: toStoreDay(new Date()) };
}

function parseUrl(params: URLSearchParams) {
  const member = params.get("member") ?? "";
  const action = params.get("action");
  return {
    view: params.get("view") === "invitations" ? ("invitations" as const) : ("staff" as const),
    member: /^[1-9]\d{0,9}$/.test(member) ? Number(member) : null,
    action: memberActions.find((name) => name === action) ?? null,
    isInviting: params.has("invite"),
  };
}

/** Executes an action on an account in a transaction that is rolled back. */
async function previewAction(
  { call }: RequestContext,
  { member, action }: { member: number | null; action: MemberAction | null },
): Promise<MemberPreview | null> {
  if (member === null || action === null || action === "change-role") return null;
  try {
    const path = `staff/${member}/${action}?preview=true`;
    const { preview } = await call<{ preview: PreviewEffects }>(path, { method: "POST", body: {} });
    return { effects: preview };
  } catch (error) {
    if (error instanceof ApiError && [403, 404, 409, 503].includes(error.status)) return { refusal: error.message };
    throw error;
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const executeAction = async (): Promise<StaffActionResult> => {
    const { path, method, body } = createCall(form);
    const { result } = await requestContext.call<{ result: object }>(path, { method, body });
    if ("url" in result) return { invited: result as { email: string; url: string } };
    if ("recovery_code" in result) return { recoveryCode: String(result.recovery_code) };
    throw redirect(form.get("intent") === "withdraw" ? `/staff${url.search}` : "/staff");
  };
  try {
    return data<StaffActionResult>(await runWithStepUp(requestContext, form, executeAction));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = toFormErrors(error, requestContext, [404]);
    return data<StaffActionResult>({ formErrors: errors.data }, errors.init ?? {});
  }
}

/** Returns the API call of a form. */
function createCall(form: FormData) {
  const id = Number(form.get("id"));
  switch (String(form.get("intent"))) {
    case "invite":
      return {
        path: "staff/invitations",
        method: "POST",
        body: { email: form.get("email"), role_key: form.get("role_key") },
      } as const;
    case "withdraw":
      return {
        path: `staff/invitations/${encodeURIComponent(String(form.get("email")))}`,
        method: "DELETE",
        body: {},
      } as const;
    case "change-role":
      return { path: `staff/${id}`, method: "PATCH", body: { from: form.get("from"), to: form.get("to") } } as const;
    case "disable":
      return { path: `staff/${id}/disable`, method: "POST", body: {} } as const;
    case "reset-second-factor":
      return { path: `staff/${id}/reset-second-factor`, method: "POST", body: {} } as const;
    default:
      throw data(null, { status: 400 });
  }
}

export default function StaffPage({ loaderData, actionData }: Route.ComponentProps) {
  return <StaffView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "staff.title");
