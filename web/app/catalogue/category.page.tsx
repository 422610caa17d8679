import { visitOf } from "../lib/api.ts";
import { mayBeKept } from "../lib/keeping.ts";
import { notFound } from "../lib/not-found.ts";
import { placesOf } from "../lib/identity.ts";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo, ownWords } from "../lib/seo.ts";
import { textsOf } from "../lib/texts.ts";
import { ListingHead } from "./listing-head.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/category.page";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { listing, category } = await loadListing(visitOf({ context }), { category: params.slug });
  if (!category) throw notFound();
  mayBeKept({ context }, "list");
  return { listing, category };
}

const pathOf = (slug: string) => `/category/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const places = placesOf(known.config);
  const { category, listing } = loaderData;
  const { name, link_rewrite, breadcrumbs } = category;
  const trail = breadcrumbs.map((crumb) => ({ name: crumb.name, path: pathOf(crumb.link_rewrite) }));
  return describePage(known, location, {
    ...ownWords(listing.wish.page === 1 ? category.head : null, {
      title: t("category.title", { name: t("category.page_title", { ...places, name }), page: listing.wish.page }),
      description: t("category.description", { ...places, name, count: listing.total }),
    }),
    share: category.share,
    ...listingFacts(pathOf(link_rewrite), listing),
    jsonLd: [trailThing(known, trail)],
  });
};

export default function CategoryPage({ loaderData: { category, listing } }: Route.ComponentProps) {
  const trail = category.breadcrumbs.slice(0, -1);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead
        title={category.name}
        total={listing.total}
        trail={trail.map((crumb) => ({ name: crumb.name, path: pathOf(crumb.link_rewrite) }))}
        path={pathOf(category.link_rewrite)}
        parts={category.children.map(({ name, link_rewrite, count }) => ({ name, path: pathOf(link_rewrite), count }))}
      />
      <ProductList listing={listing} path={pathOf(category.link_rewrite)} />
    </div>
  );
}
