import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import {
  type ChangedStockCount,
  type StockCountPage as CountPage,
  stockCountListQuery,
} from "@furoshiki/api/admin/inventory/counts";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { redirect } from "react-router";
import { z } from "zod";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { changeListParams, findInvalidParams } from "../http/search-params.ts";
import { getStockCountPath, STOCK_COUNTS_PATH } from "../stock-counts/counts-path.ts";
import { StockCountList } from "../stock-counts/stock-count-list.tsx";
import type { Route } from "./+types/stock-counts.page";

const pageQuery = stockCountListQuery.extend({ do: z.enum(["new"]).optional() });

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const invalidParams = findInvalidParams(pageQuery, params);
  if (invalidParams.length > 0)
    throw redirect(
      `${STOCK_COUNTS_PATH}${changeListParams(params, Object.fromEntries(invalidParams.map((name) => [name, null])))}`,
    );
  const { load } = getRequestContext({ context });
  const query = new URLSearchParams([...params].filter(([name]) => name !== "do"));
  const [page, terms] = await Promise.all([
    load<CountPage>(`stock-counts?${query}`),
    params.has("do") ? load<CatalogTerms>("catalog-terms") : null,
  ]);
  return { page, terms, today: toStoreDay(new Date()) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const readId = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
  let id: number;
  try {
    const { result } = await requestContext.call<{ result: ChangedStockCount }>("stock-counts", {
      method: "POST",
      body: {
        name: String(form.get("name") ?? ""),
        category_id: readId("category_id"),
        brand_id: readId("brand_id"),
        is_blind: form.has("is_blind"),
      },
    });
    ({ id } = result);
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect(getStockCountPath(id));
}

export default function StockCountsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <StockCountList {...loaderData} result={actionData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "counts.title");
