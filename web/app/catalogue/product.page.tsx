import type { Card, Product } from "@furoshiki/api/catalogue";
import type { QuestionList, ReviewList } from "@furoshiki/api/reviews";
import { redirect, useLocation, type ShouldRevalidateFunctionArgs } from "react-router";
import { visitOf } from "../lib/api.ts";
import { bindWords } from "../lib/format.ts";
import { mayBeKept } from "../lib/keeping.ts";
import { later } from "../lib/later.tsx";
import { localizedPath } from "../lib/locale.ts";
import { pictureKey, type PictureKey } from "../lib/picture.ts";
import { withScrollingTables } from "../lib/scrolling-tables.ts";
import { describePage, knownTo, ownWords } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { textsOf } from "../lib/texts.ts";
import { QUESTIONS_STEP, reviewQuery, reviewWish } from "../reviews/review-wish.ts";
import type { FrameWish } from "../shell/frame.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Stars } from "../ui/stars.tsx";
import { BuyBox } from "./buy-box.tsx";
import { chosenOption } from "./chosen-option.ts";
import { Gallery } from "./gallery.tsx";
import { OptionTiles } from "./option-tiles.tsx";
import { shownCard } from "./shown-card.ts";
import { Promises } from "./promises.tsx";
import { ToDoor } from "./to-door.tsx";
import { useViewed } from "./viewed.ts";
import { plainText } from "./product-words.ts";
import type { Route } from "./+types/product.page";

export const handle: FrameWish = { buyBar: true };

const SIMILAR = 5;
const MOST_QUESTIONS = 95;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const { search, searchParams } = url;
  const wish = reviewWish(searchParams);
  const questionSteps = Math.max(1, Math.trunc(Number(searchParams.get("questions"))) || 1);
  const own = `/v1/products/${encodeURIComponent(params.productSlug)}`;
  const [product, similar, reviews, questions] = await Promise.all([
    visit.page<Product>(own),
    sidePart(visit.call<{ items: Card[] }>(`${own}/similar`)),
    sidePart(visit.call<ReviewList>(`${own}/reviews?${reviewQuery(wish)}`)),
    sidePart(
      visit.call<QuestionList>(`${own}/questions?per_page=${Math.min(MOST_QUESTIONS, questionSteps * QUESTIONS_STEP)}`),
    ),
  ]);
  if (product.link_rewrite !== params.productSlug) {
    throw redirect(localizedPath(`/${product.link_rewrite}`, visit.locale, visit.server.localeStrategy) + search, 301);
  }
  mayBeKept({ context }, "thing");
  const { manufacturer, options, images, description, composition, characteristics } = product;
  return {
    card: shownCard(product),
    images: images.map(pictureKey),
    maker: manufacturer,
    options,
    description: withScrollingTables(description, product.name),
    summary: plainText(description),
    composition,
    ingredients: product.ingredients,
    avoided: product.avoided,
    alerts: product.alerts,
    monthsOpened: product.months_opened,
    characteristics,
    breadcrumbs: product.breadcrumbs,
    usages: product.usages.map((usage) => usage.name),
    head: product.head,
    share: product.share,
    weight: product.weight_g,
    delivery: product.delivery,
    series: product.series,
    tags: product.tags,
    similar: similar?.items.slice(0, SIMILAR).map(shownCard) ?? [],
    // Null where they could not be had.
    reviews,
    rating: { average: reviews?.average ?? product.rating, count: reviews?.count ?? product.reviews_count },
    questions,
    wish,
    questionSteps,
  };
}

/** Choosing an option changes the address, not what the server knows. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const same = (name: string) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name);
  const isSameList = ["reviews", "sort", "stars", "questions"].every(same);
  const onlyOption = currentUrl.pathname === nextUrl.pathname && isSameList && !same("option");
  return formMethod === undefined && onlyOption ? false : defaultShouldRevalidate;
}

/** The pictures of a product, that of the chosen option before the others. */
function picturesFirst(images: readonly PictureKey[], first: string | null): readonly PictureKey[] {
  return first === null ? images : images.toSorted((a, b) => Number(b.key === first) - Number(a.key === first));
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const { card, summary } = loaderData;
  return describePage(known, location, {
    ...ownWords(loaderData.head, {
      title: textsOf(known.locale)("product.page_title", { name: card.name }),
      description: summary || card.name,
    }),
    canonical: `/${card.link_rewrite}`,
    type: "product",
    share: loaderData.share,
  });
};

const loadDetails = async () => (await import("./product-details.tsx")).ProductDetails;
const ProductDetails = later(loadDetails, import.meta.env.SSR ? await loadDetails() : null);

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { card, images, maker, options, breadcrumbs, rating } = loaderData;
  const { t, to, format } = useShop();
  const { search } = useLocation();
  useViewed(card.id);
  const chosen = chosenOption(options, new URLSearchParams(search).get("option"));
  const discount = (chosen?.price ?? card.price).discount_percent;
  const path = `/${card.link_rewrite}`;
  const crumbs = [
    { name: t("shell.home"), href: to("/") },
    ...breadcrumbs.map((crumb) => ({ name: crumb.name, href: to(`/category/${crumb.link_rewrite}`) })),
    { name: bindWords(card.name), href: to(path) },
  ];
  return (
    <>
      <div className="mx-auto max-w-page px-4 pt-3 lg:pt-5">
        <Breadcrumbs label={t("shell.breadcrumbs")} items={crumbs} />
        <div className="mt-2 grid gap-6 md:grid-cols-2 lg:mt-4 lg:gap-10 xl:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] xl:gap-14">
          <Gallery
            key={`${card.id} ${chosen?.image ?? ""}`}
            images={picturesFirst(images, chosen?.image ?? null)}
            name={card.name}
            discount={discount > 0 ? format.percent(-discount) : null}
          />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <a href={to(`/manufacturer/${maker.slug}`)} className="py-1 text-sm text-ink-2 hover:text-tokiwa-700">
                {maker.name}
              </a>
              <p className="num text-xs text-ink-3">{t("product.reference", { reference: card.reference })}</p>
            </div>
            <h1 className="mt-1 text-[1.875rem]/[1.12] lg:text-[2.5rem]/[1.1]">{bindWords(card.name)}</h1>
            <a
              href="#reviews"
              className="mt-3 flex w-fit items-center gap-2 py-1 text-sm underline-offset-4 hover:underline"
            >
              {rating.count > 0 ? (
                <>
                  <Stars value={rating.average} />
                  <span className="sr-only">{t("card.rating")}</span>
                  <b className="num font-semibold">{format.rating(rating.average)}</b>
                </>
              ) : null}
              <span className="text-ink-2">{t("reviews.count", { count: rating.count })}</span>
            </a>
            {chosen ? <OptionTiles options={options} chosen={chosen} path={path} /> : null}
            <BuyBox
              key={chosen?.option_id ?? card.id}
              card={card}
              options={options}
              chosen={chosen}
              alerts={loaderData.alerts}
            />
            <Promises />
            <ToDoor productId={card.id} optionId={chosen?.option_id ?? 0} qty={1} />
          </div>
        </div>
      </div>
      <ProductDetails key={card.id} page={loaderData} path={path} optionId={chosen?.option_id ?? null} />
    </>
  );
}
