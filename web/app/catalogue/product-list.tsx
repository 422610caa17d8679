import { ArrowDownWideNarrow, ChevronDown, PackageSearch, SlidersHorizontal, X } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { useShop, type Shop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { chipClass } from "../ui/chip.tsx";
import { Empty } from "../ui/empty.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { Filters, FILTERS_ID, openFilters } from "./filters.tsx";
import { discountText, ratingText } from "./filter-steps.tsx";
import type { Listing } from "./listing.ts";
import {
  filtersIn,
  otherSorts,
  ownSort,
  PER_PAGE,
  wishQuery,
  withoutFilters,
  type ListingWish,
} from "./listing-wish.ts";
import { useMoreProducts } from "./more-products.ts";
import { ProductCard } from "./product-card.tsx";
import { isWithoutGroup } from "./without.ts";

const EAGER = 4;

type ProductListProps = {
  listing: Listing;
  /** Path of the list without the locale's prefix and the query. */
  path: string;
  ownMaker?: boolean;
};

/** Filters, chips, sorting, the products and their pages. */
export function ProductList({ listing, path, ownMaker }: ProductListProps) {
  const shop = useShop();
  const { t, to } = shop;
  const { wish, total, pages } = listing;
  const waiting = useNavigation().state === "loading";
  const href = (change: Partial<ListingWish>) => to(path) + wishQuery(wish, change);
  const { cards, page, asking, showMore } = useMoreProducts(listing, (next) => href({ page: next }));
  const grid = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(undefined);
  useEffect(() => {
    if (firstNew.current === undefined) return;
    grid.current?.querySelectorAll<HTMLAnchorElement>("h3 a")[firstNew.current]?.focus();
    firstNew.current = undefined;
  }, [cards.length]);
  const onMore = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (asking) return;
    firstNew.current = cards.length;
    void showMore();
  };
  if (total === 0 && filtersIn(wish) === 0) {
    return (
      <div className="mt-8">
        <Empty
          icon={<PackageSearch size={26} strokeWidth={1.5} aria-hidden />}
          title={t("list.empty")}
          action={
            <a href={to(path === "/best-sales" ? "/" : "/best-sales")} className={buttonClass({ kind: "outline" })}>
              {path === "/best-sales" ? t("error.to_home") : t("collection.best-sales")}
            </a>
          }
        >
          {t("list.empty_text")}
        </Empty>
      </div>
    );
  }
  return (
    <div className="mt-6 lg:mt-8 lg:grid lg:grid-cols-[252px_minmax(0,1fr)] lg:items-start lg:gap-9">
      <Filters listing={listing} path={path} shop={shop} {...(ownMaker ? { ownMaker } : {})} />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-start lg:gap-x-4">
        <Chips listing={listing} href={href} shop={shop} {...(ownMaker ? { ownMaker } : {})} />
        <Toolbar listing={listing} path={path} shop={shop} />
        <div
          className={`mt-5 lg:col-span-2 lg:mt-6 ${waiting ? "opacity-60 transition-opacity delay-150" : ""}`}
          aria-busy={waiting || undefined}
        >
          <h2 className="sr-only">{t("list.products")}</h2>
          {cards.length === 0 ? (
            <Empty
              icon={<PackageSearch size={26} strokeWidth={1.5} aria-hidden />}
              title={t("list.nothing_fits")}
              action={
                <a href={href(withoutFilters())} className={buttonClass({ kind: "outline" })}>
                  {t("filters.reset_all")}
                </a>
              }
            >
              {t("list.nothing_fits_text")}
            </Empty>
          ) : (
            <div
              ref={grid}
              className="grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 lg:grid-cols-3 lg:gap-x-6 lg:gap-y-10 xl:grid-cols-4"
            >
              {cards.map((card, at) => (
                <ProductCard key={card.id} card={card} shop={shop} eager={at < EAGER} />
              ))}
            </div>
          )}
        </div>
        <div className="mt-10 flex flex-col items-center gap-5 lg:col-span-2 lg:mt-14">
          <p role="status" className="sr-only">
            {page > wish.page ? t("list.shown", { count: cards.length, total }) : ""}
          </p>
          {page < pages ? (
            <a
              href={href({ page: page + 1 })}
              onClick={onMore}
              aria-busy={asking || undefined}
              className={buttonClass({ kind: "outline", size: "lg", className: "w-full lg:w-auto" })}
            >
              {t("list.more", { count: Math.min(PER_PAGE, total - page * PER_PAGE) })}
            </a>
          ) : null}
          <Pagination
            page={page}
            pages={pages}
            href={(other) => href({ page: other })}
            label={t("list.pages")}
            previous={t("list.previous")}
            next={t("list.next")}
          />
        </div>
      </div>
    </div>
  );
}

/** Every filter that is set, as a link to the list without it. */
function Chips({
  listing,
  href,
  shop,
  ownMaker,
}: {
  listing: Listing;
  href: (change: Partial<ListingWish>) => string;
  shop: Shop;
  ownMaker?: boolean;
}) {
  const { wish, facets } = listing;
  const { t } = shop;
  const chips: Array<{ text: string; without: Partial<ListingWish> }> = [];
  for (const { id, name } of facets.usages) {
    if (wish.usage.includes(id))
      chips.push({ text: name, without: { usage: wish.usage.filter((other) => other !== id) } });
  }
  for (const { id, name } of ownMaker ? [] : facets.manufacturers) {
    if (!wish.manufacturer.includes(id)) continue;
    chips.push({ text: name, without: { manufacturer: wish.manufacturer.filter((other) => other !== id) } });
  }
  if (wish.priceMin !== null)
    chips.push({ text: t("filters.chip_from", { price: wish.priceMin }), without: { priceMin: null } });
  if (wish.priceMax !== null)
    chips.push({ text: t("filters.chip_to", { price: wish.priceMax }), without: { priceMax: null } });
  if (wish.inStock) chips.push({ text: t("filters.in_stock"), without: { inStock: false } });
  if (wish.ratingMin !== null) chips.push({ text: ratingText(shop, wish.ratingMin), without: { ratingMin: null } });
  for (const one of wish.without)
    chips.push({
      text: isWithoutGroup(one) ? t(`without.${one}`) : t("filters.without_one", { name: one.replaceAll("-", " ") }),
      without: { without: wish.without.filter((other) => other !== one) },
    });
  if (wish.discountMin !== null)
    chips.push({ text: discountText(shop, wish.discountMin), without: { discountMin: null } });
  return (
    <ul className="hidden flex-wrap items-center gap-2 lg:flex" aria-label={t("filters.chosen")}>
      {chips.map(({ text, without }) => (
        <li key={text}>
          <a href={href(without)} rel="nofollow" data-keep-scroll="" className={chipClass()}>
            <span className="sr-only">{t("filters.remove")} </span>
            {text}
            <X size={14} aria-hidden />
          </a>
        </li>
      ))}
      {chips.length > 0 ? (
        <li>
          <a
            href={href(withoutFilters())}
            data-keep-scroll=""
            className="flex h-9 items-center px-2 text-sm text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
          >
            {t("filters.reset")}
          </a>
        </li>
      ) : null}
    </ul>
  );
}

/** The filter button (phones) and the sorting: sticky under the header on phones. */
function Toolbar({ listing: { of, wish }, path, shop }: { listing: Listing; path: string; shop: Shop }) {
  const { t, to } = shop;
  const others = otherSorts(of);
  const navigate = useNavigate();
  const count = filtersIn(wish);
  const control =
    "h-11 min-w-0 rounded-md border border-line bg-surface text-sm font-medium text-ink lg:h-10 lg:border-line-strong";
  return (
    <div
      data-second-bar=""
      className="top-[109px] z-20 -mx-4 flex gap-2 border-b border-line bg-paper px-4 py-2 tall:sticky lg:static! lg:mx-0 lg:border-0 lg:p-0"
    >
      <button
        type="button"
        popoverTarget={FILTERS_ID}
        onClick={openFilters}
        aria-haspopup="dialog"
        className={`inline-flex flex-1 items-center justify-center gap-2 px-2 lg:hidden ${control}`}
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
          <select
            key={wish.sort ?? ""}
            name="sort"
            form="filter-form"
            defaultValue={wish.sort ?? ""}
            onChange={(event) => {
              const sort = others.find((known) => known === event.target.value) ?? null;
              void navigate(to(path) + wishQuery(wish, { sort }), { preventScrollReset: true });
            }}
            className={`w-full appearance-none truncate pr-9 pl-9 lg:pl-3 ${control}`}
          >
            <option value="">{t(`sort.${ownSort(of)}`)}</option>
            {others.map((sort) => (
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
        <button type="submit" form="filter-form" className={buttonClass({ kind: "quiet" })}>
          {t("filters.apply")}
        </button>
      </span>
    </div>
  );
}
