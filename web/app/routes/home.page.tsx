import type { Home } from "@furoshiki/api/catalog";
import { Suspense } from "react";
import { Link } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { allowOfflineCache } from "../offline/cache-policy.ts";
import { getImageSources, type ImageKey } from "../media/image-sources.ts";
import { createStoreJsonLd, createWebsiteJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useDeliveryPricing, useRootData } from "../store-config/root-data.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { HeroBanner, SideBanner } from "../catalog/home/banners.tsx";
import { HomeDetails } from "../catalog/home/home-details.tsx";
import { createHomeView } from "../catalog/home/home-view.ts";
import { SectionHeader } from "../catalog/product-cards/card-row.tsx";
import { Benefits } from "../catalog/home/home-sections.tsx";
import type { Route } from "./+types/home.page";

export async function loader({ context }: Route.LoaderArgs) {
  const home = await getRequestContext({ context }).load<Home>("/v1/home");
  allowOfflineCache({ context }, "any-query");
  return createHomeView(home);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  return buildPageMeta(rootData, location, {
    title: rootData.config.shop.title,
    description: rootData.config.shop.description ?? rootData.config.shop.title,
    canonical: "/",
    isCompleteTitle: true,
    jsonLd: [createWebsiteJsonLd(rootData), createStoreJsonLd(rootData)],
  });
};

const SIDE_BANNERS = 2;

export default function HomePage({ loaderData: home }: Route.ComponentProps) {
  const { t, to, format } = useI18n();
  const delivery = useDeliveryPricing();
  const title = useRootData()?.config.shop.title;
  const getBanners = (place: string) => home.banners.filter((banner) => banner.place === place);
  return (
    <>
      <div className="mx-auto max-w-page px-4 pt-3 lg:pt-6">
        <h1 className="sr-only">{title}</h1>
        <section
          aria-label={t("home.offers")}
          className="grid gap-3 lg:grid-cols-[minmax(0,2.18fr)_minmax(0,1fr)] lg:gap-5"
        >
          <HeroBanner banners={getBanners("hero")} />
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-1 lg:gap-5">
            {getBanners("side")
              .slice(0, SIDE_BANNERS)
              .map((banner) => (
                <SideBanner key={banner.id} banner={banner} />
              ))}
          </div>
        </section>
        <Benefits delivery={delivery} />
      </div>
      <section id="catalogue" className="mx-auto mt-12 max-w-page px-4 lg:mt-20">
        <SectionHeader title={t("layout.catalog")} />
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:gap-5">
          {home.categories.map((category) => (
            <CategoryTile
              key={category.id}
              category={category}
              href={to(`/category/${category.link_rewrite}`)}
              count={format.number(category.count)}
            />
          ))}
        </ul>
      </section>
      <Suspense>
        <HomeDetails home={home} />
      </Suspense>
    </>
  );
}

const tileWidths = [320, 640];

function CategoryTile({
  category,
  href,
  count,
}: {
  category: Pick<Home["categories"][number], "name"> & { image: ImageKey | null };
  href: string;
  count: string;
}) {
  const { image, name } = category;
  return (
    <li>
      <Link to={href} className="group relative block overflow-hidden rounded-xs bg-theme-shiro">
        {image ? (
          <Picture
            image={{ ...image, ...getImageSources(image, tileWidths) }}
            sizes="(min-width: 1024px) 305px, 46vw"
            className="aspect-square w-full object-cover object-right lg:aspect-16/11"
          />
        ) : (
          <span className="block aspect-square lg:aspect-16/11" />
        )}
        <span className="absolute inset-0 flex flex-col p-3.5 lg:p-5">
          <span className="max-w-[6.5rem] font-display text-lg/[1.15] font-semibold text-on-theme underline-offset-4 group-hover:underline lg:max-w-[8rem] lg:text-xl">
            {insertNonBreakingSpaces(name)}
          </span>
          <span className="num mt-1 text-xs text-on-theme-2 lg:text-sm">{count}</span>
        </span>
      </Link>
    </li>
  );
}
