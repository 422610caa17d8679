import { type CatalogTerms, productListQuery, type ProductPage } from "@furoshiki/api/admin/catalog-admin";
import type { SavedView } from "@furoshiki/api/admin/saved-views";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import { toStoreDay } from "@furoshiki/design-system/i18n/store-day.ts";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createListPath, createListQuery } from "../catalog/list-path.ts";
import { ProductList } from "../catalog/product-list.tsx";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import type { Route } from "./+types/products.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const query = createListQuery(params);
  const invalidParams = findInvalidParams(productListQuery, query);
  if (invalidParams.length > 0)
    throw redirect(createListPath(params, Object.fromEntries(invalidParams.map((name) => [name, null]))));
  const { load } = getRequestContext({ context });
  const [page, terms, savedViews, preference] = await Promise.all([
    load<ProductPage>(`products?${query}`),
    load<CatalogTerms>("catalog-terms"),
    load<SavedView[]>("saved-views/products"),
    load<ListPreference>("me/lists/products"),
  ]);
  const { view, sort } = productListQuery.pick({ view: true, sort: true }).parse(Object.fromEntries(query));
  return { page, terms, savedViews, preference, view, sort, today: toStoreDay(new Date()) };
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  return <ProductList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "catalog.title");
