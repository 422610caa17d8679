import type { Review } from "@furoshiki/api/reviews";
import { ThumbsUp } from "lucide-react";
import { useState } from "react";
import { Link } from "../navigation/link.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { usePathWithoutLocale, useI18n } from "../i18n/use-i18n.tsx";

const buttonClass = "mt-3 inline-flex min-h-8 items-center gap-1.5 rounded-md text-xs text-ink-2 hover:text-ink";

/**
 * Shows how many customers found a review helpful; a click adds the customer's vote or removes it. For guests it opens
 * the sign-in dialog.
 */
export function HelpfulButton({ review }: { review: Review }) {
  const { t, to } = useI18n();
  const currentPath = usePathWithoutLocale();
  const user = useRootData()?.user;
  const [pendingVote, setPendingVote] = useState<{ review: Review; helpful: number; voted: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { helpful, voted } = pendingVote?.review === review ? pendingVote : review;
  const content = (
    <>
      <ThumbsUp size={16} strokeWidth={1.5} fill={voted ? "currentColor" : "none"} aria-hidden />
      {helpful > 0 ? t("reviews.helpful", { count: helpful }) : t("reviews.is_helpful")}
    </>
  );
  if (!user)
    return (
      <Link to={`${currentPath}${currentPath.includes("?") ? "&" : "?"}auth=1`} rel="nofollow" className={buttonClass}>
        {content}
      </Link>
    );
  const toggleVote = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const { sendVote } = await import("./send-vote.ts");
    const result = await sendVote(to(`/reviews/${review.id}/helpful`), !voted, t("error.unknown_error"));
    if (result) setPendingVote({ review, ...result });
    setIsBusy(false);
  };
  return (
    <button
      type="button"
      aria-pressed={voted}
      onClick={() => void toggleVote()}
      className={`${buttonClass} scriptless:hidden`}
    >
      {content}
    </button>
  );
}
