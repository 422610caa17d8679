import type { Tag } from "@furoshiki/api/catalogue";
import { visitOf } from "../lib/api.ts";
import { placesOf } from "../lib/identity.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { textsOf } from "../lib/texts.ts";
import { ListingHead } from "./listing-head.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/tag.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const tag = await visit.page<Tag>(`/v1/tags/${encodeURIComponent(params.slug)}`);
  const { listing } = await loadListing(visit, { tag: tag.slug });
  return { tag, listing };
}

const pathOf = (slug: string) => `/tags/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const places = placesOf(known.config);
  const { tag, listing } = loaderData;
  return describePage(known, location, {
    title: t("category.title", { name: t("tag.page_title", { ...places, name: tag.name }), page: listing.wish.page }),
    description: t("category.description", { ...places, name: tag.name, count: listing.total }),
    ...listingFacts(pathOf(tag.slug), listing),
    jsonLd: [trailThing(known, [{ name: tag.name, path: pathOf(tag.slug) }])],
  });
};

export default function TagPage({ loaderData: { tag, listing } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead title={tag.name} total={listing.total} path={pathOf(tag.slug)} />
      <ProductList listing={listing} path={pathOf(tag.slug)} />
    </div>
  );
}
