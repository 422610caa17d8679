import type { FacetValue } from "@furoshiki/api/catalog";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useNavigate, useNavigation } from "react-router";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { ShippableFilter } from "./shippable-filter.tsx";
import { formatDiscountThreshold, formatRatingThreshold, ThresholdFilter } from "./threshold-filter.tsx";
import type { Listing } from "./listing.ts";
import {
  countFilters,
  parseListingQuery,
  buildQueryString,
  getEmptyFilters,
  type ListingQuery,
} from "./listing-query.ts";
import { isExcludableGroup, excludableGroups } from "../ingredients/ingredient-groups.ts";

export const FILTERS_ID = "filters";
/** How many values of a facet are shown; the others are behind "more". */
const VISIBLE_VALUES = 7;

type FiltersProps = {
  listing: Listing;
  path: string;
  i18n: I18n;
  /** Whether the page lists one brand, so that there is no brand filter. */
  hasFixedBrand?: boolean | undefined;
};

/**
 * Navigates when a field of the filter form changes, and keeps its fields equal to the URL.
 * @param path of the listing, with the locale prefix
 * @returns the ref of the form, and a function that navigates to the listing with the current fields
 */
function useFilterForm({ scope, listingQuery }: Listing, path: string) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const lastUrl = useRef("");
  const apply = () => {
    if (!form.current) return;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) if (typeof value === "string") fields.append(name, value);
    const url = path + buildQueryString(parseListingQuery(fields, scope));
    // The Enter key in a price field fires both change and submit: navigate only once.
    if (url === lastUrl.current) return;
    lastUrl.current = url;
    // While the dialog is open, changes replace the history entry.
    void navigate(url, { preventScrollReset: true, replace: findDialog(form.current)?.open ?? false });
  };
  useEffect(() => {
    lastUrl.current = "";
    if (form.current) syncFormWithQuery(form.current, listingQuery);
  }, [listingQuery]);
  useEffect(() => {
    const { current } = form;
    // The native event: React's onChange fires for every character of a price.
    const onChange = (event: Event) => {
      if (event.target instanceof HTMLInputElement && event.target.name) apply();
    };
    current?.addEventListener("change", onChange);
    return () => current?.removeEventListener("change", onChange);
  });
  return { form, apply };
}

/**
 * The filters of a listing: beside the products from `lg`, a dialog on phones. It is a GET form and works without
 * scripts: the button opens the dialog as a popover and another button submits the form. With scripts every change
 * navigates immediately, and the button of the dialog shows the number of products found.
 */
export function Filters({ listing, path, i18n, hasFixedBrand }: FiltersProps) {
  const { listingQuery, total } = listing;
  const { t, to } = i18n;
  const isBusy = useNavigation().state !== "idle";
  const { form, apply } = useFilterForm(listing, to(path));
  const close = () => findDialog(form.current)?.close();
  const resetHref = to(path) + buildQueryString(listingQuery, getEmptyFilters());
  return (
    <dialog
      id={FILTERS_ID}
      popover="auto"
      aria-labelledby="filters-title"
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className="mx-0 mt-auto mb-0 max-h-[88dvh] w-full max-w-full flex-col rounded-t-lg bg-surface p-0 text-ink shadow-overlay backdrop:bg-scrim open:flex open:animate-slide-up [&:popover-open]:flex lg:static lg:m-0 lg:block lg:max-h-none lg:w-auto lg:rounded-none lg:border-t lg:border-line lg:bg-transparent lg:shadow-none"
    >
      <div className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4 lg:sr-only">
        <h2 id="filters-title" className="text-xl">
          {t("filters.title")}
        </h2>
        <div className="flex items-center">
          {countFilters(listingQuery) > 0 ? (
            <Link
              to={resetHref}
              preventScrollReset
              className="flex h-11 items-center px-3 text-sm text-ink-2 underline decoration-line-strong underline-offset-4"
            >
              {t("filters.reset")}
            </Link>
          ) : null}
          <IconButton
            label={t("filters.close")}
            icon={<X size={22} aria-hidden />}
            onClick={close}
            popoverTarget={FILTERS_ID}
            popoverTargetAction="hide"
          />
        </div>
      </div>
      <form
        ref={form}
        id="filter-form"
        action={to(path)}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
          close();
        }}
        className="flex min-h-0 grow flex-col"
      >
        <div className="min-h-0 grow overflow-y-auto overscroll-contain px-4 lg:overflow-visible lg:px-0">
          <FilterFields listing={listing} i18n={i18n} hasFixedBrand={hasFixedBrand} />
        </div>
        <div className="border-t border-line p-4 lg:hidden">
          {total === 0 ? (
            <Link
              to={resetHref}
              preventScrollReset
              className={buttonClass({ kind: "outline", size: "lg", full: true })}
            >
              {t("filters.nothing_reset")}
            </Link>
          ) : (
            <Button type="submit" size="lg" full busy={isBusy}>
              {t("filters.show", { count: total })}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** The fields of the filter form: one group for each facet, and the search query, which the filters keep. */
function FilterFields({ listing, i18n, hasFixedBrand }: Pick<FiltersProps, "listing" | "i18n" | "hasFixedBrand">) {
  const { listingQuery, facets } = listing;
  const { t } = i18n;
  return (
    <>
      {listingQuery.q ? <input type="hidden" name="q" value={listingQuery.q} /> : null}
      {listingQuery.exact ? <input type="hidden" name="exact" value="1" /> : null}
      <ShippableFilter listing={listing} i18n={i18n} />
      <FacetValues
        name="usage"
        title={t("filters.concern")}
        values={facets.usages}
        selected={listingQuery.concernIds}
        i18n={i18n}
      />
      {hasFixedBrand ? null : (
        <FacetValues
          name="manufacturer"
          title={t("filters.brand")}
          values={facets.manufacturers}
          selected={listingQuery.brandIds}
          i18n={i18n}
          searchLabel={t("filters.find_brand")}
        />
      )}
      <FilterGroup title={t("filters.price")}>
        <div className="mt-3 flex items-center gap-2">
          <PriceInput
            name="price_min"
            label={t("filters.from")}
            value={listingQuery.priceMin}
            placeholderPrice={facets.price.min}
          />
          <PriceInput
            name="price_max"
            label={t("filters.to")}
            value={listingQuery.priceMax}
            placeholderPrice={facets.price.max}
          />
        </div>
      </FilterGroup>
      <FilterGroup title={t("filters.rating")}>
        <ThresholdFilter
          name="rating_min"
          anyLabel={t("filters.rating_any")}
          steps={facets.ratings}
          selected={listingQuery.ratingMin}
          getLabel={(stars) => formatRatingThreshold(i18n, stars)}
        />
      </FilterGroup>
      <FilterGroup title={t("filters.discount")}>
        <ThresholdFilter
          name="discount_min"
          anyLabel={t("filters.discount_any")}
          steps={facets.discounts}
          selected={listingQuery.discountMin}
          getLabel={(percent) => formatDiscountThreshold(i18n, percent)}
        />
      </FilterGroup>
      <ExcludedIngredientGroups selected={listingQuery.excludedIngredients} i18n={i18n} />
      <div className="py-4">
        <label className="filter-row">
          <input type="checkbox" name="in_stock" value="1" defaultChecked={listingQuery.inStock} className="checkbox" />
          <span className="grow">{t("filters.in_stock")}</span>
          <span className="num text-xs text-ink-3">{facets.in_stock}</span>
        </label>
      </div>
    </>
  );
}

/**
 * Opens the filters as a modal dialog, which traps the focus; without scripts the button's `popovertarget` opens them.
 */
export function openFilters(event: React.MouseEvent): void {
  event.preventDefault();
  const dialog = document.getElementById(FILTERS_ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** Updates the checkboxes and prices to match the URL, which chips, resets and the back button change too. */
function syncFormWithQuery(form: HTMLFormElement, listingQuery: ListingQuery): void {
  const checksByName: Record<string, (value: string) => boolean> = {
    usage: (value) => listingQuery.concernIds.includes(Number(value)),
    manufacturer: (value) => listingQuery.brandIds.includes(Number(value)),
    in_stock: () => listingQuery.inStock,
    shippable: () => listingQuery.shippable,
    rating_min: (value) => value === String(listingQuery.ratingMin ?? ""),
    without: (value) => listingQuery.excludedIngredients.includes(value),
    discount_min: (value) => value === String(listingQuery.discountMin ?? ""),
  };
  const prices: Record<string, number | null> = { price_min: listingQuery.priceMin, price_max: listingQuery.priceMax };
  for (const input of form.querySelectorAll("input")) {
    const isChecked = checksByName[input.name];
    if (isChecked && input.type !== "hidden") input.checked = isChecked(input.value);
    else if (input.name in prices) input.value = String(prices[input.name] ?? "");
  }
}

/** Ingredient groups that can be excluded; single ingredients from the URL are kept as hidden fields. */
function ExcludedIngredientGroups({ selected, i18n: { t } }: { selected: readonly string[]; i18n: I18n }) {
  return (
    <FilterGroup title={t("filters.excluded_ingredients")}>
      <ul className="mt-2">
        {excludableGroups.map((group) => (
          <li key={group}>
            <label className="filter-row">
              <input
                type="checkbox"
                name="without"
                value={group}
                defaultChecked={selected.includes(group)}
                className="checkbox"
              />
              <span className="grow">{t(`excluded.${group}`)}</span>
            </label>
          </li>
        ))}
      </ul>
      {selected
        .filter((slug) => !isExcludableGroup(slug))
        .map((slug) => (
          <input key={slug} type="hidden" name="without" value={slug} />
        ))}
    </FilterGroup>
  );
}

function findDialog(form: HTMLFormElement | null): HTMLDialogElement | null {
  return form?.closest("dialog") ?? null;
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-b border-line py-5">
      <legend className="contents">
        <span className="text-sm font-semibold text-ink">{title}</span>
      </legend>
      {children}
    </fieldset>
  );
}

type FacetValuesProps = {
  name: string;
  title: string;
  values: readonly FacetValue[];
  selected: readonly number[];
  i18n: I18n;
  /** Label of a search field that narrows a long list. */
  searchLabel?: string;
};

function FacetValues({ name, title, values, selected, i18n, searchLabel }: FacetValuesProps) {
  const [searchText, setSearchText] = useState("");
  if (values.length === 0) return null;
  const normalizedSearch = searchText.trim().toLowerCase();
  const renderValue = (value: FacetValue) => (
    <label
      key={value.id}
      className={`filter-row ${normalizedSearch && !value.name.toLowerCase().includes(normalizedSearch) ? "hidden!" : ""}`}
    >
      <input
        type="checkbox"
        name={name}
        value={value.id}
        defaultChecked={selected.includes(value.id)}
        className="checkbox"
      />
      <span className="grow">{value.name}</span>
      <span className="num text-xs text-ink-3">{value.count}</span>
    </label>
  );
  const hiddenValues = values.slice(VISIBLE_VALUES);
  return (
    <FilterGroup title={title}>
      {searchLabel && hiddenValues.length > 0 ? (
        <div className="relative mt-3 scriptless:hidden">
          <input
            aria-label={searchLabel}
            placeholder={searchLabel}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            className="h-10 w-full rounded-md border border-line-strong bg-surface pr-3 pl-9 text-base lg:text-sm"
          />
          <Search size={16} aria-hidden className="absolute top-3 left-3 text-ink-3" />
        </div>
      ) : null}
      <div className="mt-2.5">
        {values.slice(0, VISIBLE_VALUES).map(renderValue)}
        {hiddenValues.length > 0 ? (
          <details
            open={normalizedSearch !== "" || hiddenValues.some((value) => selected.includes(value.id)) || undefined}
            className="group"
          >
            <summary className="flex h-9 list-none items-center text-sm font-medium text-tokiwa-700 underline-offset-4 group-open:hidden hover:underline">
              {i18n.t("filters.more", { count: hiddenValues.length })}
            </summary>
            {hiddenValues.map(renderValue)}
          </details>
        ) : null}
      </div>
    </FilterGroup>
  );
}

function PriceInput({
  name,
  label,
  value,
  placeholderPrice,
}: {
  name: string;
  label: string;
  value: number | null;
  placeholderPrice: number;
}) {
  return (
    <label className="relative min-w-0 flex-1">
      <span className="pointer-events-none absolute top-2.5 left-3 text-sm text-ink-3">{label}</span>
      <input
        name={name}
        inputMode="decimal"
        defaultValue={value ?? ""}
        placeholder={String(placeholderPrice)}
        className="num h-10 w-full rounded-md border border-line-strong bg-surface pr-2 pl-13 text-base lg:text-sm"
      />
    </label>
  );
}
