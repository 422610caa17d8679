import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Link } from "../navigation/link.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { useSimilarQuestions } from "./use-similar-questions.ts";

type QuestionFormProps = {
  productId: number;
  /** Result of a form submitted without scripts. */
  result?: FormResult | undefined;
  onSent?: (message: string | null) => void;
};

/** A form to ask about a product; similar answered questions are shown while typing. */
export function QuestionForm({ productId, result: serverResult, onSent }: QuestionFormProps) {
  const { t, to } = useAccountI18n();
  const limits = useRootData()?.config.limits;
  const [min, max] = [limits?.question_min ?? 10, limits?.question_max ?? 1000];
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? serverResult;
  const errors = useFormErrors(
    result,
    {},
    {
      too_short: t("feedback.question_short", { count: min }),
      too_long: t("feedback.question_long", { count: max }),
    },
  );
  const [text, setText] = useState(result?.ok ? "" : (result?.values["text"] ?? ""));
  const similarQuestions = useSimilarQuestions(productId, text);
  const isSent = fetcher.state === "idle" && fetcher.data?.ok === true;
  const message = fetcher.data?.message ?? null;
  useEffect(() => {
    if (isSent) onSent?.(message);
  }, [isSent, message, onSent]);
  return (
    <fetcher.Form
      method="post"
      action={to(`/profile/questions/${productId}`)}
      {...errors.form}
      className="max-w-read space-y-4"
    >
      <FormAlert result={result} />
      <TextArea
        id="question-text"
        name="text"
        label={t("feedback.question")}
        placeholder={t("feedback.question_example")}
        hint={t("feedback.question_hint", { min, max })}
        rows={4}
        maxLength={max}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        errors={errors.getErrors("text")}
      />
      <div role="status">
        {similarQuestions.length > 0 ? (
          <div className="rounded-md bg-mist p-4">
            <p className="text-sm font-semibold">{t("feedback.similar")}</p>
            <ul className="mt-2 space-y-2">
              {similarQuestions.map((question) => (
                <li key={question.id} className="text-sm">
                  <details>
                    <summary className="cursor-pointer py-1">{question.text}</summary>
                    <p className="mt-1 border-l-2 border-tokiwa-300 pl-3 text-ink-2">{question.answer}</p>
                    {question.product ? (
                      <Link
                        to={`/${question.product.link_rewrite}#questions`}
                        className="mt-1 inline-block py-1 text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4"
                      >
                        {question.product.name}
                      </Link>
                    ) : null}
                  </details>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      <Checkbox id="question-anonymous" name="anonymous">
        {t("feedback.anonymous")}
      </Checkbox>
      <Checkbox id="question-notify" name="notify" defaultChecked>
        {t("feedback.notify")}
      </Checkbox>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={fetcher.state !== "idle"}>
          {t("feedback.send_question")}
        </Button>
        <p className="text-sm text-ink-3">{t("questions.checked")}</p>
      </div>
    </fetcher.Form>
  );
}
