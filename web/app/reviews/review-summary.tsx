import type { ReviewSummary as ReviewSummaryData } from "@furoshiki/api/reviews";
import { useI18n } from "../i18n/use-i18n.tsx";

type ReviewSummaryProps = {
  summary: ReviewSummaryData | null;
  /** The level of the heading: one below the heading of the reviews. */
  as: "h2" | "h3";
};

/** What is often said, with its date and that an editor checked it; nothing without a summary. */
export function ReviewSummary({ summary, as: Heading }: ReviewSummaryProps) {
  const { t, format } = useI18n();
  if (!summary) return null;
  const { praise, criticism, reviews_count: count, checked_at: checkedAt } = summary;
  return (
    <section className="mb-5 rounded-md bg-tokiwa-50 p-4 lg:p-6">
      <Heading className="text-xl">{t("reviews.summary_title")}</Heading>
      <p className="mt-2 max-w-read text-base">
        {praise} {criticism}
      </p>
      <p className="mt-2 text-xs text-ink-2">{t("reviews.summary_source", { count, date: format.date(checkedAt) })}</p>
    </section>
  );
}
