import type { StaffList } from "@furoshiki/api/admin/staff";
import type { RoleList } from "@furoshiki/api/admin/staff/roles";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { readFieldEdits, type FieldEdits } from "../api-client/field-edits.ts";
import { createTitle } from "../http/page-title.ts";
import { type RoleActionResult, RolesView } from "../staff/roles-view.tsx";
import { runWithStepUp } from "../staff/step-up.ts";
import type { Route } from "./+types/roles.page";

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const [staff, { items: roles }] = await Promise.all([load<StaffList>("staff"), load<RoleList>("roles")]);
  const role = searchParams.get("role") ?? "";
  const dialog = searchParams.has("create") ? "create" : searchParams.has("edit") ? "edit" : null;
  return { staff, roles, open: { role: /^[1-9]\d{0,9}$/.test(role) ? Number(role) : null, dialog } as const };
}

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const edits = readFieldEdits(form, ["name_ru", "name_en", "permissions"]);
  const executeAction = async (): Promise<RoleActionResult> => {
    const { path, ...call } = createCall(form, edits);
    const isUnchanged = call.method === "PATCH" && Object.keys(edits).length === 0;
    const id = isUnchanged
      ? Number(form.get("id"))
      : (await requestContext.call<{ result: { id: number } }>(path, call)).result.id;
    throw redirect(call.method === "DELETE" ? "/roles" : `/roles?role=${id}`);
  };
  try {
    return data<RoleActionResult>(await runWithStepUp(requestContext, form, executeAction));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = toFormErrors(error, requestContext, [404]);
    return data<RoleActionResult>({ formErrors: { ...errors.data, edits } }, errors.init ?? {});
  }
}

/** Returns the API call of a form. */
function createCall(form: FormData, edits: FieldEdits) {
  const getText = (name: string) => String(form.get(name) ?? "");
  const toList = (text: string) => text.split(" ").filter(Boolean);
  const path = `roles/${Number(form.get("id"))}`;
  switch (String(form.get("intent"))) {
    case "create": {
      const names = { name_ru: getText("name_ru"), name_en: getText("name_en") };
      return {
        path: "roles",
        method: "POST",
        body: { ...names, permissions: toList(getText("permissions")) },
      } as const;
    }
    case "rename":
      return { path, method: "PATCH", body: { changes: edits } } as const;
    case "update_permissions": {
      const { from = "", to = "" } = edits["permissions"] ?? {};
      const changes = { permissions: { from: toList(from), to: toList(to) } };
      return { path, method: "PATCH", body: { changes } } as const;
    }
    case "delete":
      return { path, method: "DELETE", body: { version: Number(form.get("version")) } } as const;
    default:
      throw data(null, { status: 400 });
  }
}

export default function RolesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <RolesView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "staff.title");
