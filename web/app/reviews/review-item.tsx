import type { Review } from "@furoshiki/api/reviews";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Stars } from "@furoshiki/design-system/ui/stars.tsx";
import { HelpfulButton } from "./helpful-button.tsx";

/** A published review, in the language it was written in. */
export function ReviewItem({ review }: { review: Review }) {
  const { t, format, locale } = useI18n();
  const { author, created_at, rating, text, shop_answer, bought, photos } = review;
  return (
    <li className="border-b border-line py-6 first:pt-0">
      <div className="flex items-center justify-between gap-3">
        <div className="flex items-center gap-3">
          <span
            lang={review.locale}
            className="grid size-10 shrink-0 place-items-center rounded-full bg-tokiwa-100 font-display text-lg font-semibold text-tokiwa-700"
            aria-hidden
          >
            {author.slice(0, 1)}
          </span>
          <div>
            <p lang={review.locale} className="text-sm font-semibold">
              {author}
            </p>
            <p className="text-xs text-ink-3">
              {format.date(created_at)}
              {bought ? ` · ${t("reviews.bought")}` : null}
              {review.locale === locale ? null : ` · ${t(`reviews.in_${review.locale}`)}`}
            </p>
            <AuthorDetails review={review} />
          </div>
        </div>
        <Stars value={rating} />
        <span className="sr-only">{t("reviews.rated", { rating })}</span>
      </div>
      {text ? (
        <p lang={review.locale} className="mt-3 max-w-read text-sm break-words whitespace-pre-line lg:text-base">
          {text}
        </p>
      ) : null}
      {photos.length > 0 ? (
        <ul className="mt-3 flex flex-wrap gap-2">
          {photos.map((photo, index) => (
            <li key={photo.key}>
              <a href={photo.src} aria-label={t("product.photo", { number: index + 1 })}>
                <Picture image={photo} sizes="80px" className="size-20 rounded-xs bg-mist object-cover" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {shop_answer ? (
        <div className="mt-4 border-l-2 border-tokiwa-300 pl-4">
          <p className="text-xs font-semibold text-tokiwa-700">{t("reviews.shop_answer")}</p>
          <p lang={review.locale} className="mt-1 text-sm break-words whitespace-pre-line text-ink-2">
            {shop_answer}
          </p>
        </div>
      ) : null}
      <HelpfulButton review={review} />
    </li>
  );
}

/** The age and the skin type of the author, as far as they told. */
function AuthorDetails({ review: { age, skin } }: { review: Review }) {
  const { t } = useI18n();
  const details = [...(age ? [age.replace("-", "–")] : []), ...(skin ? [t(`reviews.skin_${skin}`)] : [])];
  return details.length > 0 ? <p className="num text-xs text-ink-2">{details.join(", ")}</p> : null;
}
