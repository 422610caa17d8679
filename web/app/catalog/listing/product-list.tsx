import { ArrowDownWideNarrow, ChevronDown, PackageSearch, SlidersHorizontal, X } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { Link as RouterLink, useNavigate, useNavigation } from "react-router";
import { Link } from "../../navigation/link.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { Pagination } from "@furoshiki/design-system/ui/pagination.tsx";
import { Filters, FILTERS_ID, openFilters } from "./filters.tsx";
import { formatDiscountThreshold, formatRatingThreshold } from "./threshold-filter.tsx";
import type { Listing } from "./listing.ts";
import {
  countFilters,
  getOtherSorts,
  getDefaultSort,
  PER_PAGE,
  buildQueryString,
  getEmptyFilters,
  type ListingQuery,
} from "./listing-query.ts";
import { useMoreProducts } from "./use-more-products.ts";
import { DestinationNote } from "./destination-note.tsx";
import { getImagePriority, ProductCard } from "../product-cards/product-card.tsx";
import { isExcludableGroup } from "../ingredients/ingredient-groups.ts";

type ProductListProps = {
  listing: Listing;
  /** Path of the listing without locale prefix and query. */
  path: string;
  hasFixedBrand?: boolean;
};

const gridClass = "product-grid grid-cols-2 md:grid-cols-3 xl:grid-cols-4";
/** Cards that fill whole rows of two, three and four columns. The first screen does not show those after them. */
const FIRST_ROWS_CARDS = 12;

/** Filters, active filters, sort, the products and pagination. */
export function ProductList({ listing, path, hasFixedBrand }: ProductListProps) {
  const i18n = useI18n();
  const { t, to } = i18n;
  const { listingQuery, total, pages } = listing;
  const isLoading = useNavigation().state === "loading";
  const getHref = (change: Partial<ListingQuery>) => to(path) + buildQueryString(listingQuery, change);
  const { cards, page, isLoadingMore, showMore } = useMoreProducts(listing, (nextPage) => getHref({ page: nextPage }));
  const grid = useRef<HTMLDivElement>(null);
  const firstNewIndex = useRef<number>(undefined);
  useEffect(() => {
    if (firstNewIndex.current === undefined) return;
    grid.current?.querySelectorAll<HTMLAnchorElement>("h3 a")[firstNewIndex.current]?.focus();
    firstNewIndex.current = undefined;
  }, [cards.length]);
  const handleShowMore = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (isLoadingMore) return;
    firstNewIndex.current = cards.length;
    void showMore();
  };
  if (total === 0 && countFilters(listingQuery) === 0) {
    return <EmptyListing path={path} />;
  }
  return (
    <div className="mt-6 lg:mt-8 lg:grid lg:grid-cols-[252px_minmax(0,1fr)] lg:items-start lg:gap-9">
      <Filters listing={listing} path={path} i18n={i18n} {...(hasFixedBrand ? { hasFixedBrand } : {})} />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-start lg:gap-x-4">
        <ListControls
          listing={listing}
          path={path}
          getHref={getHref}
          i18n={i18n}
          {...(hasFixedBrand ? { hasFixedBrand } : {})}
        />
        <div
          className={`mt-5 lg:col-span-2 lg:mt-6 ${isLoading ? "opacity-60 transition-opacity delay-150" : ""}`}
          aria-busy={isLoading || undefined}
        >
          <h2 className="sr-only">{t("list.products")}</h2>
          <DestinationNote />
          {cards.length === 0 ? (
            <EmptyState
              icon={<PackageSearch size={26} strokeWidth={1.5} aria-hidden />}
              title={t("list.nothing_fits")}
              action={
                <RouterLink to={getHref(getEmptyFilters())} className={buttonClass({ kind: "outline" })}>
                  {t("filters.reset_all")}
                </RouterLink>
              }
            >
              {t("list.nothing_fits_text")}
            </EmptyState>
          ) : (
            <div ref={grid}>
              <div className={gridClass}>
                {cards.slice(0, FIRST_ROWS_CARDS).map((card, index) => (
                  <ProductCard key={card.id} card={card} i18n={i18n} imagePriority={getImagePriority(index)} />
                ))}
              </div>
              {cards.length > FIRST_ROWS_CARDS ? (
                <div className={`${gridClass} defer-rendering-720 xl:defer-rendering-390`}>
                  {cards.slice(FIRST_ROWS_CARDS).map((card) => (
                    <ProductCard key={card.id} card={card} i18n={i18n} />
                  ))}
                </div>
              ) : null}
            </div>
          )}
        </div>
        <div className="mt-10 flex flex-col items-center gap-5 lg:col-span-2 lg:mt-14">
          <p role="status" className="sr-only">
            {page > listingQuery.page ? t("list.shown", { count: cards.length, total }) : ""}
          </p>
          {page < pages ? (
            <RouterLink
              to={getHref({ page: page + 1 })}
              onClick={handleShowMore}
              aria-busy={isLoadingMore || undefined}
              className={buttonClass({ kind: "outline", size: "lg", className: "w-full lg:w-auto" })}
            >
              {t("list.more", { count: Math.min(PER_PAGE, total - page * PER_PAGE) })}
            </RouterLink>
          ) : null}
          <Pagination
            page={page}
            pages={pages}
            getHref={(other) => getHref({ page: other })}
            label={t("list.pages")}
            previous={t("list.previous")}
            next={t("list.next")}
          />
        </div>
      </div>
    </div>
  );
}

const activeFilterClass = "chip h-11! border-tokiwa-300 bg-tokiwa-50 text-tokiwa-700 hover:border-tokiwa-700 lg:h-9!";

/** Instead of a listing without any products. */
function EmptyListing({ path }: { path: string }) {
  const { t } = useI18n();
  return (
    <div className="mt-8">
      <EmptyState
        icon={<PackageSearch size={26} strokeWidth={1.5} aria-hidden />}
        title={t("list.empty")}
        action={
          <Link to={path === "/best-sales" ? "/" : "/best-sales"} className={buttonClass({ kind: "outline" })}>
            {path === "/best-sales" ? t("error.to_home") : t("collection.best-sales")}
          </Link>
        }
      >
        {t("list.empty_text")}
      </EmptyState>
    </div>
  );
}

type ActiveFilter = { text: string; removal: Partial<ListingQuery> };

/** Returns every active filter with the change of the query that removes it. */
function listActiveFilters({ listingQuery, facets }: Listing, i18n: I18n, hasFixedBrand: boolean): ActiveFilter[] {
  const { t } = i18n;
  const filters: ActiveFilter[] = [];
  for (const { id, name } of facets.usages) {
    if (!listingQuery.concernIds.includes(id)) continue;
    filters.push({ text: name, removal: { concernIds: listingQuery.concernIds.filter((other) => other !== id) } });
  }
  for (const { id, name } of hasFixedBrand ? [] : facets.manufacturers) {
    if (!listingQuery.brandIds.includes(id)) continue;
    filters.push({ text: name, removal: { brandIds: listingQuery.brandIds.filter((other) => other !== id) } });
  }
  if (listingQuery.priceMin !== null)
    filters.push({ text: t("filters.chip_from", { price: listingQuery.priceMin }), removal: { priceMin: null } });
  if (listingQuery.priceMax !== null)
    filters.push({ text: t("filters.chip_to", { price: listingQuery.priceMax }), removal: { priceMax: null } });
  if (listingQuery.shippable) filters.push({ text: t("filters.shippable"), removal: { shippable: false } });
  if (listingQuery.inStock) filters.push({ text: t("filters.in_stock"), removal: { inStock: false } });
  if (listingQuery.ratingMin !== null)
    filters.push({ text: formatRatingThreshold(i18n, listingQuery.ratingMin), removal: { ratingMin: null } });
  for (const slug of listingQuery.excludedIngredients)
    filters.push({
      text: isExcludableGroup(slug)
        ? t(`excluded.${slug}`)
        : t("filters.excluded_ingredient", { name: slug.replaceAll("-", " ") }),
      removal: { excludedIngredients: listingQuery.excludedIngredients.filter((other) => other !== slug) },
    });
  if (listingQuery.discountMin !== null)
    filters.push({ text: formatDiscountThreshold(i18n, listingQuery.discountMin), removal: { discountMin: null } });
  return filters;
}

/** Every active filter as a link to the listing without it. */
function ActiveFilters({ listing, getHref, i18n, hasFixedBrand = false }: Omit<ListControlsProps, "path">) {
  const { t } = i18n;
  const filters = listActiveFilters(listing, i18n, hasFixedBrand);
  return (
    <ul
      className="scroll-x -mx-4 flex items-center gap-2 px-4 not-empty:pt-2 lg:order-first lg:mx-0 lg:flex-wrap lg:p-0!"
      aria-label={t("filters.chosen")}
    >
      {filters.map(({ text, removal }) => (
        <li key={text} className="shrink-0">
          <RouterLink to={getHref(removal)} rel="nofollow" preventScrollReset className={activeFilterClass}>
            <span className="sr-only">{t("filters.remove")} </span>
            {text}
            <X size={14} aria-hidden />
          </RouterLink>
        </li>
      ))}
      {filters.length > 0 ? (
        <li className="shrink-0">
          <RouterLink
            to={getHref(getEmptyFilters())}
            preventScrollReset
            className="flex h-11 items-center px-2 whitespace-nowrap lg:h-9 text-sm text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
          >
            {t("filters.reset")}
          </RouterLink>
        </li>
      ) : null}
    </ul>
  );
}

type ListControlsProps = {
  listing: Listing;
  path: string;
  /** Returns the URL of the listing with this change. */
  getHref: (change: Partial<ListingQuery>) => string;
  i18n: I18n;
  hasFixedBrand?: boolean;
};

/** Filter button, sort and active filters; on phones a bar that is sticky under the header. */
function ListControls({ listing, path, ...activeFilters }: ListControlsProps) {
  return (
    <div
      data-second-bar=""
      className="top-[109px] z-20 -mx-4 border-b border-line bg-paper px-4 py-2 tall:sticky lg:contents"
    >
      <Toolbar listing={listing} path={path} i18n={activeFilters.i18n} />
      <ActiveFilters listing={listing} {...activeFilters} />
    </div>
  );
}

/** The filter button (phones) and the sort. */
function Toolbar({ listing: { scope, listingQuery }, path, i18n }: { listing: Listing; path: string; i18n: I18n }) {
  const { t, to } = i18n;
  const sortOptions = getOtherSorts(scope);
  const navigate = useNavigate();
  const count = countFilters(listingQuery);
  const controlClass =
    "h-11 min-w-0 rounded-md border border-line bg-surface text-sm font-medium text-ink lg:h-10 lg:border-line-strong";
  return (
    <div className="flex gap-2">
      <button
        type="button"
        popoverTarget={FILTERS_ID}
        onClick={openFilters}
        aria-haspopup="dialog"
        className={`inline-flex flex-1 items-center justify-center gap-2 px-2 lg:hidden ${controlClass}`}
      >
        <SlidersHorizontal size={18} strokeWidth={1.5} aria-hidden />
        {t("filters.title")}
        {count > 0 ? (
          <span className="num grid size-5 place-items-center rounded-full bg-tokiwa-700 text-xs text-on-dark">
            {count}
          </span>
        ) : null}
      </button>
      <label className="flex min-w-0 flex-1 items-center gap-2 text-sm text-ink-2">
        <span className="sr-only lg:not-sr-only">{t("list.sort")}</span>
        <span className="relative flex min-w-0 flex-1">
          <ArrowDownWideNarrow
            size={18}
            strokeWidth={1.5}
            aria-hidden
            className="pointer-events-none absolute top-3 left-3 lg:hidden"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-x-9 top-3 truncate font-medium text-ink lg:hidden"
          >
            {t("list.sort_short")}
          </span>
          <select
            key={listingQuery.sort ?? ""}
            name="sort"
            form="filter-form"
            defaultValue={listingQuery.sort ?? ""}
            onChange={(event) => {
              const sort = sortOptions.find((candidate) => candidate === event.target.value) ?? null;
              void navigate(to(path) + buildQueryString(listingQuery, { sort }), { preventScrollReset: true });
            }}
            className={`w-full appearance-none truncate pr-9 pl-9 max-lg:text-transparent! lg:pl-3 [&_option]:text-ink ${controlClass}`}
          >
            <option value="">{t(`sort.${getDefaultSort(scope)}`)}</option>
            {sortOptions.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sort.${sort}`)}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-3.5 right-3 text-ink-3 lg:top-3"
          />
        </span>
      </label>
      <span className="hidden scriptless:block">
        <button type="submit" form="filter-form" className={buttonClass({ kind: "muted" })}>
          {t("filters.apply")}
        </button>
      </span>
    </div>
  );
}
