import type { Series } from "@furoshiki/api/catalogue";
import { visitOf } from "../lib/api.ts";
import { placesOf } from "../lib/identity.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf, type Translate } from "../lib/texts.ts";
import { ListingHead } from "./listing-head.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/series.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const series = await visit.page<Series>(`/v1/brand-series/${encodeURIComponent(params.id)}`);
  const { listing } = await loadListing(visit, { series: series.id });
  return { series, listing };
}

const pathOf = (id: number) => `/brand-series/${id}`;
const fullName = ({ name, manufacturer }: Series) => `${manufacturer.name} ${name}`;

const trailOf = ({ manufacturer: { name, slug } }: Series, t: Translate) => [
  { name: t("menu.brands"), path: "/brands" },
  { name, path: `/manufacturer/${slug}` },
];

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const places = placesOf(known.config);
  const { series, listing } = loaderData;
  const name = fullName(series);
  return describePage(known, location, {
    title: t("category.title", { name: t("series.page_title", { name }), page: listing.wish.page }),
    description: t("manufacturer.description", { ...places, name, count: listing.total }),
    ...listingFacts(pathOf(series.id), listing),
    jsonLd: [trailThing(known, [...trailOf(series, t), { name, path: pathOf(series.id) }])],
  });
};

export default function SeriesPage({ loaderData: { series, listing } }: Route.ComponentProps) {
  const { t } = useShop();
  const path = pathOf(series.id);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead title={fullName(series)} total={listing.total} trail={trailOf(series, t)} path={path} />
      <ProductList listing={listing} path={path} ownMaker />
    </div>
  );
}
