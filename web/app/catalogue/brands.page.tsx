import type { ManufacturerList } from "@furoshiki/api/catalogue";
import { Search } from "lucide-react";
import { visitOf } from "../lib/api.ts";
import { Link } from "../lib/link.tsx";
import { trailThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Segment } from "../ui/segment.tsx";
import { alphabets, brandsLike, indexBrands, nameIn, type Alphabet } from "./brand-index.ts";
import { LetterBar, letterId } from "./letter-bar.tsx";
import type { Route } from "./+types/brands.page";

const PATH = "/brands";
/** The brands with the most products, over the index. */
const FEATURED = 6;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const { items } = await visit.page<ManufacturerList>("/v1/manufacturers");
  const params = url.searchParams;
  const asked = (params.get("q") ?? "").trim().slice(0, 100);
  // Only Russian pages know the names in two scripts.
  const alphabet: Alphabet = visit.locale === "ru-RU" && params.get("abc") === "ru" ? "cyrillic" : "latin";
  const sold = items.filter((brand) => brand.count > 0);
  return {
    asked,
    alphabet,
    total: sold.length,
    featured: [...sold].sort((a, b) => b.count - a.count).slice(0, FEATURED),
    letters: indexBrands(asked ? brandsLike(sold, asked) : sold, alphabet),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const t = textsOf(known.locale);
  return describePage(known, location, {
    title: t("menu.brands"),
    description: t("brands.description", { count: loaderData.total }),
    canonical: PATH,
    jsonLd: [trailThing(known, [{ name: t("menu.brands"), path: PATH }])],
    noindex: location.search !== "",
  });
};

type Props = Route.ComponentProps["loaderData"];

export default function BrandsPage({ loaderData }: Route.ComponentProps) {
  const { t, to, format } = useShop();
  const { asked, total, featured, letters } = loaderData;
  return (
    <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
      <Breadcrumbs
        label={t("shell.breadcrumbs")}
        items={[
          { name: t("shell.home"), href: to("/") },
          { name: t("menu.brands"), href: to(PATH) },
        ]}
      />
      <div className="mt-2 flex items-baseline gap-3 lg:mt-3">
        <h1 className="text-3xl lg:text-4xl">{t("menu.brands")}</h1>
        <span className="num text-sm text-ink-3 lg:text-base">{format.number(total)}</span>
      </div>
      {asked ? null : <Featured brands={featured} />}
      <Tools {...loaderData} />
      {letters.length === 0 ? (
        <div className="mt-8">
          <Empty
            icon={<Search size={26} strokeWidth={1.5} aria-hidden />}
            title={asked ? t("brands.nothing", { q: asked }) : t("list.empty")}
            action={
              <Link to={asked ? PATH : "/"} className={buttonClass({ kind: "outline" })}>
                {asked ? t("brands.all") : t("error.to_home")}
              </Link>
            }
          >
            {asked ? t("brands.nothing_text") : t("list.empty_text")}
          </Empty>
        </div>
      ) : (
        <>
          <LetterBar
            label={t("brands.letters")}
            all={alphabets[loaderData.alphabet]}
            held={new Set(letters.map(({ letter }) => letter))}
          />
          <Index {...loaderData} />
        </>
      )}
    </div>
  );
}

function Featured({ brands }: { brands: Props["featured"] }) {
  const { t, to } = useShop();
  return (
    <ul
      aria-label={t("brands.featured")}
      className="mt-5 grid grid-cols-3 gap-px overflow-hidden rounded-xs border border-line bg-line lg:mt-7 lg:grid-cols-6"
    >
      {brands.map((brand) => (
        <li key={brand.id}>
          <a
            href={to(`/manufacturer/${brand.slug}`)}
            className="flex h-24 flex-col items-center justify-center gap-1 bg-surface px-2 text-center text-ink hover:bg-tokiwa-50 lg:h-28"
          >
            <span className="font-display text-lg leading-tight font-semibold lg:text-xl">{brand.name}</span>
            <span className="num text-xs text-ink-2">{t("list.count", { count: brand.count })}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The filter, which works without a script, and in Russian the choice of the alphabet. */
function Tools({ asked, alphabet }: Props) {
  const { t, to, locale } = useShop();
  const query = (abc: Alphabet) => {
    const params = new URLSearchParams();
    if (abc === "cyrillic") params.set("abc", "ru");
    if (asked) params.set("q", asked);
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
          key={asked}
          id="brand"
          name="q"
          type="search"
          defaultValue={asked}
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
        <Segment
          label={t("brands.alphabet")}
          items={[
            { name: "A–Z", href: query("latin"), current: alphabet === "latin" },
            { name: "А–Я", href: query("cyrillic"), current: alphabet === "cyrillic" },
          ]}
        />
      ) : null}
    </div>
  );
}

function Index({ alphabet, letters }: Props) {
  const { t, to, format } = useShop();
  const other = alphabet === "latin" ? "cyrillic" : "latin";
  return (
    <div className="mt-6 gap-x-14 sm:columns-2 lg:mt-9 lg:columns-3">
      {letters.map(({ letter, items }) => (
        <section key={letter} aria-labelledby={letterId(letter)} className="mb-7 break-inside-avoid lg:mb-9">
          <h2 id={letterId(letter)} className="border-b border-line-strong pb-1.5 text-2xl text-tokiwa-700">
            {letter}
          </h2>
          <ul>
            {items.map((brand) => {
              const name = nameIn(alphabet, brand);
              const inOther = nameIn(other, brand);
              return (
                <li key={brand.id} className="border-b border-line last:border-0">
                  <a
                    href={to(`/manufacturer/${brand.slug}`)}
                    className="group flex min-h-14 items-center gap-3 py-2 hover:text-tokiwa-700"
                  >
                    <span className="min-w-0 grow">
                      <span className="block text-base font-medium">{name}</span>
                      {inOther === name ? null : <span className="block text-sm text-ink-3">{inOther}</span>}
                    </span>
                    <span className="num w-9 text-right text-sm text-ink-3">
                      <span className="sr-only">{t("brands.products")} </span>
                      {format.number(brand.count)}
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
