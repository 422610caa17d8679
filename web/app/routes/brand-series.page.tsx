import type { Series } from "@furoshiki/api/catalog";
import { getRequestContext } from "../api-client/request-context.ts";
import { getDispatchPlaces } from "../store-config/store-info.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getTranslator, type Translator } from "../i18n/messages.ts";
import { ListingHeader } from "../catalog/listing/listing-header.tsx";
import { getListingMeta, loadListing } from "../catalog/listing/listing.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import type { Route } from "./+types/brand-series.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const series = await requestContext.load<Series>(`/v1/brand-series/${encodeURIComponent(params.id)}`);
  const { listing } = await loadListing(requestContext, { series: series.id });
  return { series, listing };
}

const getPath = (id: number) => `/brand-series/${id}`;
const getFullName = ({ name, manufacturer }: Series) => `${manufacturer.name} ${name}`;

const getBreadcrumbs = ({ manufacturer: { name, slug } }: Series, t: Translator) => [
  { name: t("menu.brands"), path: "/brands" },
  { name, path: `/manufacturer/${slug}` },
];

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getTranslator(rootData.locale);
  const dispatchPlaces = getDispatchPlaces(rootData.config);
  const { series, listing } = loaderData;
  const name = getFullName(series);
  return buildPageMeta(rootData, location, {
    title: t("category.title", { name: t("series.page_title", { name }), page: listing.listingQuery.page }),
    description: t("brand.description", { ...dispatchPlaces, name, count: listing.total }),
    ...getListingMeta(getPath(series.id), listing),
    jsonLd: [createBreadcrumbJsonLd(rootData, [...getBreadcrumbs(series, t), { name, path: getPath(series.id) }])],
  });
};

export default function SeriesPage({ loaderData: { series, listing } }: Route.ComponentProps) {
  const { t } = useI18n();
  const path = getPath(series.id);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHeader
        title={getFullName(series)}
        total={listing.total}
        breadcrumbs={getBreadcrumbs(series, t)}
        path={path}
      />
      <ProductList listing={listing} path={path} hasFixedBrand />
    </div>
  );
}
