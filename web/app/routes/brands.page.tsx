import type { BrandList } from "@furoshiki/api/catalog";
import { Search } from "lucide-react";
import { getRequestContext } from "../api-client/request-context.ts";
import { Link } from "../navigation/link.tsx";
import { createBreadcrumbJsonLd } from "../seo/json-ld.ts";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import { useAccountI18n, getAccountTranslator } from "../i18n/account-i18n.ts";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { SegmentedControl } from "@furoshiki/design-system/ui/segmented-control.tsx";
import {
  lettersByAlphabet,
  findBrands,
  groupBrandsByLetter,
  getNameInAlphabet,
  type Alphabet,
} from "../catalog/brands/brand-index.ts";
import { AlphabetNav, getLetterId } from "../catalog/brands/alphabet-nav.tsx";
import type { Route } from "./+types/brands.page";

const PATH = "/brands";
/** Number of brands with the most products shown above the index. */
const MAX_FEATURED = 6;

export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const { items } = await requestContext.load<BrandList>("/v1/manufacturers");
  const params = url.searchParams;
  const searchQuery = (params.get("q") ?? "").trim().slice(0, 100);
  // Only Russian pages have the names in two scripts.
  const alphabet: Alphabet = requestContext.locale === "ru-RU" && params.get("abc") === "ru" ? "cyrillic" : "latin";
  const brandsWithProducts = items.filter((brand) => brand.count > 0);
  return {
    searchQuery,
    alphabet,
    total: brandsWithProducts.length,
    featured: [...brandsWithProducts].sort((a, b) => b.count - a.count).slice(0, MAX_FEATURED),
    letterGroups: groupBrandsByLetter(
      searchQuery ? findBrands(brandsWithProducts, searchQuery) : brandsWithProducts,
      alphabet,
    ),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const t = getAccountTranslator(rootData.locale);
  return buildPageMeta(rootData, location, {
    title: t("menu.brands"),
    description: t("brands.description", { count: loaderData.total }),
    canonical: PATH,
    jsonLd: [createBreadcrumbJsonLd(rootData, [{ name: t("menu.brands"), path: PATH }])],
    noindex: location.search !== "",
  });
};

type BrandsData = Route.ComponentProps["loaderData"];

export default function BrandsPage({ loaderData }: Route.ComponentProps) {
  const { t, to, format } = useAccountI18n();
  const { searchQuery, total, featured, letterGroups } = loaderData;
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("layout.breadcrumbs")}
        items={[
          { name: t("layout.home"), href: to("/") },
          { name: t("menu.brands"), href: to(PATH) },
        ]}
      />
      <div className="mt-2 flex items-baseline gap-3 lg:mt-3">
        <h1 className="text-3xl lg:text-4xl">{t("menu.brands")}</h1>
        <span className="num text-sm text-ink-3 lg:text-base">{format.number(total)}</span>
      </div>
      {searchQuery ? null : <FeaturedBrands brands={featured} />}
      <BrandsToolbar {...loaderData} />
      {letterGroups.length === 0 ? (
        <div className="mt-8">
          <EmptyState
            icon={<Search size={26} strokeWidth={1.5} aria-hidden />}
            title={searchQuery ? t("brands.nothing", { q: searchQuery }) : t("list.empty")}
            action={
              <Link to={searchQuery ? PATH : "/"} className={buttonClass({ kind: "outline" })}>
                {searchQuery ? t("brands.all") : t("error.to_home")}
              </Link>
            }
          >
            {searchQuery ? t("brands.nothing_text") : t("list.empty_text")}
          </EmptyState>
        </div>
      ) : (
        <>
          <AlphabetNav
            label={t("brands.letters")}
            alphabet={lettersByAlphabet[loaderData.alphabet]}
            lettersWithItems={new Set(letterGroups.map(({ letter }) => letter))}
          />
          <BrandIndex {...loaderData} />
        </>
      )}
    </div>
  );
}

function FeaturedBrands({ brands }: { brands: BrandsData["featured"] }) {
  const { t } = useAccountI18n();
  return (
    <ul
      aria-label={t("brands.featured")}
      className="mt-5 grid grid-cols-3 gap-px overflow-hidden rounded-xs border border-line bg-line lg:mt-7 lg:grid-cols-6"
    >
      {brands.map((brand) => (
        <li key={brand.id}>
          <Link
            to={`/manufacturer/${brand.slug}`}
            className="flex h-24 flex-col items-center justify-center gap-1 bg-surface px-2 text-center text-ink hover:bg-tokiwa-50 lg:h-28"
          >
            <span className="font-display text-lg leading-tight font-semibold lg:text-xl">{brand.name}</span>
            <span className="num text-xs text-ink-2">{t("list.count", { count: brand.count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The brand search, which works without scripts, and on Russian pages the choice of the alphabet. */
function BrandsToolbar({ searchQuery, alphabet }: BrandsData) {
  const { t, to, locale } = useAccountI18n();
  const getHref = (abc: Alphabet) => {
    const params = new URLSearchParams();
    if (abc === "cyrillic") params.set("abc", "ru");
    if (searchQuery) params.set("q", searchQuery);
    return to(params.size ? `${PATH}?${params}` : PATH);
  };
  return (
    <div className="mt-6 flex flex-col gap-3 lg:mt-9 lg:flex-row lg:items-center lg:justify-between">
      <form action={to(PATH)} role="search" aria-label={t("brands.find")} className="relative lg:w-80">
        {alphabet === "cyrillic" ? <input type="hidden" name="abc" value="ru" /> : null}
        <label htmlFor="brand" className="sr-only">
          {t("brands.find")}
        </label>
        <input
          key={searchQuery}
          id="brand"
          name="q"
          type="search"
          defaultValue={searchQuery}
          maxLength={100}
          autoComplete="off"
          placeholder={t("brands.find_hint")}
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-12 pl-4 text-base"
        />
        <button
          type="submit"
          aria-label={t("brands.find")}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center text-tokiwa-700"
        >
          <Search size={18} aria-hidden />
        </button>
      </form>
      {locale === "ru-RU" ? (
        <SegmentedControl
          label={t("brands.alphabet")}
          items={[
            { name: "A–Z", href: getHref("latin"), current: alphabet === "latin" },
            { name: "А–Я", href: getHref("cyrillic"), current: alphabet === "cyrillic" },
          ]}
        />
      ) : null}
    </div>
  );
}

function BrandIndex({ alphabet, letterGroups }: BrandsData) {
  const { t, format } = useAccountI18n();
  const otherAlphabet = alphabet === "latin" ? "cyrillic" : "latin";
  return (
    <div className="mt-6 gap-x-14 sm:columns-2 lg:mt-9 lg:columns-3">
      {letterGroups.map(({ letter, items }) => (
        <section key={letter} aria-labelledby={getLetterId(letter)} className="mb-7 break-inside-avoid lg:mb-9">
          <h2 id={getLetterId(letter)} className="border-b border-line-strong pb-1.5 text-2xl text-tokiwa-700">
            {letter}
          </h2>
          <ul>
            {items.map((brand) => {
              const name = getNameInAlphabet(alphabet, brand);
              const nameInOther = getNameInAlphabet(otherAlphabet, brand);
              return (
                <li key={brand.id} className="border-b border-line last:border-0">
                  <Link
                    to={`/manufacturer/${brand.slug}`}
                    className="group flex min-h-14 items-center gap-3 py-2 hover:text-tokiwa-700"
                  >
                    <span className="min-w-0 grow">
                      <span className="block text-base font-medium">{name}</span>
                      {nameInOther === name ? null : <span className="block text-sm text-ink-3">{nameInOther}</span>}
                    </span>
                    <span className="num w-9 text-right text-sm text-ink-3">
                      <span className="sr-only">{t("brands.products")} </span>
                      {format.number(brand.count)}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
