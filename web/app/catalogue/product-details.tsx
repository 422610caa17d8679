import { useMemo } from "react";
import { FailedPart } from "../lib/failed-part.tsx";
import { useKnown } from "../lib/known.ts";
import { MachineThings } from "../lib/machine-things.tsx";
import { Part } from "../lib/part.tsx";
import { trailThing } from "../lib/schema-org.ts";
import { useShop } from "../lib/shop.tsx";
import { ProductQuestions } from "../reviews/question-list.tsx";
import { ProductReviews } from "../reviews/review-list.tsx";
import { reviewAddress } from "../reviews/review-wish.ts";
import { CardRow, SectionHead } from "./card-row.tsx";
import { Composition } from "./composition.tsx";
import { AboutProduct, FactLink, SectionTabs, TagLinks } from "./product-sections.tsx";
import { productThing } from "./product-thing.ts";
import { RecentlyViewed } from "./recently-viewed.tsx";
import type { Route } from "./+types/product.page";

type Page = Route.ComponentProps["loaderData"];
type ProductDetailsProps = { page: Page; path: string; /** The option that the page shows. */ optionId: number | null };

/** Everything under the first view of a product: what it is, what others say of it, what else there is. */
export function ProductDetails({ page, path, optionId }: ProductDetailsProps) {
  const shop = useShop();
  const { t, to } = shop;
  const known = useKnown();
  const { card, composition, questions, rating, reviews, similar, wish } = page;
  const trail = page.breadcrumbs.map(({ name, link_rewrite }) => ({ name, path: `/category/${link_rewrite}` }));
  const asked = questions?.total ?? 0;
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
  return (
    <>
      <SectionTabs sections={sections} />
      <AboutProduct description={page.description} facts={useFacts(page)}>
        {composition ? (
          <Composition composition={composition} ingredients={page.ingredients} avoided={page.avoided} />
        ) : null}
      </AboutProduct>
      <section id="reviews" className="mx-auto mt-12 max-w-page px-4 lg:mt-18">
        {reviews ? (
          <ProductReviews
            productId={card.id}
            reviews={reviews}
            wish={wish}
            href={(change) => to(reviewAddress(path, optionId, { ...wish, ...change }))}
          />
        ) : (
          <FailedPart title={t("reviews.title")} />
        )}
      </section>
      <section id="questions" className="mx-auto mt-12 max-w-page px-4 lg:mt-18">
        {questions ? (
          <ProductQuestions
            productId={card.id}
            questions={questions}
            moreHref={to(`${path}?questions=${page.questionSteps + 1}#questions`)}
          />
        ) : (
          <FailedPart title={t("questions.title")} />
        )}
      </section>
      {similar.length > 0 ? (
        <Part>
          <section className="mx-auto mt-14 max-w-page px-4 lg:mt-20">
            <SectionHead title={t("product.similar")} />
            <CardRow cards={similar} shop={shop} />
          </section>
        </Part>
      ) : null}
      <Part>
        <RecentlyViewed current={card.id} />
      </Part>
      {known ? (
        <MachineThings things={[productThing(known, page), trailThing(known, [...trail, { name: card.name, path }])]} />
      ) : null}
    </>
  );
}

function useFacts({ maker, series, characteristics, usages, tags, monthsOpened, weight }: Page) {
  const { t, format } = useShop();
  return [
    { name: t("product.maker"), value: <FactLink to={`/manufacturer/${maker.slug}`}>{maker.name}</FactLink> },
    ...(series
      ? [{ name: t("product.series"), value: <FactLink to={`/brand-series/${series.id}`}>{series.name}</FactLink> }]
      : []),
    ...characteristics,
    ...(usages.length > 0 ? [{ name: t("product.use"), value: usages.join(", ") }] : []),
    ...(tags.length > 0 ? [{ name: t("product.tags"), value: <TagLinks tags={tags} /> }] : []),
    ...(monthsOpened === null
      ? []
      : [{ name: t("product.opened"), value: t("product.months", { count: monthsOpened }) }]),
    { name: t("product.weight"), value: t("product.grams", { grams: format.number(weight) }) },
  ];
}
