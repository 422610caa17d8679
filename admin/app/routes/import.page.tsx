import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import { changeListQuery, type ImportChangePage, type ImportDetail, importQuery } from "@furoshiki/api/admin/imports";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { parseId } from "../http/parse-id.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { getImportPath } from "../imports/import-path.ts";
import { ImportView } from "../imports/import-view.tsx";
import { readMapping, repeatMapping } from "../imports/mapping-request.ts";
import type { Route } from "./+types/import.page";

const pageQuery = importQuery.extend(changeListQuery.shape);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { load } = getRequestContext({ context });
  const id = parseId(params.id);
  if (findInvalidParams(pageQuery, url.searchParams).length > 0) throw redirect(getImportPath(id));
  const pick = (schema: { shape: object }) =>
    new URLSearchParams([...url.searchParams].filter(([name]) => name in schema.shape));
  const detail = await load<ImportDetail>(`imports/${id}?${pick(importQuery)}`);
  const step = url.searchParams.get("step");
  const showsColumns = detail.status === "uploaded" || (detail.status === "checked" && step === "columns");
  const showsChanges =
    !showsColumns && (detail.status === "checked" || (step === "changes" && /^(applied|undone)$/.test(detail.status)));
  const [terms, changes] = await Promise.all([
    showsColumns ? load<CatalogTerms>("catalog-terms") : null,
    showsChanges && detail.missing_permissions.length === 0
      ? load<ImportChangePage>(`imports/${id}/preview?${pick(changeListQuery)}`)
      : null,
  ]);
  return { detail, terms, changes, today: toStoreDay(new Date()) };
}

type ImportRequest = { method: "PUT" | "POST"; path: string; body: object };

/** The requests of the buttons of the page, by their intents. */
const requests: Readonly<Record<string, (form: FormData) => ImportRequest>> = {
  map: (form: FormData) => ({ method: "PUT", path: "mapping", body: readMapping(form) }),
  cancel: () => ({ method: "POST", path: "cancel", body: {} }),
  select: (form: FormData) => ({
    method: "PUT",
    path: "selection",
    body: {
      kind: form.get("kind"),
      line: form.has("line") ? Number(form.get("line")) : null,
      is_included: form.get("included") === "yes",
    },
  }),
  apply: () => ({ method: "POST", path: "apply", body: {} }),
  undo: () => ({ method: "POST", path: "undo", body: {} }),
};

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const id = parseId(params.id);
  const form = await request.formData();
  const intent = String(form.get("intent"));
  try {
    await send(requestContext, id, intent, form);
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  // A checkbox reloads the page that it is on.
  if (intent === "select" && requestContext.isDataRequest) return undefined;
  throw redirect(intent === "select" ? `${getImportPath(id)}${url.search}` : getImportPath(id));
}

async function send({ call, load }: RequestContext, id: number, intent: string, form: FormData): Promise<void> {
  if (intent === "recheck") {
    const body = repeatMapping(await load<ImportDetail>(`imports/${id}`));
    await call(`imports/${id}/mapping`, { method: "PUT", body });
    return;
  }
  const createRequest = Object.hasOwn(requests, intent) ? requests[intent] : undefined;
  if (!createRequest) throw data(null, { status: 400 });
  const { method, path, body } = createRequest(form);
  await call(`imports/${id}/${path}`, { method, body });
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ImportView {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "imports.title");
