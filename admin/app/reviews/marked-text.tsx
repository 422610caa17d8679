import type { ModeratedReview } from "@furoshiki/api/admin/reviews";
import { useI18n } from "../i18n/use-i18n.tsx";

type MarkedTextProps = Pick<ModeratedReview, "text" | "contact_data" | "medical_claims" | "locale">;
type Mark = { start: number; end: number; kind: "contact" | "claim" };

const markClasses = {
  contact: "border-b-2 border-beni-600 bg-beni-50 text-inherit",
  claim: "bg-yamabuki-50 text-inherit underline decoration-yamabuki-500 decoration-wavy underline-offset-4",
};

/** A text in which contact data and medical claims are highlighted. */
export function MarkedText({ text, contact_data: contactData, medical_claims: claims, locale }: MarkedTextProps) {
  const { t } = useI18n();
  const marks = joinMarks([
    ...contactData.map(({ start, end }) => ({ start, end, kind: "contact" as const })),
    ...claims.map(({ start, end }) => ({ start, end, kind: "claim" as const })),
  ]);
  return (
    <p lang={locale} className="text-lg leading-relaxed wrap-anywhere whitespace-pre-line">
      {marks.map(({ start, end, kind }, index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark title={t(`reviews.mark_${kind}`)} className={`px-px ${markClasses[kind]}`}>
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </p>
  );
}

/** Returns marks in the order of the text; one that overlaps an earlier one is left out. */
function joinMarks(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = [];
  for (const mark of marks.toSorted((one, other) => one.start - other.start))
    if (mark.start >= (joined.at(-1)?.end ?? 0)) joined.push(mark);
  return joined;
}
