import type { CategoryMap, ProductList as Products } from "@furoshiki/api/catalogue";
import { Search } from "lucide-react";
import { CardRow, SectionHead } from "../catalogue/card-row.tsx";
import { ListingHead } from "../catalogue/listing-head.tsx";
import { loadListing, type Listing } from "../catalogue/listing.ts";
import { filtersIn, readWish } from "../catalogue/listing-wish.ts";
import { shownCard, type ShownCard } from "../catalogue/shown-card.ts";
import { ProductList } from "../catalogue/product-list.tsx";
import { visitOf, type Visit } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { sidePart } from "../lib/side-part.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { chipClass, ChipCount } from "../ui/chip.tsx";
import { Empty } from "../ui/empty.tsx";
import { searchPath, SHORTEST_SEARCH } from "./search-path.ts";
import type { Route } from "./+types/search.page";

type Section = { id: number; name: string; link_rewrite: string; count: number };
/** Where else to look, when a search found nothing. */
type Ways = { close: string[]; sections: Section[]; best: ShownCard[] };
type Found = {
  q: string;
  listing: Listing | null;
  corrected: Products["corrected"];
  dropped: Products["dropped"];
  ways: Ways | null;
};

export async function loader({ context }: Route.LoaderArgs): Promise<Found> {
  const visit = visitOf({ context });
  const { q } = readWish(new URL(visit.path, "http://shop").searchParams);
  if (q.length < SHORTEST_SEARCH) {
    return { q, listing: null, corrected: undefined, dropped: undefined, ways: await otherWays(visit, []) };
  }
  const { listing, corrected, dropped, close } = await loadListing(visit, { q });
  const isInVain = listing.total === 0 && filtersIn(listing.wish) === 0;
  return { q, listing, corrected, dropped, ways: isInVain ? await otherWays(visit, close ?? []) : null };
}

const BEST = 5;

async function otherWays(visit: Visit, close: string[]): Promise<Ways> {
  const [tree, best] = await Promise.all([
    sidePart(visit.call<CategoryMap>("/v1/categories")),
    sidePart(visit.call<Products>(`/v1/products?collection=best-sales&in_stock=1&per_page=${BEST}`)),
  ]);
  const sections = Object.values(tree ?? {}).toSorted((a, b) => a.position - b.position);
  return {
    close,
    sections: sections.map(({ id, name, link_rewrite, count }) => ({ id, name, link_rewrite, count })),
    best: best?.items.map(shownCard) ?? [],
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known) return [];
  const t = textsOf(known.locale);
  const q = loaderData?.q ?? "";
  return describePage(known, location, { title: q ? t("search.title", { q }) : t("search.label"), noindex: true });
};

const PATH = "/product_search";

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { q, listing, corrected, dropped, ways } = loaderData;
  const { t } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHead title={q ? t("search.title", { q }) : t("search.label")} total={listing?.total ?? 0} path={PATH}>
        {corrected ? <Corrected {...corrected} /> : null}
        {dropped ? (
          <p className="mt-2 text-sm text-ink-2">
            {t("search.dropped", { words: dropped.map((word) => t("search.quoted", { word })).join(", ") })}
          </p>
        ) : null}
      </ListingHead>
      {ways || !listing ? (
        <Nothing q={q} tooShort={listing === null} ways={ways} />
      ) : (
        <ProductList listing={listing} path={PATH} />
      )}
    </div>
  );
}

/** What was searched for instead; the shopper's own words are one press away. */
function Corrected({ from, to }: { from: string; to: string }) {
  const { t } = useShop();
  return (
    <p className="mt-2 text-sm text-ink-2">
      {t.rich("search.corrected", {
        from,
        to,
        exact: (words) => (
          <Link
            to={`${searchPath(from)}&exact=1`}
            className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
          >
            {words}
          </Link>
        ),
      })}
    </p>
  );
}

/** Why there is nothing, and where to go from here: never an empty page. */
function Nothing({ q, tooShort, ways }: { q: string; tooShort: boolean; ways: Ways | null }) {
  const shop = useShop();
  const { t, to, format } = shop;
  return (
    <>
      <div className="mt-8">
        <Empty
          icon={<Search size={26} strokeWidth={1.5} aria-hidden />}
          title={tooShort ? t("search.too_short") : t("search.nothing", { q })}
        >
          {tooShort ? null : t("search.nothing_text")}
        </Empty>
      </div>
      {ways && ways.close.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-xl">{t("search.close_queries")}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {ways.close.map((query) => (
              <li key={query}>
                <a href={to(searchPath(query))} className={chipClass()}>
                  {query}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {ways && ways.sections.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-xl">{t("search.sections")}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {ways.sections.map((section) => (
              <li key={section.id}>
                <a href={to(`/category/${section.link_rewrite}`)} className={chipClass()}>
                  {section.name}
                  <ChipCount>{format.number(section.count)}</ChipCount>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {ways && ways.best.length > 0 ? (
        <section className="mt-12">
          <SectionHead title={t("collection.best-sales")} more={{ href: to("/best-sales"), text: t("home.see_all") }} />
          <CardRow cards={ways.best} shop={shop} />
        </section>
      ) : null}
    </>
  );
}
