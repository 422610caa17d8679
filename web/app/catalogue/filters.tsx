import type { FacetValue } from "@furoshiki/api/catalogue";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate, useNavigation } from "react-router";
import type { Shop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { discountText, ratingText, Steps } from "./filter-steps.tsx";
import type { Listing } from "./listing.ts";
import { filtersIn, readWish, wishQuery, withoutFilters, type ListingWish } from "./listing-wish.ts";
import { isWithoutGroup, withoutGroups } from "./without.ts";

export const FILTERS_ID = "filters";
const SHOWN_FIRST = 7;

type FiltersProps = {
  listing: Listing;
  path: string;
  shop: Shop;
  /** The page is one manufacturer's: no choice of others. */ ownMaker?: boolean;
};

/**
 * One form for both shapes: beside the products from `lg`, a sheet on phones. It is a GET form, so it works
 * without a script (the button opens the sheet as a popover, another sends the form); with one, every
 * change is an address at once, and the sheet's button says how many products it found.
 */
export function Filters({ listing, path, shop, ownMaker }: FiltersProps) {
  const { of, wish, facets, total } = listing;
  const { t, to } = shop;
  const navigate = useNavigate();
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef("");
  const apply = () => {
    if (!form.current) return;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) if (typeof value === "string") fields.append(name, value);
    const address = to(path) + wishQuery(readWish(fields, of));
    // Enter in a price is a change and a sending of the form: one wish.
    if (address === asked.current) return;
    asked.current = address;
    // In the open sheet a choice is not yet a step back in the history.
    void navigate(address, { preventScrollReset: true, replace: sheetOf(form.current)?.open ?? false });
  };
  useEffect(() => {
    asked.current = "";
    if (form.current) followAddress(form.current, wish);
  }, [wish]);
  useEffect(() => {
    const { current } = form;
    // The browser's own event: React's onChange speaks at every letter of a price.
    const onChange = (event: Event) => {
      if (event.target instanceof HTMLInputElement && event.target.name) apply();
    };
    current?.addEventListener("change", onChange);
    return () => current?.removeEventListener("change", onChange);
  });
  const close = () => sheetOf(form.current)?.close();
  const reset = to(path) + wishQuery(wish, withoutFilters());
  return (
    <dialog
      id={FILTERS_ID}
      popover="auto"
      aria-labelledby="filters-title"
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className="mx-0 mt-auto mb-0 max-h-[88dvh] w-full max-w-full flex-col rounded-t-lg bg-surface p-0 text-ink shadow-pop backdrop:bg-scrim open:flex open:animate-unfold [&:popover-open]:flex lg:static lg:m-0 lg:block lg:max-h-none lg:w-auto lg:rounded-none lg:border-t lg:border-line lg:bg-transparent lg:shadow-none"
    >
      <div className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4 lg:sr-only">
        <h2 id="filters-title" className="text-xl">
          {t("filters.title")}
        </h2>
        <div className="flex items-center">
          {filtersIn(wish) > 0 ? (
            <a
              href={reset}
              data-keep-scroll=""
              className="flex h-11 items-center px-3 text-sm text-ink-2 underline decoration-line-strong underline-offset-4"
            >
              {t("filters.reset")}
            </a>
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
          {wish.q ? <input type="hidden" name="q" value={wish.q} /> : null}
          {wish.exact ? <input type="hidden" name="exact" value="1" /> : null}
          <Choices name="usage" title={t("filters.usage")} values={facets.usages} chosen={wish.usage} shop={shop} />
          {ownMaker ? null : (
            <Choices
              name="manufacturer"
              title={t("filters.manufacturer")}
              values={facets.manufacturers}
              chosen={wish.manufacturer}
              shop={shop}
              find={t("filters.find_manufacturer")}
            />
          )}
          <Group title={t("filters.price")}>
            <div className="mt-3 flex items-center gap-2">
              <PriceEnd name="price_min" label={t("filters.from")} value={wish.priceMin} bound={facets.price.min} />
              <PriceEnd name="price_max" label={t("filters.to")} value={wish.priceMax} bound={facets.price.max} />
            </div>
          </Group>
          <Group title={t("filters.rating")}>
            <Steps
              name="rating_min"
              any={t("filters.rating_any")}
              steps={facets.ratings}
              chosen={wish.ratingMin}
              textOf={(stars) => ratingText(shop, stars)}
            />
          </Group>
          <Group title={t("filters.discount")}>
            <Steps
              name="discount_min"
              any={t("filters.discount_any")}
              steps={facets.discounts}
              chosen={wish.discountMin}
              textOf={(percent) => discountText(shop, percent)}
            />
          </Group>
          <Without chosen={wish.without} shop={shop} />
          <div className="py-4">
            <label className="filter-row">
              <input type="checkbox" name="in_stock" value="1" defaultChecked={wish.inStock} className="checkbox" />
              <span className="grow">{t("filters.in_stock")}</span>
              <span className="num text-xs text-ink-3">{facets.in_stock}</span>
            </label>
          </div>
        </div>
        <div className="border-t border-line p-4 lg:hidden">
          {total === 0 ? (
            <a href={reset} data-keep-scroll="" className={buttonClass({ kind: "outline", size: "lg", full: true })}>
              {t("filters.nothing_reset")}
            </a>
          ) : (
            <Button type="submit" size="lg" full busy={busy}>
              {t("filters.show", { count: total })}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** Opens the sheet so that the focus stays inside; without a script the button's `popovertarget` opens it. */
export function openFilters(event: React.MouseEvent): void {
  event.preventDefault();
  const sheet = document.getElementById(FILTERS_ID);
  if (sheet instanceof HTMLDialogElement && !sheet.open) sheet.showModal();
}

/** The boxes and prices say what the address says: chips, resets and the back button change it too. */
function followAddress(form: HTMLFormElement, wish: ListingWish): void {
  const checked: Record<string, (value: string) => boolean> = {
    usage: (value) => wish.usage.includes(Number(value)),
    manufacturer: (value) => wish.manufacturer.includes(Number(value)),
    in_stock: () => wish.inStock,
    rating_min: (value) => value === String(wish.ratingMin ?? ""),
    without: (value) => wish.without.includes(value),
    discount_min: (value) => value === String(wish.discountMin ?? ""),
  };
  const written: Record<string, number | null> = { price_min: wish.priceMin, price_max: wish.priceMax };
  for (const input of form.querySelectorAll("input")) {
    const isChecked = checked[input.name];
    if (isChecked && input.type !== "hidden") input.checked = isChecked(input.value);
    else if (input.name in written) input.value = String(written[input.name] ?? "");
  }
}

/** Groups of ingredients that some do without; a single one that the address names stays. */
function Without({ chosen, shop: { t } }: { chosen: readonly string[]; shop: Shop }) {
  return (
    <Group title={t("filters.without")}>
      <ul className="mt-2">
        {withoutGroups.map((group) => (
          <li key={group}>
            <label className="filter-row">
              <input
                type="checkbox"
                name="without"
                value={group}
                defaultChecked={chosen.includes(group)}
                className="checkbox"
              />
              <span className="grow">{t(`without.${group}`)}</span>
            </label>
          </li>
        ))}
      </ul>
      {chosen
        .filter((one) => !isWithoutGroup(one))
        .map((one) => (
          <input key={one} type="hidden" name="without" value={one} />
        ))}
    </Group>
  );
}

function sheetOf(form: HTMLFormElement | null): HTMLDialogElement | null {
  return form?.closest("dialog") ?? null;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-b border-line py-5">
      <legend className="contents">
        <span className="text-sm font-semibold text-ink">{title}</span>
      </legend>
      {children}
    </fieldset>
  );
}

type ChoicesProps = {
  name: string;
  title: string;
  values: readonly FacetValue[];
  chosen: readonly number[];
  shop: Shop;
  /** Label of a box that narrows a long list. */
  find?: string;
};

function Choices({ name, title, values, chosen, shop, find }: ChoicesProps) {
  const [part, setPart] = useState("");
  if (values.length === 0) return null;
  const wanted = part.trim().toLowerCase();
  const row = (value: FacetValue) => (
    <label
      key={value.id}
      className={`filter-row ${wanted && !value.name.toLowerCase().includes(wanted) ? "hidden!" : ""}`}
    >
      <input
        type="checkbox"
        name={name}
        value={value.id}
        defaultChecked={chosen.includes(value.id)}
        className="checkbox"
      />
      <span className="grow">{value.name}</span>
      <span className="num text-xs text-ink-3">{value.count}</span>
    </label>
  );
  const rest = values.slice(SHOWN_FIRST);
  return (
    <Group title={title}>
      {find && rest.length > 0 ? (
        <div className="relative mt-3 scriptless:hidden">
          <input
            aria-label={find}
            placeholder={find}
            value={part}
            onChange={(event) => setPart(event.target.value)}
            className="h-10 w-full rounded-md border border-line-strong bg-surface pr-3 pl-9 text-base lg:text-sm"
          />
          <Search size={16} aria-hidden className="absolute top-3 left-3 text-ink-3" />
        </div>
      ) : null}
      <div className="mt-2.5">
        {values.slice(0, SHOWN_FIRST).map(row)}
        {rest.length > 0 ? (
          <details
            open={wanted !== "" || rest.some((value) => chosen.includes(value.id)) || undefined}
            className="group"
          >
            <summary className="flex h-9 list-none items-center text-sm font-medium text-tokiwa-700 underline-offset-4 group-open:hidden hover:underline">
              {shop.t("filters.more", { count: rest.length })}
            </summary>
            {rest.map(row)}
          </details>
        ) : null}
      </div>
    </Group>
  );
}

function PriceEnd({ name, label, value, bound }: { name: string; label: string; value: number | null; bound: number }) {
  return (
    <label className="relative min-w-0 flex-1">
      <span className="pointer-events-none absolute top-2.5 left-3 text-sm text-ink-3">{label}</span>
      <input
        name={name}
        inputMode="decimal"
        defaultValue={value ?? ""}
        placeholder={String(bound)}
        className="num h-10 w-full rounded-md border border-line-strong bg-surface pr-2 pl-13 text-base lg:text-sm"
      />
    </label>
  );
}
