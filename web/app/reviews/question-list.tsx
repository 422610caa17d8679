import type { QuestionList } from "@furoshiki/api/reviews";
import { Link } from "react-router";
import { useShopName } from "../store-config/store-info.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { InlineFormLink, questionFormLink } from "./inline-form-link.tsx";
import { QUESTIONS_PER_PAGE } from "./review-params.ts";

type ProductQuestionsProps = {
  productId: number;
  questions: QuestionList;
  /** Link to the page with more questions. */
  moreHref: string;
};

/** Questions with the answers of the store, and a link to ask one. */
export function ProductQuestions({ productId, questions, moreHref }: ProductQuestionsProps) {
  const { t, format, locale } = useI18n();
  const storeName = useShopName();
  const { items, total, own } = questions;
  return (
    <div className="grid gap-8 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
      <div>
        <h2 className="text-2xl lg:text-3xl">{t("questions.title")}</h2>
        <p className="mt-2 text-sm text-ink-2">{t("questions.answered_by")}</p>
        <InlineFormLink to={`/profile/questions/${productId}`} {...questionFormLink} props={{ productId }}>
          {t("questions.ask")}
        </InlineFormLink>
      </div>
      <div className="min-w-0">
        {own.map(({ id, text, status, reject_reason }) => (
          <div key={id} className="mb-4 rounded-md border border-line bg-surface p-4">
            <p className="text-xs font-semibold text-ai-700">
              {t(status === "rejected" ? "questions.own_rejected" : "questions.own_pending")}
            </p>
            <p className="mt-1 text-sm break-words whitespace-pre-line">{text}</p>
            {reject_reason ? <p className="mt-2 text-sm text-beni-600">{reject_reason}</p> : null}
          </div>
        ))}
        {items.length === 0 ? <p className="text-base text-ink-2">{t("questions.none")}</p> : null}
        <ul>
          {items.map((question) => (
            <li key={question.id} className="border-b border-line py-5 first:pt-0">
              <p lang={question.locale} className="max-w-read text-base font-semibold break-words whitespace-pre-line">
                {question.text}
              </p>
              <p className="mt-1 text-xs text-ink-3">
                {question.author === null ? (
                  t("questions.anonymous")
                ) : (
                  <span lang={question.locale}>{question.author}</span>
                )}
                {", "}
                {format.date(question.created_at)}
                {question.locale === locale ? null : ` · ${t(`reviews.in_${question.locale}`)}`}
              </p>
              {question.answer ? (
                <p
                  lang={question.locale}
                  className="mt-3 max-w-read border-l-2 border-tokiwa-300 pl-4 text-sm break-words whitespace-pre-line text-ink-2"
                >
                  <b className="font-semibold text-tokiwa-700">{storeName}.</b> {question.answer}
                </p>
              ) : null}
            </li>
          ))}
        </ul>
        {items.length < total ? (
          <Link
            to={moreHref}
            preventScrollReset
            replace
            rel="nofollow"
            className={buttonClass({ kind: "muted", className: "mt-5" })}
          >
            {t("reviews.more", { count: Math.min(QUESTIONS_PER_PAGE, total - items.length) })}
          </Link>
        ) : null}
      </div>
    </div>
  );
}
