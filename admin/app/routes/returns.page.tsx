import { returnListQuery, type ReturnPage } from "@furoshiki/api/admin/returns";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { redirect } from "react-router";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { createListPath, createListQuery } from "../returns/list-path.ts";
import { ReturnList } from "../returns/return-list.tsx";
import type { Route } from "./+types/returns.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const query = createListQuery(params);
  const invalidParams = findInvalidParams(returnListQuery, query);
  if (invalidParams.length > 0) {
    const names = invalidParams.map((name) => (name === "order_id" ? "q" : name));
    throw redirect(createListPath(params, Object.fromEntries(names.map((name) => [name, null]))));
  }
  const { load } = getRequestContext({ context });
  const [page, savedViews, preference] = await Promise.all([
    load<ReturnPage>(`returns?${query}`),
    load<SavedView[]>("saved-views/returns"),
    load<ListPreference>("me/lists/returns"),
  ]);
  const { view, sort } = returnListQuery.pick({ view: true, sort: true }).parse(Object.fromEntries(query));
  return { page, savedViews, preference, view, sort, today: toStoreDay(new Date()) };
}

export default function ReturnsPage({ loaderData }: Route.ComponentProps) {
  return <ReturnList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "returns.title");
