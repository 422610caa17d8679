import type { Review } from "@furoshiki/api/reviews";
import { ThumbsUp } from "lucide-react";
import { useState } from "react";
import { useKnown } from "../lib/known.ts";
import { usePath, useShop } from "../lib/shop.tsx";

const look = "mt-3 inline-flex min-h-8 items-center gap-1.5 rounded-md text-xs text-ink-2 hover:text-ink";

/** How many a review helped; a press adds one's own voice, another takes it back. A guest is asked to sign in. */
export function HelpfulButton({ review }: { review: Review }) {
  const { t, to } = useShop();
  const here = usePath();
  const user = useKnown()?.user;
  const [own, setOwn] = useState<{ of: Review; helpful: number; voted: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const { helpful, voted } = own?.of === review ? own : review;
  const words = (
    <>
      <ThumbsUp size={16} strokeWidth={1.5} fill={voted ? "currentColor" : "none"} aria-hidden />
      {helpful > 0 ? t("reviews.helpful", { count: helpful }) : t("reviews.is_helpful")}
    </>
  );
  if (!user)
    return (
      <a href={to(`${here}${here.includes("?") ? "&" : "?"}auth=1`)} rel="nofollow" className={look}>
        {words}
      </a>
    );
  const press = async () => {
    if (busy) return;
    setBusy(true);
    const { vote } = await import("./vote.ts");
    const now = await vote(to(`/reviews/${review.id}/helpful`), !voted, t("error.unknown_error"));
    if (now) setOwn({ of: review, ...now });
    setBusy(false);
  };
  return (
    <button type="button" aria-pressed={voted} onClick={() => void press()} className={`${look} scriptless:hidden`}>
      {words}
    </button>
  );
}
