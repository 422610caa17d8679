import type { Tag } from "@furoshiki/api/catalog";
import { getRequestContext } from "../api-client/request-context.ts";
import { getDispatchPlaces } from "../store-config/store-info.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { getTranslator } from "../i18n/messages.ts";
import { ListingHeader } from "../catalog/listing/listing-header.tsx";
import { getListingMeta, loadListing } from "../catalog/listing/listing.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import type { Route } from "./+types/tag.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const tag = await requestContext.load<Tag>(`/v1/tags/${encodeURIComponent(params.slug)}`);
  const { listing } = await loadListing(requestContext, { tag: tag.slug });
  return { tag, listing };
}

const getPath = (slug: string) => `/tags/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getTranslator(rootData.locale);
  const dispatchPlaces = getDispatchPlaces(rootData.config);
  const { tag, listing } = loaderData;
  return buildPageMeta(rootData, location, {
    title: t("category.title", {
      name: t("tag.page_title", { ...dispatchPlaces, name: tag.name }),
      page: listing.listingQuery.page,
    }),
    description: t("category.description", { ...dispatchPlaces, name: tag.name, count: listing.total }),
    ...getListingMeta(getPath(tag.slug), listing),
    jsonLd: [createBreadcrumbJsonLd(rootData, [{ name: tag.name, path: getPath(tag.slug) }])],
  });
};

export default function TagPage({ loaderData: { tag, listing } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHeader title={tag.name} total={listing.total} path={getPath(tag.slug)} />
      <ProductList listing={listing} path={getPath(tag.slug)} />
    </div>
  );
}
