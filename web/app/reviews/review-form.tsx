import type { OwnReview } from "@furoshiki/api/reviews";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { RatingField } from "@furoshiki/design-system/ui/rating-field.tsx";
import { PhotosField } from "./photos-field.tsx";

const MAX_LENGTH = 3000;

type ReviewFormProps = {
  productId: number;
  own: OwnReview | null;
  /** The rating that was chosen before, for a new review. */
  initialRating?: number | null;
  /** Result of a form submitted without scripts. */
  result?: FormResult | undefined;
  onSent?: (message: string | null) => void;
};

/** A form to write or edit a review. */
export function ReviewForm({ productId, own, initialRating = null, result: serverResult, onSent }: ReviewFormProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? serverResult;
  const errors = useFormErrors(result);
  const isSent = fetcher.state === "idle" && fetcher.data?.ok === true;
  const message = fetcher.data?.message ?? null;
  useEffect(() => {
    if (isSent) onSent?.(message);
  }, [isSent, message, onSent]);
  const values = result?.ok ? undefined : result?.values;
  return (
    <fetcher.Form
      method="post"
      action={to(`/profile/reviews/${productId}`)}
      {...errors.form}
      className="max-w-read space-y-5"
    >
      <FormAlert result={result} />
      <RatingField
        name="rating"
        legend={t("feedback.rating")}
        starLabels={[1, 2, 3, 4, 5].map((stars) => t("feedback.stars", { stars }))}
        value={Number(values?.["rating"]) || (own?.rating ?? initialRating)}
        errors={errors.getErrors("rating")}
      />
      <TextArea
        id="review-text"
        name="text"
        label={t("feedback.text")}
        hint={t("feedback.text_hint", { count: MAX_LENGTH })}
        rows={6}
        maxLength={MAX_LENGTH}
        defaultValue={values?.["text"] ?? own?.text ?? ""}
        errors={errors.getErrors("text")}
      />
      <PhotosField uploaded={own?.photos ?? []} />
      <AuthorDetailsFields age={values?.["age"] ?? own?.age ?? ""} skin={values?.["skin"] ?? own?.skin ?? ""} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={fetcher.state !== "idle"}>
          {t("feedback.send_review")}
        </Button>
        <p className="text-sm text-ink-3">{t("reviews.checked")}</p>
      </div>
    </fetcher.Form>
  );
}

const ages = ["18-24", "25-34", "35-44", "45-54", "55+"] as const satisfies readonly OwnReview["age"][];
const skins = [
  "normal",
  "dry",
  "oily",
  "combination",
  "sensitive",
  "mature",
] as const satisfies readonly OwnReview["skin"][];

/** What authors can tell about themselves; nothing is required. */
function AuthorDetailsFields({ age, skin }: { age: string; skin: string }) {
  const { t } = useAccountI18n();
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t("feedback.about")}</legend>
      <p className="mt-1 text-xs text-ink-2">{t("feedback.about_hint")}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Select id="review-age" name="age" label={t("feedback.age")} defaultValue={age}>
          <option value="">{t("feedback.not_told")}</option>
          {ages.map((one) => (
            <option key={one} value={one}>
              {one.replace("-", "–")}
            </option>
          ))}
        </Select>
        <Select id="review-skin" name="skin" label={t("feedback.skin")} defaultValue={skin}>
          <option value="">{t("feedback.not_told")}</option>
          {skins.map((one) => (
            <option key={one} value={one}>
              {t(`reviews.skin_${one}`)}
            </option>
          ))}
        </Select>
      </div>
    </fieldset>
  );
}
