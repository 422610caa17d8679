import type { ManufacturerPage as Maker } from "@furoshiki/api/catalogue";
import { visitOf } from "../lib/api.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { ListingHead } from "./listing-head.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/manufacturer.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const maker = await visit.page<Maker>(`/v1/manufacturers/${encodeURIComponent(params.slug)}`);
  const { listing } = await loadListing(visit, { manufacturer: maker.id });
  return { maker, listing };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const { maker, listing } = loaderData;
  return describePage(known, location, {
    title: t("category.title", { name: t("manufacturer.page_title", { name: maker.name }), page: listing.wish.page }),
    description: t("manufacturer.description", { name: maker.name, count: listing.total }),
    ...listingFacts(`/manufacturer/${maker.slug}`, listing),
    jsonLd: [
      trailThing(known, [
        { name: t("menu.brands"), path: "/brands" },
        { name: maker.name, path: `/manufacturer/${maker.slug}` },
      ]),
    ],
  });
};

export default function ManufacturerPage({ loaderData: { maker, listing } }: Route.ComponentProps) {
  const { t } = useShop();
  const path = `/manufacturer/${maker.slug}`;
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead
        title={maker.name}
        total={listing.total}
        trail={[{ name: t("menu.brands"), path: "/brands" }]}
        path={path}
        parts={maker.series.flatMap(({ id, name, count }) =>
          count > 0 ? [{ name, path: `/brand-series/${id}`, count }] : [],
        )}
      >
        {maker.line || maker.name_local ? (
          <p className="mt-2 max-w-read text-sm text-ink-2 lg:text-base">
            {[maker.name_local === maker.name ? "" : maker.name_local, maker.line].filter(Boolean).join(". ")}
          </p>
        ) : null}
      </ListingHead>
      <ProductList listing={listing} path={path} ownMaker />
    </div>
  );
}
