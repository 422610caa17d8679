import type { Product } from "@furoshiki/api/catalog";
import type { ReviewList } from "@furoshiki/api/reviews";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { localizePath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { redirect } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import { getAccountTranslator, useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { RatingSummary } from "../reviews/rating-summary.tsx";
import { inPlaceLinkProps, ReviewFilters, ReviewPhotos, ReviewSorts } from "../reviews/review-filters.tsx";
import { ReviewItem } from "../reviews/review-item.tsx";
import { OwnReviewNote, WriteReview } from "../reviews/review-list.tsx";
import {
  buildReviewQuery,
  buildReviewsPath,
  isFiltered,
  noFilter,
  parseReviewParams,
  REVIEWS_PER_PAGE,
  type ReviewParams,
} from "../reviews/review-params.ts";
import { ReviewSummary } from "../reviews/review-summary.tsx";
import { buildPageMeta, findRootData } from "../seo/page-meta.ts";
import type { Route } from "./+types/product-reviews.page";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const reviewParams = parseReviewParams(url.searchParams);
  const apiPath = `/v1/products/${encodeURIComponent(params.productSlug)}`;
  const [product, reviews] = await Promise.all([
    requestContext.load<Product>(apiPath),
    requestContext.load<ReviewList>(`${apiPath}/reviews?${buildReviewQuery(reviewParams)}`),
  ]);
  const { id, link_rewrite, name, short_name, size, manufacturer, image, price } = product;
  if (link_rewrite !== params.productSlug) {
    const path = localizePath(`/${link_rewrite}/reviews`, requestContext.locale, requestContext.server.localeStrategy);
    throw redirect(path + url.search, 301);
  }
  const { name: brand, name_ja: brandJa } = manufacturer;
  return {
    product: { id, link_rewrite, name, short_name, size, brand, brandJa, image, price },
    reviews,
    reviewParams,
  };
}

/** Not indexed: the product page shows its reviews to search engines. */
export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const rootData = findRootData(matches);
  if (!rootData || !loaderData) return [];
  const { name, link_rewrite } = loaderData.product;
  return buildPageMeta(rootData, location, {
    title: getAccountTranslator(rootData.locale)("reviews.page_title", { name }),
    canonical: `/${link_rewrite}/reviews`,
    noindex: true,
  });
};

export default function ProductReviewsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useAccountI18n();
  const { product, reviews, reviewParams: params } = loaderData;
  const path = `/${product.link_rewrite}`;
  const getPath = (change: Partial<ReviewParams>) => buildReviewsPath(path, { ...params, ...change });
  const withPhotos = reviews.with_photos;
  return (
    <div className="mx-auto max-w-page px-4 pt-4 lg:pt-8">
      <ProductLink product={product} />
      <div className="mt-6 grid gap-8 lg:mt-8 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
        <div>
          <RatingSummary
            reviews={reviews}
            title={<h1 className="text-2xl lg:text-3xl">{t("reviews.title")}</h1>}
            note={withPhotos > 0 ? `, ${t("reviews.with_photos", { count: withPhotos })}` : null}
            currentStars={params.stars}
            getPath={(stars) => getPath({ ...noFilter, stars: params.stars === stars ? null : stars, pages: 1 })}
            isInPlace
          />
          <WriteReview productId={product.id} own={reviews.own} />
        </div>
        <div className="min-w-0">
          <ReviewSummary as="h2" summary={reviews.summary} />
          <ReviewPhotos reviews={reviews} getPath={getPath} />
          <ReviewFilters reviews={reviews} params={params} getPath={getPath} />
          {reviews.count > 1 ? <ReviewSorts params={params} getPath={getPath} /> : null}
          <OwnReviewNote own={reviews.own} />
          <ReviewItems reviews={reviews} params={params} getPath={getPath} />
        </div>
      </div>
    </div>
  );
}

type ProductSummary = Route.ComponentProps["loaderData"]["product"];

/** The product of the reviews: picture, brand, name, size and price. */
function ProductLink({ product }: { product: ProductSummary }) {
  const { format } = useAccountI18n();
  const { link_rewrite, short_name, size, brand, brandJa, image, price } = product;
  return (
    <Link
      to={`/${link_rewrite}`}
      className="flex max-w-xl items-center gap-4 rounded-md border border-line bg-surface p-3 hover:border-line-strong"
    >
      <Picture image={image} sizes="48px" className="h-15 w-12 rounded-xs bg-mist object-cover" />
      <span className="min-w-0 grow">
        <span className="block text-xs text-ink-3">
          {brandJa ? (
            <span lang="ja" className="font-japanese mr-1.5 tracking-[.08em]">
              {brandJa}
            </span>
          ) : null}
          {brand}
        </span>
        <span className="block text-sm font-medium">
          {insertNonBreakingSpaces(short_name)}
          {size === null ? null : <span className="num">, {size}</span>}
        </span>
      </span>
      <span className="price shrink-0 text-base">{format.money(price.current, price)}</span>
    </Link>
  );
}

type ReviewItemsProps = Pick<Route.ComponentProps["loaderData"], "reviews"> & {
  params: ReviewParams;
  getPath: (change: Partial<ReviewParams>) => string;
};

/** The reviews that match the filter, and a link to more of them. */
function ReviewItems({ reviews: { items, total, count }, params, getPath }: ReviewItemsProps) {
  const { t } = useAccountI18n();
  return (
    <>
      <p role="status" className={isFiltered(params) ? "mb-4 text-sm text-ink-2" : "sr-only"}>
        {isFiltered(params) ? (
          <>
            {t("reviews.found", { count: total })}
            {". "}
            <Link
              to={getPath({ ...noFilter, pages: 1 })}
              {...inPlaceLinkProps}
              className="inline-flex min-h-11 items-center text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700 lg:min-h-6"
            >
              {t("reviews.show_all")}
            </Link>
          </>
        ) : null}
      </p>
      {count === 0 ? <p className="text-base text-ink-2">{t("reviews.none")}</p> : null}
      <ul>
        {items.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {items.length < total ? (
        <Link
          to={getPath({ pages: params.pages + 1 })}
          {...inPlaceLinkProps}
          className={buttonClass({ kind: "muted", className: "mt-5" })}
        >
          {t("reviews.more", { count: Math.min(REVIEWS_PER_PAGE, total - items.length) })}
        </Link>
      ) : null}
    </>
  );
}
