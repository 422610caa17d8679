import type { ListedSupplier, SupplierList } from "@furoshiki/api/admin/purchasing/suppliers";
import { data, redirect } from "react-router";
import { readFieldEdits } from "../api-client/field-edits.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { type ExecutedAction, offerUndo } from "../api-client/undo-cookie.ts";
import { createTitle } from "../http/page-title.ts";
import { parseSupplierEdits, parseSupplierText, supplierFields, SUPPLIERS_PATH } from "../purchasing/supplier-form.ts";
import { SuppliersView } from "../purchasing/suppliers-view.tsx";
import type { Route } from "./+types/suppliers.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const list = await getRequestContext({ context }).load<SupplierList>("suppliers");
  const edit = url.searchParams.get("edit");
  const edited: ListedSupplier | "new" | null =
    edit === "new" ? "new" : (list.items.find(({ id }) => String(id) === edit) ?? null);
  return { list, edited };
}

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const id = form.get("id");
  const edits = readFieldEdits(form, supplierFields);
  try {
    if (id === null) {
      const newFields = supplierFields.filter((field) => field !== "is_active");
      const fields = newFields.map((field) => [field, parseSupplierText(field, String(form.get(field) ?? ""))]);
      await requestContext.call("suppliers", { method: "POST", body: Object.fromEntries(fields) });
    } else if (Object.keys(edits).length > 0) {
      const executed = await requestContext.call<ExecutedAction>(`suppliers/${Number(id)}`, {
        method: "PATCH",
        body: { changes: parseSupplierEdits(edits) },
      });
      await offerUndo(requestContext, executed, { action: "supplier.updated", path: SUPPLIERS_PATH });
    }
  } catch (error) {
    const errors = toFormErrors(error, requestContext, [404]);
    return data({ ...errors.data, edits }, errors.init ?? {});
  }
  throw redirect(SUPPLIERS_PATH);
}

export default function SuppliersPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SuppliersView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "purchasing.suppliers_title");
