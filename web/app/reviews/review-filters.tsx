import type { ReviewList } from "@furoshiki/api/reviews";
import { ChipCount, chipClass } from "@furoshiki/design-system/ui/chip.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import type { ReactNode } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { isFiltered, noFilter, type ReviewFilter, type ReviewParams } from "./review-params.ts";
import { reviewSorts } from "./review-sorts.ts";

type ReviewFiltersProps = {
  reviews: ReviewList;
  params: ReviewParams;
  /** Returns the path of the page with changed parameters. */
  getPath: (change: Partial<ReviewParams>) => string;
};

/** Props of links that change the list and keep the scroll position. */
export const inPlaceLinkProps = { preventScrollReset: true, replace: true, rel: "nofollow" } as const;

/** Filters by photos, by groups of ratings and by frequent words, as links; the active one removes itself. */
export function ReviewFilters({ reviews, params, getPath }: ReviewFiltersProps) {
  const { t } = useAccountI18n();
  const { count, histogram, with_photos: withPhotos, words } = reviews;
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = histogram;
  const getChipPath = (filter: Partial<ReviewFilter>) => getPath({ ...noFilter, ...filter, pages: 1 });
  if (count < 2) return null;
  const group = (key: "good" | "fair", groupCount: number) =>
    groupCount === 0 ? null : (
      <FilterChip
        to={getChipPath(params.group === key ? {} : { group: key })}
        isSelected={params.group === key}
        count={groupCount}
        label={t(`reviews.filter_${key}_label`)}
      >
        {t(`reviews.filter_${key}`)}
      </FilterChip>
    );
  return (
    <nav aria-label={t("reviews.filters")} className="mb-4 flex flex-col gap-2">
      <ul className="scroll-x -mx-4 flex gap-2 px-4 lg:mx-0 lg:flex-wrap lg:px-0">
        <FilterChip to={getChipPath({})} isSelected={!isFiltered(params)}>
          {t("reviews.filter_all")}
        </FilterChip>
        {withPhotos > 0 ? (
          <FilterChip
            to={getChipPath(params.photos ? {} : { photos: true })}
            isSelected={params.photos}
            count={withPhotos}
          >
            {t("reviews.filter_photos")}
          </FilterChip>
        ) : null}
        {group("good", four + five)}
        {group("fair", one + two + three)}
      </ul>
      {words.length > 0 ? (
        <div className="flex min-w-0 items-center gap-3">
          <span id="review-words" className="shrink-0 text-xs text-ink-2">
            {t("reviews.words")}
          </span>
          <ul
            aria-labelledby="review-words"
            className="scroll-x -mr-4 flex min-w-0 gap-2 pr-4 lg:mr-0 lg:flex-wrap lg:pr-0"
          >
            {words.map(({ word, count: wordCount }) => (
              <FilterChip
                key={word}
                to={getChipPath(params.word === word ? {} : { word })}
                isSelected={params.word === word}
                count={wordCount}
                label={t("reviews.word", { word, count: wordCount })}
              >
                {word}
              </FilterChip>
            ))}
          </ul>
        </div>
      ) : null}
    </nav>
  );
}

type FilterChipProps = {
  to: string;
  isSelected: boolean;
  /** Number of reviews with it. */
  count?: number;
  /** Read out instead of the content, if that is too short to be understood. */
  label?: string;
  children: ReactNode;
};

function FilterChip({ to, isSelected, count, label, children }: FilterChipProps) {
  return (
    <li className="relative flex shrink-0">
      <Link
        to={to}
        {...inPlaceLinkProps}
        aria-current={isSelected ? "true" : undefined}
        className={chipClass(isSelected, "max-lg:h-11")}
      >
        {label === undefined ? null : <span className="sr-only">{label}</span>}
        <span aria-hidden={label !== undefined} className="contents">
          {children}
          {count === undefined ? null : isSelected ? (
            <span className="num">{count}</span>
          ) : (
            <ChipCount>{count}</ChipCount>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Which language comes first, and the sorts as links. */
export function ReviewSorts({ params, getPath }: Pick<ReviewFiltersProps, "params" | "getPath">) {
  const { t } = useAccountI18n();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 border-b border-line pb-2 text-sm">
      <p className="py-2 text-ink-2">{t(params.word === null ? "reviews.own_language" : "reviews.only_language")}</p>
      <ul aria-label={t("reviews.sort")} className="scroll-x -mx-4 flex gap-x-5 px-4 lg:mx-0 lg:px-0">
        {reviewSorts.map((sort) => (
          <li key={sort} className="shrink-0">
            <Link
              to={getPath({ sort, pages: 1 })}
              {...inPlaceLinkProps}
              aria-current={sort === params.sort ? "true" : undefined}
              className="inline-flex min-h-11 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-tokiwa-700 lg:min-h-8"
            >
              {t(`reviews.sort_${sort}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The photos of the newest reviews with photos; if there are more, the last one links to those reviews. */
export function ReviewPhotos({ reviews, getPath }: Omit<ReviewFiltersProps, "params">) {
  const { t } = useAccountI18n();
  const { photos, photos_count: photosCount } = reviews;
  if (photos.length === 0) return null;
  const moreCount = photosCount - photos.length;
  return (
    <ul aria-label={t("reviews.photos")} className="scroll-x -mx-4 mb-4 flex gap-2 px-4 lg:mx-0 lg:px-0">
      {photos.map((photo, index) => {
        const picture = (
          <Picture image={photo} sizes="112px" className="size-24 rounded-xs bg-mist object-cover lg:size-28" />
        );
        const isLast = index === photos.length - 1 && moreCount > 0;
        return (
          <li key={photo.key} className="shrink-0">
            {isLast ? (
              <Link
                to={getPath({ ...noFilter, photos: true, pages: 1 })}
                {...inPlaceLinkProps}
                aria-label={t("reviews.more_photos", { count: moreCount })}
                className="relative block"
              >
                {picture}
                <span
                  aria-hidden
                  className="num absolute inset-0 grid place-items-center rounded-xs bg-black/60 text-base font-semibold text-white"
                >
                  +{moreCount}
                </span>
              </Link>
            ) : (
              <a href={photo.src} className="block" aria-label={t("product.photo", { number: index + 1 })}>
                {picture}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
