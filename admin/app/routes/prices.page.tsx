import type { CatalogTerms } from "@furoshiki/api/admin/catalog-admin";
import { priceListQuery, type PricePage } from "@furoshiki/api/admin/catalog-admin/prices";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { findInvalidParams } from "../http/search-params.ts";
import { createPricesPath, createPricesQuery } from "../prices/prices-path.ts";
import { PriceList } from "../prices/price-list.tsx";
import type { Route } from "./+types/prices.page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = url.searchParams;
  const query = createPricesQuery(params);
  const invalidParams = findInvalidParams(priceListQuery, query);
  if (invalidParams.length > 0) {
    // A value that does not suit the rule leaves no rule; the time of the form has another name than that of the API.
    const removed = invalidParams.flatMap((name) =>
      name === "value" ? ["value", "rule"] : name === "sale_ends_at" ? ["sale_ends"] : [name],
    );
    throw redirect(createPricesPath(params, Object.fromEntries(removed.map((name) => [name, null]))));
  }
  const { load } = getRequestContext({ context });
  const [page, terms] = await Promise.all([load<PricePage>(`prices?${query}`), load<CatalogTerms>("catalog-terms")]);
  return { page, terms, query: priceListQuery.parse(Object.fromEntries(query)) };
}

export default function PricesPage({ loaderData }: Route.ComponentProps) {
  return <PriceList {...loaderData} />;
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "prices.title");
