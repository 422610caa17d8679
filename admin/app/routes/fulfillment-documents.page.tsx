import { data, redirect } from "react-router";
import { pickListQuery, type CustomsCheckPage } from "@furoshiki/api/admin/fulfillment";
import { documentQuery, type DocumentPage } from "@furoshiki/api/admin/fulfillment/documents";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { MAX_PRINTED_ORDERS, parseDocumentKind, printDocuments } from "../fulfillment/document-actions.ts";
import { DocumentList } from "../fulfillment/document-list.tsx";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import type { Route } from "./+types/fulfillment-documents.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (findInvalidParams(documentQuery, url.searchParams).length > 0) throw redirect("/fulfillment/documents");
  const { load } = getRequestContext({ context });
  const [page, { items: ready }] = await Promise.all([
    load<DocumentPage>(`documents?${url.searchParams}`),
    load<CustomsCheckPage>(`customs-checks?status=complete&limit=${MAX_PRINTED_ORDERS}`),
  ]);
  return { page, ready, today: toStoreDay(new Date()) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const kind = parseDocumentKind(form.get("kind"));
  const { data: selection } = pickListQuery.safeParse({ order_ids: form.getAll("order_ids").join(",") });
  if (kind === null) throw data(null, { status: 400 });
  const orderIds = selection?.order_ids?.slice(0, MAX_PRINTED_ORDERS) ?? [];
  if (orderIds.length === 0) throw redirect("/fulfillment/documents");
  const targets = orderIds.map((order_id) => ({ order_id }));
  return printDocuments(getRequestContext({ context }), targets, kind);
}

export default function DocumentsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <DocumentList {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "fulfillment.documents");
