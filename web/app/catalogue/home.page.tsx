import type { Home } from "@furoshiki/api/catalogue";
import { visitOf } from "../lib/api.ts";
import { bindWords } from "../lib/format.ts";
import { mayBeKept } from "../lib/keeping.ts";
import { later } from "../lib/later.tsx";
import { pictureKey, sourcesOf, type PictureKey } from "../lib/picture.ts";
import { shopThing, websiteThing } from "../lib/schema-org.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { useDelivery, useKnown } from "../lib/known.ts";
import { Picture } from "../ui/picture.tsx";
import { Hero, shownBanner, SideBanner } from "./banners.tsx";
import { SectionHead } from "./card-row.tsx";
import { Benefits } from "./home-parts.tsx";
import { shownCard } from "./shown-card.ts";
import type { Route } from "./+types/home.page";

export async function loader({ context }: Route.LoaderArgs) {
  const home = await visitOf({ context }).page<Home>("/v1/home");
  mayBeKept({ context }, "thing");
  return {
    ...home,
    banners: home.banners.map(shownBanner),
    rows: home.rows.map(({ name, items }) => ({ name, items: items.map(shownCard) })),
    categories: home.categories.map((category) => ({
      ...category,
      image: category.image && pictureKey(category.image),
    })),
  };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  if (!known) return [];
  return describePage(known, location, {
    title: known.config.shop.title,
    description: known.config.shop.description ?? known.config.shop.title,
    canonical: "/",
    wholeTitle: true,
    jsonLd: [websiteThing(known), shopThing(known)],
  });
};

/** Beside the large offer there is room for two (design §4). */
const SIDE_BANNERS = 2;

const loadShelves = async () => (await import("./home-shelves.tsx")).HomeShelves;
const HomeShelves = later(loadShelves, import.meta.env.SSR ? await loadShelves() : null);

export default function HomePage({ loaderData: home }: Route.ComponentProps) {
  const { t, to, format } = useShop();
  const delivery = useDelivery();
  const title = useKnown()?.config.shop.title;
  const at = (place: string) => home.banners.filter((banner) => banner.place === place);
  return (
    <>
      <div className="mx-auto max-w-page px-4 pt-3 lg:pt-6">
        <h1 className="sr-only">{title}</h1>
        <section
          aria-label={t("home.offers")}
          className="grid gap-3 lg:grid-cols-[minmax(0,2.18fr)_minmax(0,1fr)] lg:gap-5"
        >
          <Hero banners={at("hero")} />
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-1 lg:gap-5">
            {at("side")
              .slice(0, SIDE_BANNERS)
              .map((banner) => (
                <SideBanner key={banner.id} banner={banner} />
              ))}
          </div>
        </section>
        <Benefits delivery={delivery} />
      </div>
      <section id="catalogue" className="mx-auto mt-12 max-w-page px-4 lg:mt-20">
        <SectionHead title={t("shell.catalogue")} />
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:gap-5">
          {home.categories.map((category) => (
            <CategoryTile
              key={category.id}
              category={category}
              href={to(`/category/${category.link_rewrite}`)}
              count={format.number(category.count)}
            />
          ))}
        </ul>
      </section>
      <HomeShelves home={home} />
    </>
  );
}

const tileWidths = [320, 640];

function CategoryTile({
  category,
  href,
  count,
}: {
  category: Pick<Home["categories"][number], "name"> & { image: PictureKey | null };
  href: string;
  count: string;
}) {
  const { image, name } = category;
  return (
    <li>
      <a href={href} className="group relative block overflow-hidden rounded-xs bg-cloth-shiro">
        {image ? (
          <Picture
            image={{ ...image, ...sourcesOf(image, tileWidths) }}
            sizes="(min-width: 1024px) 305px, 46vw"
            className="aspect-square w-full object-cover object-right lg:aspect-16/11"
          />
        ) : (
          <span className="block aspect-square lg:aspect-16/11" />
        )}
        <span className="absolute inset-0 flex flex-col p-3.5 lg:p-5">
          <span className="max-w-[6.5rem] font-display text-lg/[1.15] font-semibold text-on-cloth underline-offset-4 group-hover:underline lg:max-w-[8rem] lg:text-xl">
            {bindWords(name)}
          </span>
          <span className="num mt-1 text-xs text-on-cloth-2 lg:text-sm">{count}</span>
        </span>
      </a>
    </li>
  );
}
