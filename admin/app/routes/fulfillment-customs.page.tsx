import { data } from "react-router";
import { customsProblemQuery, type CustomsProblemList } from "@furoshiki/api/admin/fulfillment";
import { getRequestContext } from "../api-client/request-context.ts";
import { previewCustomsEdit, saveCustomsEdit } from "../fulfillment/customs-edit.ts";
import { CustomsList } from "../fulfillment/customs-list.tsx";
import { createTitle } from "../http/page-title.ts";
import type { Route } from "./+types/fulfillment-customs.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const { status } = customsProblemQuery
    .pick({ status: true })
    .catch({ status: "missing" })
    .parse({
      status: url.searchParams.get("status") ?? undefined,
    });
  const [list, edit] = await Promise.all([
    requestContext.load<CustomsProblemList>(`customs-problems?status=${status}`),
    previewCustomsEdit(requestContext, url.searchParams),
  ]);
  return { list, status, edit };
}

export async function action({ context, request }: Route.ActionArgs) {
  const result = await saveCustomsEdit(getRequestContext({ context }), await request.formData());
  if (result === null) throw data(null, { status: 400 });
  return result;
}

export default function CustomsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <CustomsList {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "fulfillment.customs_title");
