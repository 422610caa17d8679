import type { BrandPage as BrandData } from "@furoshiki/api/catalog";
import { getRequestContext } from "../api-client/request-context.ts";
import { pickImageKey } from "../media/image-sources.ts";
import { getDispatchPlaces } from "../store-config/store-info.ts";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData, applySeoOverrides } from "../seo/page-meta.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getTranslator } from "../i18n/messages.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { BrandBanner, BrandStatistics, SeriesTiles } from "../catalog/brands/brand-sections.tsx";
import { getListingMeta, loadListing } from "../catalog/listing/listing.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import type { Route } from "./+types/brand.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const brand = await requestContext.load<BrandData>(`/v1/manufacturers/${encodeURIComponent(params.slug)}`);
  const { listing } = await loadListing(requestContext, { brandId: brand.id });
  const { images, series, ...brandFields } = brand;
  return {
    brand: {
      ...brandFields,
      images: images.map(pickImageKey),
      series: series.flatMap((item) => (item.count > 0 ? [{ ...item, images: item.images.map(pickImageKey) }] : [])),
    },
    listing,
  };
}

const getPath = (slug: string) => `/manufacturer/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getTranslator(rootData.locale);
  const dispatchPlaces = getDispatchPlaces(rootData.config);
  const { brand, listing } = loaderData;
  return buildPageMeta(rootData, location, {
    ...applySeoOverrides(listing.listingQuery.page === 1 ? brand.head : null, {
      title: t("category.title", {
        name: t("brand.page_title", { ...dispatchPlaces, name: brand.name }),
        page: listing.listingQuery.page,
      }),
      description: t("brand.description", { ...dispatchPlaces, name: brand.name, count: listing.total }),
    }),
    ...getListingMeta(getPath(brand.slug), listing),
    jsonLd: [
      createBreadcrumbJsonLd(rootData, [
        { name: t("menu.brands"), path: "/brands" },
        { name: brand.name, path: getPath(brand.slug) },
      ]),
    ],
  });
};

export default function BrandPage({ loaderData: { brand, listing } }: Route.ComponentProps) {
  const { t, to } = useI18n();
  const path = getPath(brand.slug);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("menu.brands"), href: to("/brands") },
          { name: brand.name, href: to(path) },
        ]}
      />
      <BrandBanner brand={brand} />
      <BrandStatistics brand={brand} />
      <SeriesTiles brand={brand} />
      <div className="mt-12 flex items-baseline gap-3 lg:mt-18">
        <p className="font-display text-2xl font-semibold lg:text-3xl">{t("brand.all")}</p>
        <span role="status" className="num text-sm text-ink-3">
          {t("list.count", { count: listing.total })}
        </span>
      </div>
      <ProductList listing={listing} path={path} hasFixedBrand />
    </div>
  );
}
