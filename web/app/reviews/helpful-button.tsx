import type { Review } from "@furoshiki/api/reviews";
import { ThumbsUp } from "lucide-react";
import { useState } from "react";
import { CustomerToggle } from "../navigation/customer-toggle.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";

/**
 * Shows how many customers found a review helpful; a click adds the customer's vote or removes it. For guests it opens
 * the sign-in dialog.
 */
export function HelpfulButton({ review }: { review: Review }) {
  const { t, to } = useI18n();
  const [pendingVote, setPendingVote] = useState<{ review: Review; helpful: number; voted: boolean } | null>(null);
  const { helpful, voted } = pendingVote?.review === review ? pendingVote : review;
  const toggleVote = async () => {
    const { sendVote } = await import("./send-vote.ts");
    const result = await sendVote(to(`/reviews/${review.id}/helpful`), !voted, t("error.unknown_error"));
    if (result) setPendingVote({ review, ...result });
  };
  return (
    <CustomerToggle
      isPressed={voted}
      onToggle={toggleVote}
      className="mt-3 inline-flex min-h-8 items-center gap-1.5 rounded-md text-xs text-ink-2 hover:text-ink"
    >
      <ThumbsUp size={16} strokeWidth={1.5} fill={voted ? "currentColor" : "none"} aria-hidden />
      {helpful > 0 ? t("reviews.helpful", { count: helpful }) : t("reviews.is_helpful")}
    </CustomerToggle>
  );
}
