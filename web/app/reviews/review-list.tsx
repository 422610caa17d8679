import type { ReviewList } from "@furoshiki/api/reviews";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { chipClass } from "@furoshiki/design-system/ui/chip.tsx";
import { Stars } from "@furoshiki/design-system/ui/stars.tsx";
import { InlineFormLink, reviewFormLink } from "./inline-form-link.tsx";
import { ReviewItem } from "./review-item.tsx";
import { reviewSorts } from "./review-sorts.ts";
import { REVIEWS_PER_PAGE, type ReviewParams } from "./review-params.ts";

type ProductReviewsProps = {
  productId: number;
  reviews: ReviewList;
  params: ReviewParams;
  /** Returns the URL of the page with changed review parameters. */
  getHref: (change: Partial<ReviewParams>) => string;
};

/** Props of links that change the list and keep the scroll position. */
const inPlaceLinkProps = { preventScrollReset: true, replace: true, rel: "nofollow" } as const;

/** Average, histogram, the reviews, and a link to write or edit one's own. */
export function ProductReviews({ productId, reviews, params, getHref }: ProductReviewsProps) {
  const { t } = useI18n();
  const { items, total, own, count } = reviews;
  return (
    <div className="grid gap-8 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
      <div>
        <RatingSummary reviews={reviews} params={params} getHref={getHref} />
        <InlineFormLink to={`/profile/reviews/${productId}`} {...reviewFormLink} props={{ productId, own }}>
          {t(own ? "reviews.change" : "reviews.write")}
        </InlineFormLink>
        <p className="mt-3 text-xs text-ink-3">{t("reviews.checked")}</p>
      </div>
      <div className="min-w-0">
        {count > 1 ? <SortLinks params={params} getHref={getHref} /> : null}
        {own ? (
          <div className="mb-6 rounded-md border border-line bg-surface p-4">
            <p className="text-xs font-semibold text-ai-700">
              {t(own.status === "rejected" ? "reviews.own_rejected" : "reviews.own_pending")}
            </p>
            <p className="mt-1 text-sm break-words whitespace-pre-line">{own.text}</p>
            {own.reject_reason ? <p className="mt-2 text-sm text-beni-600">{own.reject_reason}</p> : null}
          </div>
        ) : null}
        {items.length === 0 ? (
          <p className="text-base text-ink-2">{t(params.stars === null ? "reviews.none" : "reviews.none_such")}</p>
        ) : (
          <ul>
            {items.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
        )}
        {items.length < total ? (
          <Link
            to={getHref({ pages: params.pages + 1 })}
            {...inPlaceLinkProps}
            className={buttonClass({ kind: "muted", className: "mt-5" })}
          >
            {t("reviews.more", { count: Math.min(REVIEWS_PER_PAGE, total - items.length) })}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

/** The sorts as links, and a link that removes the star filter. */
function SortLinks({ params, getHref }: Pick<ProductReviewsProps, "params" | "getHref">) {
  const { t } = useI18n();
  return (
    <ul aria-label={t("reviews.sort")} className="mb-6 flex flex-wrap gap-2">
      {reviewSorts.map((sort) => (
        <li key={sort}>
          <Link
            to={getHref({ sort, pages: 1 })}
            {...inPlaceLinkProps}
            aria-current={sort === params.sort ? "true" : undefined}
            className={chipClass(sort === params.sort)}
          >
            {t(`reviews.sort_${sort}`)}
          </Link>
        </li>
      ))}
      {params.stars === null ? null : (
        <li>
          <Link to={getHref({ stars: null, pages: 1 })} {...inPlaceLinkProps} className={chipClass()}>
            {t("reviews.all_stars")}
          </Link>
        </li>
      )}
    </ul>
  );
}

function RatingSummary({
  reviews: { average, count, histogram },
  params,
  getHref,
}: Omit<ProductReviewsProps, "productId">) {
  const { t, format } = useI18n();
  return (
    <>
      <h2 className="text-2xl lg:text-3xl">{t("reviews.title")}</h2>
      {count > 0 ? (
        <>
          <div className="mt-4 flex items-center gap-4">
            <span className="price text-5xl">{format.rating(average)}</span>
            <span>
              <Stars value={average} size={20} />
              <span className="block text-sm text-ink-2">{t("reviews.from", { count })}</span>
            </span>
          </div>
          <ul className="mt-4">
            {[5, 4, 3, 2, 1].map((stars) => {
              const starCount = histogram[stars - 1] ?? 0;
              return (
                <li key={stars}>
                  <Link
                    to={getHref({ stars: params.stars === stars ? null : stars, pages: 1 })}
                    {...inPlaceLinkProps}
                    aria-current={params.stars === stars ? "true" : undefined}
                    className="num flex min-h-6 items-center gap-3 rounded-xs text-xs text-ink-2 hover:bg-mist aria-[current]:font-semibold aria-[current]:text-tokiwa-700"
                  >
                    <span className="w-3" aria-hidden>
                      {stars}
                    </span>
                    <svg
                      viewBox="0 0 100 6"
                      preserveAspectRatio="none"
                      aria-hidden
                      className="h-1.5 grow rounded-full bg-mist"
                    >
                      <rect width={(starCount * 100) / count} height="6" className="fill-yamabuki-500" />
                    </svg>
                    <span className="w-9 text-right" aria-hidden>
                      {starCount}
                    </span>
                    <span className="sr-only">{t("reviews.with_stars", { stars, count: starCount })}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
    </>
  );
}
