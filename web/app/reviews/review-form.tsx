import type { OwnReview } from "@furoshiki/api/reviews";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { RatingField } from "../ui/rating-field.tsx";
import { PhotosField } from "./photos-field.tsx";

const LONGEST = 3000; // decisions, Reviews and questions

type ReviewFormProps = {
  productId: number;
  own: OwnReview | null;
  /** What a form sent without a script was answered. */
  answer?: FormAnswer | undefined;
  onSent?: (message: string | null) => void;
};

/** A review of a product, written or changed. */
export function ReviewForm({ productId, own, answer: served, onSent }: ReviewFormProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? served;
  const errors = useFormErrors(answer);
  const banner = bannerOf(answer);
  const isSent = fetcher.state === "idle" && fetcher.data?.ok === true;
  const message = fetcher.data?.message ?? null;
  useEffect(() => {
    if (isSent) onSent?.(message);
  }, [isSent, message, onSent]);
  const typed = answer?.ok ? undefined : answer?.values;
  return (
    <fetcher.Form
      method="post"
      action={to(`/profile/reviews/${productId}`)}
      {...errors.form}
      className="max-w-read space-y-5"
    >
      {banner ? <Note kind="error">{banner}</Note> : null}
      <RatingField
        name="rating"
        legend={t("opinion.rating")}
        names={[1, 2, 3, 4, 5].map((stars) => t("opinion.stars", { stars }))}
        value={Number(typed?.["rating"]) || (own?.rating ?? null)}
        errors={errors.of("rating")}
      />
      <TextArea
        id="review-text"
        name="text"
        label={t("opinion.text")}
        hint={t("opinion.text_hint", { count: LONGEST })}
        rows={6}
        maxLength={LONGEST}
        defaultValue={typed?.["text"] ?? own?.text ?? ""}
        errors={errors.of("text")}
      />
      <PhotosField sent={own?.photos ?? []} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={fetcher.state !== "idle"}>
          {t("opinion.send_review")}
        </Button>
        <p className="text-sm text-ink-3">{t("reviews.checked")}</p>
      </div>
    </fetcher.Form>
  );
}
