import type { Collection } from "@furoshiki/api/catalogue";
import type { SpecialOffers } from "@furoshiki/api/promotions";
import { visitOf } from "../lib/api.ts";
import { mayBeKept } from "../lib/keeping.ts";
import { splitPath } from "../lib/locale.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { sidePart } from "../lib/side-part.ts";
import { RunningPromotions } from "../promotions/running.tsx";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { ListingHead } from "./listing-head.tsx";
import { listingFacts, loadListing } from "./listing.ts";
import { ProductList } from "./product-list.tsx";
import type { Route } from "./+types/collection.page";

/** /best-sales, /new-products and /prices-drop: the address names the collection. */
function collectionAt(path: string): Collection {
  const name = splitPath(path).path.replace(/^\/|[/?].*$/g, "");
  return name === "best-sales" || name === "new-products" ? name : "prices-drop";
}

export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const collection = collectionAt(visit.path);
  const [{ listing }, offers] = await Promise.all([
    loadListing(visit, { collection }),
    collection === "prices-drop" ? sidePart(visit.call<SpecialOffers>("/v1/promotions")) : null,
  ]);
  mayBeKept({ context }, "list");
  return { collection, listing, offers };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  const { collection, listing } = loaderData;
  return describePage(known, location, {
    title: t("category.title", { name: t(`collection.${collection}`), page: listing.wish.page }),
    description: t(`collection.${collection}_text`),
    ...listingFacts(`/${collection}`, listing),
  });
};

export default function CollectionPage({ loaderData: { collection, listing, offers } }: Route.ComponentProps) {
  const { t } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead title={t(`collection.${collection}`)} total={listing.total} path={`/${collection}`}>
        <p className="mt-2 max-w-read text-sm text-ink-2 lg:text-base">{t(`collection.${collection}_text`)}</p>
      </ListingHead>
      {offers && listing.wish.page === 1 ? <RunningPromotions offers={offers} /> : null}
      <ProductList listing={listing} path={`/${collection}`} />
    </div>
  );
}
