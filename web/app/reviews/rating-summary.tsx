import type { ReviewList } from "@furoshiki/api/reviews";
import type { ReactNode } from "react";
import { Stars } from "@furoshiki/design-system/ui/stars.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Link } from "../navigation/link.tsx";

type RatingSummaryProps = {
  reviews: Pick<ReviewList, "average" | "count" | "histogram">;
  title: ReactNode;
  /** Shown after the number of reviews. */
  note?: ReactNode;
  /** The number of stars that the list is filtered by. */
  currentStars?: number | null;
  /** Returns the path of the list with one number of stars. */
  getPath: (stars: number) => string;
  /** Whether the links change the list in place. */
  isInPlace?: boolean;
};

/** The average rating and the number of reviews with each number of stars, which link to them. */
export function RatingSummary({ reviews, title, note, currentStars, getPath, isInPlace = false }: RatingSummaryProps) {
  const { t, format } = useI18n();
  const { average, count, histogram } = reviews;
  if (count === 0) return title;
  return (
    <>
      {title}
      <div className="mt-4 flex items-center gap-4">
        <span className="price text-5xl">{format.rating(average)}</span>
        <span className="flex flex-col gap-1">
          <Stars value={average} size={20} />
          <span className="text-sm text-ink-2">
            {t("reviews.from", { count })}
            {note}
          </span>
        </span>
      </div>
      <ul className="mt-3">
        {[5, 4, 3, 2, 1].map((stars) => {
          const starCount = histogram[stars - 1] ?? 0;
          return (
            <li key={stars}>
              <Link
                to={getPath(stars)}
                rel="nofollow"
                preventScrollReset={isInPlace}
                replace={isInPlace}
                aria-current={currentStars === stars ? "true" : undefined}
                className="num flex min-h-11 items-center gap-3 rounded-xs text-xs text-ink-2 hover:bg-mist aria-[current]:font-semibold aria-[current]:text-tokiwa-700 lg:min-h-8"
              >
                <span className="star-before w-7" aria-hidden>
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
  );
}
