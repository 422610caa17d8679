import { useMemo } from "react";
import { SectionError } from "../../errors/section-error.tsx";
import { type RootData, useRootData } from "../../store-config/root-data.ts";
import { JsonLdScript } from "../../seo/json-ld-script.tsx";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { createBreadcrumbJsonLd } from "../../seo/json-ld.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { ProductQuestions } from "../../reviews/question-list.tsx";
import { ProductReviews } from "../../reviews/review-list.tsx";
import { CardRow, SectionHeader } from "../product-cards/card-row.tsx";
import { ProductIngredients } from "../ingredients/product-ingredients.tsx";
import { ProductDescription, PropertyLink, SectionTabs, TagLinks } from "./product-sections.tsx";
import { createProductJsonLd } from "./product-json-ld.ts";
import { RecentlyViewed } from "../recommendations/recently-viewed.tsx";
import type { ProductView } from "./product-view.ts";

type ProductDetailsProps = { page: ProductView; path: string };

/**
 * Everything below the first viewport of a product page: description, ingredients, reviews, questions, similar and
 * recently viewed products.
 */
export function ProductDetails({ page, path }: ProductDetailsProps) {
  const i18n = useI18n();
  const { t, to } = i18n;
  const rootData = useRootData();
  const { card, composition, questions, rating, reviews, similar } = page;
  const questionCount = questions?.total ?? 0;
  const sections = useMemo(
    () => [
      { id: "description", name: t("product.description") },
      { id: "characteristics", name: t("product.characteristics") },
      ...(composition ? [{ id: "composition", name: t("product.composition") }] : []),
      { id: "reviews", name: t("reviews.title"), count: rating.count },
      { id: "questions", name: t("questions.title"), count: questionCount },
    ],
    [t, composition, rating.count, questionCount],
  );
  const jsonLd = import.meta.env.SSR && rootData ? createJsonLd(rootData, page, path) : [];
  return (
    <>
      <SectionTabs sections={sections} />
      <ProductDescription description={page.description} properties={useProductProperties(page)}>
        {composition ? (
          <ProductIngredients composition={composition} ingredients={page.ingredients} avoided={page.avoided} />
        ) : null}
      </ProductDescription>
      <section
        id="reviews"
        aria-label={t("reviews.title")}
        className="mx-auto mt-12 max-w-page defer-rendering-300 px-4 lg:mt-18 lg:defer-rendering-180"
      >
        {reviews ? (
          <ProductReviews productId={card.id} reviews={reviews} path={path} />
        ) : (
          <SectionError title={t("reviews.title")} />
        )}
      </section>
      <section
        id="questions"
        aria-label={t("questions.title")}
        className="mx-auto mt-12 max-w-page defer-rendering-120 px-4 lg:mt-18 lg:defer-rendering-75"
      >
        {questions ? (
          <ProductQuestions
            productId={card.id}
            questions={questions}
            moreHref={to(`${path}?questions=${page.questionPages + 1}#questions`)}
          />
        ) : (
          <SectionError title={t("questions.title")} />
        )}
      </section>
      {similar.length > 0 ? (
        <SectionBoundary>
          <section className="mx-auto mt-14 max-w-page defer-rendering-120 px-4 lg:mt-20">
            <SectionHeader title={t("product.similar")} />
            <CardRow cards={similar} i18n={i18n} />
          </section>
        </SectionBoundary>
      ) : null}
      <SectionBoundary>
        <RecentlyViewed currentId={card.id} />
      </SectionBoundary>
      <JsonLdScript objects={jsonLd} />
    </>
  );
}

function createJsonLd(rootData: RootData, page: ProductView, path: string): object[] {
  const breadcrumbs = page.breadcrumbs.map(({ name, link_rewrite }) => ({ name, path: `/category/${link_rewrite}` }));
  return [
    createProductJsonLd(rootData, page),
    createBreadcrumbJsonLd(rootData, [...breadcrumbs, { name: page.card.name, path }]),
  ];
}

/** Returns the properties of a product with links to its brand, series and tags. */
function useProductProperties({
  card,
  brand,
  series,
  characteristics,
  concerns,
  tags,
  monthsAfterOpening,
  weight,
}: ProductView) {
  const { t, format } = useI18n();
  return [
    { name: t("product.brand"), value: <PropertyLink to={`/manufacturer/${brand.slug}`}>{brand.name}</PropertyLink> },
    ...(series
      ? [
          {
            name: t("product.series"),
            value: <PropertyLink to={`/brand-series/${series.id}`}>{series.name}</PropertyLink>,
          },
        ]
      : []),
    ...characteristics,
    ...(concerns.length > 0 ? [{ name: t("product.use"), value: concerns.join(", ") }] : []),
    ...(tags.length > 0 ? [{ name: t("product.tags"), value: <TagLinks tags={tags} /> }] : []),
    ...(monthsAfterOpening === null
      ? []
      : [{ name: t("product.opened"), value: t("product.months", { count: monthsAfterOpening }) }]),
    { name: t("product.article"), value: card.reference },
    { name: t("product.weight"), value: t("product.grams", { grams: format.number(weight) }) },
  ];
}
