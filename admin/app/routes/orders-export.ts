import { exportColumns, type ExportColumn } from "@furoshiki/api/admin/orders/staff";
import { data } from "react-router";
import { ApiError, getRequestContext, toErrorPage } from "../api-client/request-context.ts";
import type { Route } from "./+types/orders-export";

/** Downloads the list of orders that the form describes as a CSV file. */
export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const { call, server } = requestContext;
  const form = await request.formData();
  const list = Object.fromEntries(new URLSearchParams(String(form.get("list"))));
  const columns = form
    .getAll("columns")
    .filter((column): column is ExportColumn => exportColumns.some((one) => one === column));
  try {
    const { result } = await call<{ result: { token: string } }>("orders/exports", {
      method: "POST",
      body: { list, columns },
    });
    const file = await server.callApi(`/v1/admin/orders/exports/${result.token}`, { method: "GET", headers: {} });
    if (!file.ok) throw data(null, { status: file.status });
    return file;
  } catch (error) {
    throw error instanceof ApiError ? toErrorPage(error, requestContext) : error;
  }
}
