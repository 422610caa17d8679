import { Search } from "lucide-react";
import { ListingHead } from "../catalogue/listing-head.tsx";
import { loadListing, type Listing } from "../catalogue/listing.ts";
import { filtersIn, readWish } from "../catalogue/listing-wish.ts";
import { ProductList } from "../catalogue/product-list.tsx";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { SHORTEST_SEARCH } from "./search-path.ts";
import type { Route } from "./+types/search.page";

type Found = { q: string; listing: Listing | null; corrected: { from: string; to: string } | undefined };

export async function loader({ context }: Route.LoaderArgs): Promise<Found> {
  const visit = visitOf({ context });
  const { q } = readWish(new URL(visit.path, "http://shop").searchParams);
  if (q.length < SHORTEST_SEARCH) return { q, listing: null, corrected: undefined };
  const { listing, corrected } = await loadListing(visit, { q });
  return { q, listing, corrected };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known) return [];
  const t = textsOf(known.locale);
  const q = loaderData?.q ?? "";
  return describePage(known, location, { title: q ? t("search.title", { q }) : t("search.label"), noindex: true });
};

const PATH = "/product_search";

export default function SearchPage({ loaderData: { q, listing, corrected } }: Route.ComponentProps) {
  const { t } = useShop();
  const nothing = listing === null || (listing.total === 0 && filtersIn(listing.wish) === 0);
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead title={q ? t("search.title", { q }) : t("search.label")} total={listing?.total ?? 0} path={PATH}>
        {corrected ? (
          <p className="mt-2 text-sm text-ink-2">{t("search.corrected", { from: corrected.from, to: corrected.to })}</p>
        ) : null}
      </ListingHead>
      {nothing ? (
        <div className="mt-8">
          <Empty
            icon={<Search size={26} strokeWidth={1.5} aria-hidden />}
            title={listing ? t("search.nothing", { q }) : t("search.too_short")}
            action={
              <Link to="/best-sales" className={buttonClass({ kind: "outline" })}>
                {t("collection.best-sales")}
              </Link>
            }
          >
            {t("search.nothing_text")}
          </Empty>
        </div>
      ) : (
        <ProductList listing={listing} path={PATH} />
      )}
    </div>
  );
}
