import { getRequestContext } from "../api-client/request-context.ts";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { createNotFound } from "../errors/not-found.ts";
import { getDispatchPlaces } from "../store-config/store-info.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData, applySeoOverrides } from "../seo/page-meta.ts";
import { getTranslator } from "../i18n/messages.ts";
import { ListingHeader } from "../catalog/listing/listing-header.tsx";
import { getListingMeta, loadListing } from "../catalog/listing/listing.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import type { Route } from "./+types/category.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { listing, category } = await loadListing(getRequestContext({ context }), { category: params.slug });
  if (!category) throw createNotFound();
  allowOfflineCache({ context }, "exact-url");
  return { listing, category };
}

const getPath = (slug: string) => `/category/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getTranslator(rootData.locale);
  const dispatchPlaces = getDispatchPlaces(rootData.config);
  const { category, listing } = loaderData;
  const { name, link_rewrite, breadcrumbs } = category;
  const breadcrumbPath = breadcrumbs.map((crumb) => ({ name: crumb.name, path: getPath(crumb.link_rewrite) }));
  return buildPageMeta(rootData, location, {
    ...applySeoOverrides(listing.listingQuery.page === 1 ? category.head : null, {
      title: t("category.title", {
        name: t("category.page_title", { ...dispatchPlaces, name }),
        page: listing.listingQuery.page,
      }),
      description: t("category.description", { ...dispatchPlaces, name, count: listing.total }),
    }),
    share: category.share,
    ...getListingMeta(getPath(link_rewrite), listing),
    jsonLd: [createBreadcrumbJsonLd(rootData, breadcrumbPath)],
  });
};

export default function CategoryPage({ loaderData: { category, listing } }: Route.ComponentProps) {
  const breadcrumbPath = category.breadcrumbs.slice(0, -1);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHeader
        title={category.name}
        total={listing.total}
        breadcrumbs={breadcrumbPath.map((crumb) => ({ name: crumb.name, path: getPath(crumb.link_rewrite) }))}
        path={getPath(category.link_rewrite)}
        subListings={category.children.map(({ name, link_rewrite, count }) => ({
          name,
          path: getPath(link_rewrite),
          count,
        }))}
      />
      <ProductList listing={listing} path={getPath(category.link_rewrite)} />
    </div>
  );
}
