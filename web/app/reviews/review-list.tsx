import type { ReviewList } from "@furoshiki/api/reviews";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { chipClass } from "../ui/chip.tsx";
import { Stars } from "../ui/stars.tsx";
import { FormDoor, reviewDoor } from "./form-door.tsx";
import { ReviewItem } from "./review-item.tsx";
import { reviewSorts } from "./review-sorts.ts";
import { REVIEWS_STEP, type ReviewWish } from "./review-wish.ts";

type ProductReviewsProps = {
  productId: number;
  reviews: ReviewList;
  wish: ReviewWish;
  /** The address of the page with the reviews asked for otherwise. */
  href: (change: Partial<ReviewWish>) => string;
};

/** A change of the list: the page stays where it is. */
const inPlace = { "data-keep-scroll": "", "data-replace": "", rel: "nofollow" } as const;

/** Average, histogram, the reviews themselves, and the way to one's own. */
export function ProductReviews({ productId, reviews, wish, href }: ProductReviewsProps) {
  const { t } = useShop();
  const { items, total, own, count } = reviews;
  return (
    <div className="grid gap-8 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
      <div>
        <Summary reviews={reviews} wish={wish} href={href} />
        <FormDoor to={`/profile/reviews/${productId}`} {...reviewDoor} props={{ productId, own }}>
          {t(own ? "reviews.change" : "reviews.write")}
        </FormDoor>
        <p className="mt-3 text-xs text-ink-3">{t("reviews.checked")}</p>
      </div>
      <div className="min-w-0">
        {count > 1 ? <Orders wish={wish} href={href} /> : null}
        {own ? (
          <div className="mb-6 rounded-md border border-line bg-surface p-4">
            <p className="text-xs font-semibold text-ai-700">
              {t(own.status === "rejected" ? "reviews.own_rejected" : "reviews.own_waits")}
            </p>
            <p className="mt-1 text-sm break-words whitespace-pre-line">{own.text}</p>
            {own.reject_reason ? <p className="mt-2 text-sm text-beni-600">{own.reject_reason}</p> : null}
          </div>
        ) : null}
        {items.length === 0 ? (
          <p className="text-base text-ink-2">{t(wish.stars === null ? "reviews.none" : "reviews.none_such")}</p>
        ) : (
          <ul>
            {items.map((review) => (
              <ReviewItem key={review.id} review={review} />
            ))}
          </ul>
        )}
        {items.length < total ? (
          <a
            href={href({ steps: wish.steps + 1 })}
            {...inPlace}
            className={buttonClass({ kind: "quiet", className: "mt-5" })}
          >
            {t("reviews.more", { count: Math.min(REVIEWS_STEP, total - items.length) })}
          </a>
        ) : null}
      </div>
    </div>
  );
}

/** The orders of the list as links, and the way back from the stars asked for. */
function Orders({ wish, href }: Pick<ProductReviewsProps, "wish" | "href">) {
  const { t } = useShop();
  return (
    <ul aria-label={t("reviews.sort")} className="mb-6 flex flex-wrap gap-2">
      {reviewSorts.map((sort) => (
        <li key={sort}>
          <a
            href={href({ sort, steps: 1 })}
            {...inPlace}
            aria-current={sort === wish.sort ? "true" : undefined}
            className={chipClass(sort === wish.sort)}
          >
            {t(`reviews.sort_${sort}`)}
          </a>
        </li>
      ))}
      {wish.stars === null ? null : (
        <li>
          <a href={href({ stars: null, steps: 1 })} {...inPlace} className={chipClass()}>
            {t("reviews.all_stars")}
          </a>
        </li>
      )}
    </ul>
  );
}

function Summary({ reviews: { average, count, histogram }, wish, href }: Omit<ProductReviewsProps, "productId">) {
  const { t, format } = useShop();
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
              const here = histogram[stars - 1] ?? 0;
              return (
                <li key={stars}>
                  <a
                    href={href({ stars: wish.stars === stars ? null : stars, steps: 1 })}
                    {...inPlace}
                    aria-current={wish.stars === stars ? "true" : undefined}
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
                      <rect width={(here * 100) / count} height="6" className="fill-yamabuki-500" />
                    </svg>
                    <span className="w-9 text-right" aria-hidden>
                      {here}
                    </span>
                    <span className="sr-only">{t("reviews.with_stars", { stars, count: here })}</span>
                  </a>
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
    </>
  );
}
