import type { OwnReview, ReviewList } from "@furoshiki/api/reviews";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Link } from "../navigation/link.tsx";
import { InlineFormLink, reviewFormLink } from "./inline-form-link.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import { ReviewItem } from "./review-item.tsx";
import { buildReviewsPath } from "./review-params.ts";
import { ReviewSummary } from "./review-summary.tsx";

type ProductReviewsProps = {
  productId: number;
  /** The first reviews. */
  reviews: ReviewList;
  /** The path of the product page. */
  path: string;
};

/** The short form on the product page: rating, what is often said and a few reviews, with links to all of them. */
export function ProductReviews({ productId, reviews, path }: ProductReviewsProps) {
  const { t } = useI18n();
  const { items, own, count, summary } = reviews;
  return (
    <div className="grid gap-8 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
      <div>
        <RatingSummary
          reviews={reviews}
          title={<h2 className="text-2xl lg:text-3xl">{t("reviews.title")}</h2>}
          getPath={(stars) => buildReviewsPath(path, { stars })}
        />
        <WriteReview productId={productId} own={own} />
      </div>
      <div className="min-w-0">
        <ReviewSummary as="h3" summary={summary} />
        <OwnReviewNote own={own} />
        {items.length === 0 ? (
          <p className="text-base text-ink-2">{t("reviews.none")}</p>
        ) : (
          <ul>
            {items.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
        )}
        {items.length < count ? (
          <Link to={buildReviewsPath(path)} className={buttonClass({ kind: "muted", className: "mt-5" })}>
            {t("reviews.see_all", { count })}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

/** A link to write or change one's own review, which opens the form in place. */
export function WriteReview({ productId, own }: { productId: number; own: OwnReview | null }) {
  const { t } = useI18n();
  return (
    <>
      <InlineFormLink to={`/profile/reviews/${productId}`} {...reviewFormLink} props={{ productId, own }}>
        {t(own ? "reviews.change" : "reviews.write")}
      </InlineFormLink>
      <p className="mt-3 text-xs text-ink-3">{t("reviews.checked")}</p>
    </>
  );
}

/** The customer's own review while it is not published. */
export function OwnReviewNote({ own }: { own: OwnReview | null }) {
  const { t } = useI18n();
  if (!own) return null;
  return (
    <div className="mb-6 rounded-md border border-line bg-surface p-4">
      <p className="text-xs font-semibold text-ai-700">
        {t(own.status === "rejected" ? "reviews.own_rejected" : "reviews.own_pending")}
      </p>
      <p className="mt-1 text-sm break-words whitespace-pre-line">{own.text}</p>
      {own.reject_reason ? <p className="mt-2 text-sm text-beni-600">{own.reject_reason}</p> : null}
    </div>
  );
}
