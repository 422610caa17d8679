import type { ProductCardData, ProductList } from "@furoshiki/api/catalog";
import type { InitialSuggestions as Suggested } from "@furoshiki/api/search";
import { ChevronRight, CircleHelp, TrendingUp } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";
import { fetchApi } from "../api-client/browser-api.ts";
import { getThemeClasses } from "../catalog/theme-classes.ts";
import { getViewedProducts } from "../catalog/recommendations/viewed-products.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { useDeliveryPricing } from "../store-config/root-data.ts";
import { saveSearch } from "./search-history.ts";
import { getSearchPath } from "./search-path.ts";

const MAX_VIEWED = 4;

type Loaded = { suggested: Suggested | undefined; viewed: readonly ProductCardData[] };

/** What the search shows before anything is typed, below the history: popular queries, departments, viewed products, help. */
export function InitialSuggestions({ onFollow, children }: { onFollow: () => void; children: ReactNode }) {
  const { t } = useAccountI18n();
  const loaded = useInitialSuggestions();
  const { queries = [], categories = [], pages = [] } = loaded?.suggested ?? {};
  const viewed = loaded?.viewed ?? [];
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_19.5rem]">
      <div>
        {children}
        {loaded === null ? (
          <div className="p-5">
            <Skeleton rows={6} />
          </div>
        ) : null}
        {loaded && !loaded.suggested ? <p className="p-5 text-sm text-ink-2">{t("suggest.hint")}</p> : null}
        {queries.length > 0 ? <PopularQueries queries={queries} onFollow={onFollow} /> : null}
        {categories.length > 0 ? <Departments categories={categories} onFollow={onFollow} /> : null}
      </div>
      {viewed.length > 0 || pages.length > 0 ? (
        <div className="xl:border-l xl:border-line">
          {viewed.length > 0 ? <ViewedProducts cards={viewed} onFollow={onFollow} /> : null}
          {pages.length > 0 ? <HelpPages pages={pages} onFollow={onFollow} /> : null}
        </div>
      ) : null}
    </div>
  );
}

/** Loads the suggestions and the viewed products; null until both are loaded. */
function useInitialSuggestions(): Loaded | null {
  const i18n = useAccountI18n();
  const currency = useDeliveryPricing().iso_code;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ids = getViewedProducts().slice(0, MAX_VIEWED);
    const path = `/v1/products?ids=${ids.join(",")}&per_page=${MAX_VIEWED}`;
    const load = async () => {
      const [suggested, products] = await Promise.all([
        fetchApi<Suggested>(i18n, "/v1/search/initial", { signal }),
        ids.length > 0 ? fetchApi<ProductList>(i18n, path, { currency, signal }) : undefined,
      ]);
      const cardsById = new Map(products?.items.map((card) => [card.id, card]));
      if (!signal.aborted) setLoaded({ suggested, viewed: ids.flatMap((id) => cardsById.get(id) ?? []) });
    };
    void load();
    return () => controller.abort();
  }, [i18n, currency]);
  return loaded;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="px-5 py-4">
      <h2 id={titleId} className="font-sans text-sm font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

const rowClass = "flex min-h-11 items-center gap-3 py-1.5 text-sm hover:text-tokiwa-700";

function PopularQueries({ queries, onFollow }: { queries: readonly string[]; onFollow: () => void }) {
  const { t } = useAccountI18n();
  return (
    <Section title={t("suggest.popular")}>
      <ul className="mt-1 grid gap-x-6 lg:grid-cols-2">
        {queries.map((query) => (
          <li key={query} className="border-b border-line">
            <Link
              to={getSearchPath(query)}
              className={rowClass}
              onClick={() => {
                onFollow();
                saveSearch(query);
              }}
            >
              <TrendingUp size={16} aria-hidden className="shrink-0 text-ink-3" />
              <span className="grow">{insertNonBreakingSpaces(query)}</span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Departments({ categories, onFollow }: { categories: Suggested["categories"]; onFollow: () => void }) {
  const { t } = useAccountI18n();
  return (
    <Section title={t("suggest.departments")}>
      <ul className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {categories.map(({ id, name, link_rewrite, cloth, image }) => {
          const { backgroundClass, textClass } = getThemeClasses(cloth);
          return (
            <li key={id}>
              <Link
                to={`/category/${link_rewrite}`}
                onClick={onFollow}
                className={`group flex h-full flex-col justify-between overflow-hidden rounded-xs ${backgroundClass}`}
              >
                <span
                  className={`px-2.5 pt-2.5 font-display text-base/[1.15] font-semibold underline-offset-4 group-hover:underline ${textClass}`}
                >
                  {insertNonBreakingSpaces(name)}
                </span>
                {image ? (
                  <Picture
                    image={image}
                    sizes="190px"
                    className="aspect-16/10 w-full mask-[linear-gradient(transparent,#000_25%)] object-cover object-right"
                  />
                ) : (
                  <span className="block aspect-16/10" />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function ViewedProducts({ cards, onFollow }: { cards: readonly ProductCardData[]; onFollow: () => void }) {
  const { t, format } = useAccountI18n();
  return (
    <Section title={t("suggest.viewed")}>
      <ul className="mt-2">
        {cards.map(({ id, link_rewrite, image, manufacturer, name, price }) => (
          <li key={id}>
            <Link to={`/${link_rewrite}`} onClick={onFollow} className={rowClass}>
              <Picture
                image={image}
                sizes="44px"
                wrapperClass="shrink-0"
                className="h-[55px] w-11 rounded-xs bg-mist object-cover"
              />
              <span className="min-w-0 grow">
                <span className="block text-xs text-ink-3">{manufacturer.name}</span>
                <span className="line-clamp-2">{insertNonBreakingSpaces(name)}</span>
              </span>
              <span className="price shrink-0">{format.money(price.current, price)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function HelpPages({ pages, onFollow }: { pages: Suggested["pages"]; onFollow: () => void }) {
  const { t } = useAccountI18n();
  return (
    <Section title={t("suggest.help")}>
      <ul className="mt-1">
        {pages.map(({ title, path }) => (
          <li key={path}>
            <Link to={path} onClick={onFollow} className={rowClass}>
              <CircleHelp size={18} aria-hidden className="shrink-0 text-tokiwa-700" />
              {insertNonBreakingSpaces(title)}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
