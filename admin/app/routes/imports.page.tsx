import { importListQuery, type ImportPage, type ImportProfiles } from "@furoshiki/api/admin/imports";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { ImportList } from "../imports/import-list.tsx";
import { IMPORTS_PATH } from "../imports/import-path.ts";
import type { Route } from "./+types/imports.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findInvalidParams(importListQuery, url.searchParams).length > 0) throw redirect(IMPORTS_PATH);
  const { load } = getRequestContext({ context });
  const [page, { items }] = await Promise.all([
    load<ImportPage>(`imports?${url.searchParams}`),
    load<ImportProfiles>("import-profiles"),
  ]);
  return { page, profiles: items, today: toStoreDay(new Date()) };
}

/** Deletes a profile. */
export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const id = Number((await request.formData()).get("profile"));
  if (!Number.isSafeInteger(id) || id < 1) throw data(null, { status: 400 });
  try {
    await requestContext.call(`import-profiles/${id}`, { method: "DELETE", body: {} });
  } catch (error) {
    return toFormErrors(error, requestContext, [404]);
  }
  throw redirect(IMPORTS_PATH);
}

export default function ImportsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ImportList {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "imports.title");
