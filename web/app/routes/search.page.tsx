import type { CategoryMap, ProductList as Products } from "@furoshiki/api/catalog";
import type { Page } from "@furoshiki/api/cms-pages";
import type { SearchAnswer, SearchResults } from "@furoshiki/api/search";
import { Search } from "lucide-react";
import { CardRow, SectionHeader } from "../catalog/product-cards/card-row.tsx";
import { ListingHeader } from "../catalog/listing/listing-header.tsx";
import { loadListing, type Listing } from "../catalog/listing/listing.ts";
import { countFilters, parseListingQuery } from "../catalog/listing/listing-query.ts";
import { createProductCardView, type ProductCardView } from "../catalog/product-cards/product-card-view.ts";
import { ProductList } from "../catalog/listing/product-list.tsx";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getTranslator } from "../i18n/messages.ts";
import { chipClass, ChipCount } from "@furoshiki/design-system/ui/chip.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { SearchAnswers } from "../search/search-answers.tsx";
import { SearchHelp } from "../search/search-help.tsx";
import { SearchNotes } from "../search/search-notes.tsx";
import { getSearchPath, MIN_SEARCH_LENGTH } from "../search/search-path.ts";
import type { Route } from "./+types/search.page";

type SearchCategory = { id: number; name: string; link_rewrite: string; count: number };
/** Alternatives for a search without results. */
type Alternatives = { closeQueries: string[]; categories: SearchCategory[]; bestSellers: ProductCardView[] };
type SearchPageData = {
  q: string;
  listing: Listing | null;
  corrected: SearchResults["corrected"];
  dropped: SearchResults["dropped"];
  excluded: SearchResults["excluded"];
  /** The pages of the shop that answer the search. */
  answers: SearchAnswer[];
  /** The page of the first answer if no product was found. */
  helpPage: Pick<Page, "description" | "headings"> | null;
  alternatives: Alternatives | null;
};

export async function loader({ context }: Route.LoaderArgs): Promise<SearchPageData> {
  const requestContext = getRequestContext({ context });
  const { q } = parseListingQuery(new URL(requestContext.path, "http://shop").searchParams);
  if (q.length < MIN_SEARCH_LENGTH) {
    return {
      q,
      listing: null,
      corrected: undefined,
      dropped: undefined,
      excluded: undefined,
      answers: [],
      helpPage: null,
      alternatives: await loadAlternatives(requestContext, []),
    };
  }
  const { listing, corrected, dropped, excluded, close, answers = [] } = await loadListing(requestContext, { q });
  const hasNoResults = listing.total === 0 && countFilters(listing.listingQuery) === 0;
  return {
    q,
    listing,
    corrected,
    dropped,
    excluded,
    answers,
    helpPage: hasNoResults ? await loadHelpPage(requestContext, answers[0]) : null,
    alternatives: hasNoResults && answers.length === 0 ? await loadAlternatives(requestContext, close ?? []) : null,
  };
}

async function loadHelpPage(requestContext: RequestContext, answer: SearchAnswer | undefined) {
  if (answer?.kind !== "page") return null;
  const page = await loadOptionalData(requestContext.call<Page>(answer.path.replace(/^\/info\//, "/v1/pages/")));
  return page && { description: page.description, headings: page.headings };
}

const BEST_SELLERS_COUNT = 5;

async function loadAlternatives(requestContext: RequestContext, closeQueries: string[]): Promise<Alternatives> {
  const [categoryTree, bestSellers] = await Promise.all([
    loadOptionalData(requestContext.call<CategoryMap>("/v1/categories")),
    loadOptionalData(
      requestContext.call<Products>(`/v1/products?collection=best-sales&in_stock=1&per_page=${BEST_SELLERS_COUNT}`),
    ),
  ]);
  const categories = Object.values(categoryTree ?? {}).toSorted((a, b) => a.position - b.position);
  return {
    closeQueries,
    categories: categories.map(({ id, name, link_rewrite, count }) => ({ id, name, link_rewrite, count })),
    bestSellers: bestSellers?.items.map(createProductCardView) ?? [],
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData) return [];
  const t = getTranslator(rootData.locale);
  const q = loaderData?.q ?? "";
  return buildPageMeta(rootData, location, { title: q ? t("search.title", { q }) : t("search.label"), noindex: true });
};

const PATH = "/product_search";

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { q, listing, answers, helpPage, alternatives } = loaderData;
  const { t } = useI18n();
  const isAnsweredByPages =
    answers.length > 0 && listing?.cards.length === 0 && countFilters(listing.listingQuery) === 0;
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <ListingHeader title={q ? t("search.title", { q }) : t("search.label")} total={listing?.total ?? 0} path={PATH}>
        <SearchNotes {...loaderData} />
        {answers.length > 0 && !isAnsweredByPages ? <SearchAnswers answers={answers} /> : null}
      </ListingHeader>
      {isAnsweredByPages ? (
        <SearchHelp q={q} answers={answers} page={helpPage} />
      ) : alternatives || !listing ? (
        <NoResults q={q} isTooShort={listing === null} alternatives={alternatives} />
      ) : (
        <ProductList listing={listing} path={PATH} />
      )}
    </div>
  );
}

/** Explains why there are no results and shows alternatives. */
function NoResults({
  q,
  isTooShort,
  alternatives,
}: {
  q: string;
  isTooShort: boolean;
  alternatives: Alternatives | null;
}) {
  const i18n = useI18n();
  const { t, to, format } = i18n;
  return (
    <>
      <div className="mt-8">
        <EmptyState
          icon={<Search size={26} strokeWidth={1.5} aria-hidden />}
          title={isTooShort ? t("search.too_short") : t("search.nothing", { q })}
        >
          {isTooShort ? null : t("search.nothing_text")}
        </EmptyState>
      </div>
      {alternatives && alternatives.closeQueries.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-xl">{t("search.close_queries")}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {alternatives.closeQueries.map((query) => (
              <li key={query}>
                <Link to={getSearchPath(query)} className={chipClass()}>
                  {query}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {alternatives && alternatives.categories.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-xl">{t("search.sections")}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {alternatives.categories.map((section) => (
              <li key={section.id}>
                <Link to={`/category/${section.link_rewrite}`} className={chipClass()}>
                  {section.name}
                  <ChipCount>{format.number(section.count)}</ChipCount>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {alternatives && alternatives.bestSellers.length > 0 ? (
        <section className="mt-12">
          <SectionHeader
            title={t("collection.best-sales")}
            link={{ href: to("/best-sales"), text: t("home.see_all") }}
          />
          <CardRow cards={alternatives.bestSellers} i18n={i18n} />
        </section>
      ) : null}
    </>
  );
}
