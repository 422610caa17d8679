import type { ManufacturerPage as Maker } from "@furoshiki/api/catalogue";
import { visitOf } from "../lib/api.ts";
import { pictureKey } from "../lib/picture.ts";
import { placesOf } from "../lib/identity.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo, ownWords } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { MakerBanner, MakerFacts, SeriesTiles } from "./maker-parts.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/manufacturer.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const maker = await visit.page<Maker>(`/v1/manufacturers/${encodeURIComponent(params.slug)}`);
  const { listing } = await loadListing(visit, { manufacturer: maker.id });
  const { images, series, ...facts } = maker;
  return {
    maker: {
      ...facts,
      images: images.map(pictureKey),
      series: series.flatMap((one) => (one.count > 0 ? [{ ...one, images: one.images.map(pictureKey) }] : [])),
    },
    listing,
  };
}

const pathOf = (slug: string) => `/manufacturer/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const places = placesOf(known.config);
  const { maker, listing } = loaderData;
  return describePage(known, location, {
    ...ownWords(listing.wish.page === 1 ? maker.head : null, {
      title: t("category.title", {
        name: t("manufacturer.page_title", { ...places, name: maker.name }),
        page: listing.wish.page,
      }),
      description: t("manufacturer.description", { ...places, name: maker.name, count: listing.total }),
    }),
    ...listingFacts(pathOf(maker.slug), listing),
    jsonLd: [
      trailThing(known, [
        { name: t("menu.brands"), path: "/brands" },
        { name: maker.name, path: pathOf(maker.slug) },
      ]),
    ],
  });
};

export default function ManufacturerPage({ loaderData: { maker, listing } }: Route.ComponentProps) {
  const { t, to } = useShop();
  const path = pathOf(maker.slug);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("menu.brands"), href: to("/brands") },
          { name: maker.name, href: to(path) },
        ]}
      />
      <MakerBanner maker={maker} />
      <MakerFacts maker={maker} />
      <SeriesTiles maker={maker} />
      <div className="mt-12 flex items-baseline gap-3 lg:mt-18">
        <p className="font-display text-2xl font-semibold lg:text-3xl">{t("manufacturer.all")}</p>
        <span role="status" className="num text-sm text-ink-3">
          {t("list.count", { count: listing.total })}
        </span>
      </div>
      <ProductList listing={listing} path={path} ownMaker />
    </div>
  );
}
