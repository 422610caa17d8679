import type { Card, Product } from "@furoshiki/api/catalogue";
import type { QuestionList, ReviewList } from "@furoshiki/api/reviews";
import { useMemo } from "react";
import { redirect, useLocation, type ShouldRevalidateFunctionArgs } from "react-router";
import { visitOf } from "../lib/api.ts";
import { bindWords } from "../lib/format.ts";
import { FailedPart } from "../lib/failed-part.tsx";
import { localizedPath } from "../lib/locale.ts";
import { Part } from "../lib/part.tsx";
import { trailThing } from "../lib/schema-org.ts";
import { pictureKey, type PictureKey } from "../lib/picture.ts";
import { withScrollingTables } from "../lib/scrolling-tables.ts";
import { describePage, knownTo, ownWords } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { sidePart } from "../lib/side-part.ts";
import { textsOf } from "../lib/texts.ts";
import { ProductQuestions, QUESTIONS_STEP } from "../reviews/question-list.tsx";
import { ProductReviews } from "../reviews/review-list.tsx";
import { reviewAddress, reviewQuery, reviewWish } from "../reviews/review-wish.ts";
import type { FrameWish } from "../shell/frame.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Stars } from "../ui/stars.tsx";
import { BuyBox } from "./buy-box.tsx";
import { CardRow, SectionHead } from "./card-row.tsx";
import { chosenOption } from "./chosen-option.ts";
import { Composition } from "./composition.tsx";
import { Gallery } from "./gallery.tsx";
import { OptionTiles } from "./option-tiles.tsx";
import { shownCard } from "./product-card.tsx";
import { AboutProduct, FactLink, SectionTabs, TagLinks } from "./product-sections.tsx";
import { Promises } from "./promises.tsx";
import { ToDoor } from "./to-door.tsx";
import { RecentlyViewed } from "./recently-viewed.tsx";
import { linkPicture, plainText, productThing } from "./product-thing.ts";
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
    weight: product.weight_g,
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

const categoryPath = (slug: string) => `/category/${slug}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const known = knownTo(matches);
  if (!known || !loaderData) return [];
  const { card, images, breadcrumbs, summary } = loaderData;
  const path = `/${card.link_rewrite}`;
  const trail = breadcrumbs.map((crumb) => ({ name: crumb.name, path: categoryPath(crumb.link_rewrite) }));
  const [image] = images;
  return describePage(known, location, {
    ...ownWords(loaderData.head, {
      title: textsOf(known.locale)("product.page_title", { name: card.name }),
      description: summary || card.name,
    }),
    canonical: path,
    type: "product",
    ...(image ? { image: linkPicture(image) } : {}),
    jsonLd: [productThing(known, loaderData), trailThing(known, [...trail, { name: card.name, path }])],
  });
};

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { card, images, maker, options, breadcrumbs, reviews, questions, rating, similar, series, composition } =
    loaderData;
  const { wish } = loaderData;
  const asked = questions?.total ?? 0;
  const shop = useShop();
  const { t, to, format } = shop;
  const { search } = useLocation();
  const chosen = chosenOption(options, new URLSearchParams(search).get("option"));
  const discount = (chosen?.price ?? card.price).discount_percent;
  const path = `/${card.link_rewrite}`;
  const crumbs = [
    { name: t("shell.home"), href: to("/") },
    ...breadcrumbs.map((crumb) => ({ name: crumb.name, href: to(categoryPath(crumb.link_rewrite)) })),
    { name: bindWords(card.name), href: to(path) },
  ];
  const sections = useMemo(
    () => [
      { id: "description", name: t("product.description") },
      { id: "characteristics", name: t("product.characteristics") },
      ...(composition ? [{ id: "composition", name: t("product.composition") }] : []),
      { id: "reviews", name: t("reviews.title"), count: rating.count },
      { id: "questions", name: t("questions.title"), count: asked },
    ],
    [t, composition, rating.count, asked],
  );
  const facts = [
    { name: t("product.maker"), value: <FactLink to={`/manufacturer/${maker.slug}`}>{maker.name}</FactLink> },
    ...(series
      ? [{ name: t("product.series"), value: <FactLink to={`/brand-series/${series.id}`}>{series.name}</FactLink> }]
      : []),
    ...loaderData.characteristics,
    ...(loaderData.usages.length > 0 ? [{ name: t("product.use"), value: loaderData.usages.join(", ") }] : []),
    ...(loaderData.tags.length > 0 ? [{ name: t("product.tags"), value: <TagLinks tags={loaderData.tags} /> }] : []),
    ...(loaderData.monthsOpened === null
      ? []
      : [{ name: t("product.opened"), value: t("product.months", { count: loaderData.monthsOpened }) }]),
    { name: t("product.weight"), value: t("product.grams", { grams: format.number(loaderData.weight) }) },
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
                  <Stars value={rating.average} size={16} />
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
      <SectionTabs sections={sections} />
      <AboutProduct description={loaderData.description} facts={facts}>
        {composition ? (
          <Composition composition={composition} ingredients={loaderData.ingredients} avoided={loaderData.avoided} />
        ) : null}
      </AboutProduct>
      {reviews ? (
        <ProductReviews
          productId={card.id}
          reviews={reviews}
          wish={wish}
          href={(change) => to(reviewAddress(path, chosen?.option_id ?? null, { ...wish, ...change }))}
        />
      ) : (
        <section id="reviews" className="mx-auto mt-12 max-w-page px-4 lg:mt-18">
          <FailedPart title={t("reviews.title")} />
        </section>
      )}
      {questions ? (
        <ProductQuestions
          productId={card.id}
          questions={questions}
          moreHref={to(`${path}?questions=${loaderData.questionSteps + 1}#questions`)}
        />
      ) : (
        <section id="questions" className="mx-auto mt-12 max-w-page px-4 lg:mt-18">
          <FailedPart title={t("questions.title")} />
        </section>
      )}
      {similar.length > 0 ? (
        <Part>
          <section className="mx-auto mt-14 max-w-page px-4 lg:mt-20">
            <SectionHead title={t("product.similar")} />
            <CardRow cards={similar} shop={shop} />
          </section>
        </Part>
      ) : null}
      <Part key={card.id}>
        <RecentlyViewed current={card.id} />
      </Part>
    </>
  );
}
