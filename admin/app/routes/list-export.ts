import type { PreparedExport } from "@furoshiki/api/admin/staff/exports";
import { data } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { ApiError, getRequestContext, toErrorPage } from "../api-client/request-context.ts";
import { exportedLists, type ExportFile } from "../exports/exported-lists.ts";
import { runWithStepUp } from "../staff/step-up.ts";
import type { Route } from "./+types/list-export";

/**
 * Prepares the list that the form describes as a CSV file. The response has the path of the file, or asks for a code if
 * the file has personal data. A form that was submitted without scripts receives a file without personal data itself.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const list = exportedLists.find((name) => name === params.list);
  if (!list) throw data(null, { status: 404 });
  const requestContext = getRequestContext({ context });
  const { call, server, isDataRequest } = requestContext;
  const form = await request.formData();
  const prepare = async (): Promise<ExportFile> => {
    const body = {
      list: Object.fromEntries(new URLSearchParams(String(form.get("list")))),
      columns: form.getAll("columns"),
      with_personal_data: form.has("with_personal_data"),
    };
    const { result } = await call<{ result: PreparedExport }>(`${list}/exports`, { method: "POST", body });
    return { path: `/v1/admin/${list}/exports/${result.token}`, rows: result.rows };
  };
  if (isDataRequest || form.has("with_personal_data"))
    try {
      return await runWithStepUp(requestContext, form, prepare);
    } catch (error) {
      return toFormErrors(error, requestContext);
    }
  try {
    const { path } = await prepare();
    const file = await server.callApi(path, { method: "GET", headers: {} });
    if (!file.ok) throw data(null, { status: file.status });
    return file;
  } catch (error) {
    throw error instanceof ApiError ? toErrorPage(error, requestContext) : error;
  }
}
