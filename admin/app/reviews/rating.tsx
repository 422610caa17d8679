import { Star } from "lucide-react";
import { useI18n } from "../i18n/use-i18n.tsx";

const stars = [1, 2, 3, 4, 5];

/** The stars of a review. @param size of a star in pixels */
export function Rating({ rating, size = 14 }: { rating: number; size?: number }) {
  const { t } = useI18n();
  return (
    <span role="img" aria-label={t("reviews.rating", { rating })} className="flex gap-1">
      {stars.map((star) => (
        <Star
          key={star}
          size={size}
          strokeWidth={0}
          aria-hidden
          className={star <= rating ? "fill-yamabuki-500" : "fill-control"}
        />
      ))}
    </span>
  );
}
