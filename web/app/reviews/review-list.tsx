import type { Review, ReviewList } from "@furoshiki/api/reviews";
import { ThumbsUp } from "lucide-react";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Stars } from "../ui/stars.tsx";

/** How many reviews a page shows at first, and how many more each time. */
export const REVIEWS_STEP = 5;

/** Average, histogram and the reviews themselves. `moreHref` leads to the page with more of them. */
export function ProductReviews({ reviews, moreHref }: { reviews: ReviewList; moreHref: string }) {
  const { t } = useShop();
  const { items, total } = reviews;
  return (
    <section id="reviews" className="mx-auto mt-12 max-w-page px-4 lg:mt-18">
      <div className="grid gap-8 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
        <Summary reviews={reviews} />
        <div>
          {items.length === 0 ? (
            <p className="text-base text-ink-2">{t("reviews.none")}</p>
          ) : (
            <ul>
              {items.map((review) => (
                <ReviewItem key={review.id} review={review} />
              ))}
            </ul>
          )}
          {items.length < total ? (
            <a
              href={moreHref}
              data-keep-scroll=""
              data-replace=""
              rel="nofollow"
              className={buttonClass({ kind: "quiet", className: "mt-5" })}
            >
              {t("reviews.more", { count: Math.min(REVIEWS_STEP, total - items.length) })}
            </a>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function Summary({ reviews: { average, count, histogram } }: { reviews: ReviewList }) {
  const { t, format } = useShop();
  const most = Math.max(1, count);
  return (
    <div>
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
          <ul className="mt-4 space-y-1.5">
            {[5, 4, 3, 2, 1].map((stars) => {
              const here = histogram[stars - 1] ?? 0;
              return (
                <li key={stars} className="num flex items-center gap-3 text-xs text-ink-2">
                  <span className="w-3" aria-hidden>
                    {stars}
                  </span>
                  <svg
                    viewBox="0 0 100 6"
                    preserveAspectRatio="none"
                    aria-hidden
                    className="h-1.5 grow rounded-full bg-mist"
                  >
                    <rect width={(here * 100) / most} height="6" className="fill-yamabuki-500" />
                  </svg>
                  <span className="w-7 text-right" aria-hidden>
                    {here}
                  </span>
                  <span className="sr-only">{t("reviews.with_stars", { stars, count: here })}</span>
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
      <p className="mt-3 text-xs text-ink-3">{t("reviews.checked")}</p>
    </div>
  );
}

function ReviewItem({ review }: { review: Review }) {
  const { t, format } = useShop();
  const { author, created_at, rating, text, shop_answer, bought, helpful } = review;
  return (
    <li className="border-b border-line py-6 first:pt-0" lang={review.locale}>
      <div className="flex items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          <span
            className="grid size-10 place-items-center rounded-full bg-tokiwa-100 font-display text-lg font-semibold text-tokiwa-700"
            aria-hidden
          >
            {author.slice(0, 1)}
          </span>
          <div>
            <p className="text-sm font-semibold">{author}</p>
            <p className="text-xs text-ink-3">
              {format.date(created_at)}
              {bought ? ` · ${t("reviews.bought")}` : null}
            </p>
          </div>
        </div>
        <Stars value={rating} size={16} />
        <span className="sr-only">{t("reviews.rated", { rating })}</span>
      </div>
      <p className="mt-3 max-w-read text-sm whitespace-pre-line lg:text-base">{text}</p>
      {shop_answer ? (
        <div className="mt-4 border-l-2 border-tokiwa-300 pl-4">
          <p className="text-xs font-semibold text-tokiwa-700">{t("reviews.shop_answer")}</p>
          <p className="mt-1 text-sm text-ink-2">{shop_answer}</p>
        </div>
      ) : null}
      {helpful > 0 ? (
        <p className="mt-3 flex items-center gap-1.5 text-xs text-ink-2">
          <ThumbsUp size={16} strokeWidth={1.5} aria-hidden />
          {t("reviews.helpful", { count: helpful })}
        </p>
      ) : null}
    </li>
  );
}
