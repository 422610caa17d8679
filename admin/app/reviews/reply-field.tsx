import type { RefObject } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { MessageSquareReply } from "lucide-react";
import { Button, buttonClass } from "../ui/button.tsx";
import { PopoverButton } from "../ui/filter-bar.tsx";
import type { ModeratedItem, ModerationData } from "./moderation.ts";

type ReplyFieldProps = Pick<ModerationData, "similar" | "templates"> & {
  ref: RefObject<HTMLTextAreaElement | null>;
  item: ModeratedItem;
  isRequired: boolean;
  text: string;
  onChange: (text: string) => void;
};

/** The store's answer, with saved replies and the answers to similar questions to start from. */
export function ReplyField({ ref, item, isRequired, text, onChange, similar, templates }: ReplyFieldProps) {
  const { t } = useI18n();
  const offered = templates.filter(({ kind, locale }) => kind === item.kind && locale === item.locale);
  const insert = (inserted: string) => {
    const field = ref.current;
    if (!field) return;
    field.value = field.value.trim() === "" ? inserted : `${field.value.trimEnd()}\n${inserted}`;
    onChange(field.value);
    field.focus();
  };
  return (
    <div className="grid gap-2 px-4 desk:px-5">
      {similar.length > 0 ? <SimilarQuestions similar={similar} onReuse={insert} /> : null}
      <div className="flex min-h-8 items-center justify-between gap-3">
        <label htmlFor="answer" className="font-medium">
          {t("reviews.answer")}
        </label>
        {offered.length > 0 ? <ReplyTemplates templates={offered} onInsert={insert} /> : null}
      </div>
      <textarea
        ref={ref}
        id="answer"
        name="answer"
        lang={item.locale}
        required={isRequired}
        rows={3}
        maxLength={3000}
        defaultValue={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-describedby="answer-hint"
        className="block w-full rounded-md border border-line-strong bg-card px-3 py-2 text-base desk:text-sm"
      />
      <p id="answer-hint" className="text-xs text-ink-3">
        {t(`reviews.answer_hint_${item.kind}`)}
      </p>
    </div>
  );
}

/** A button with saved replies; one is inserted by a click. */
export function ReplyTemplates({
  templates,
  onInsert,
}: {
  templates: ModerationData["templates"];
  onInsert: (text: string) => void;
}) {
  const { t } = useI18n();
  return (
    <PopoverButton
      label={t("reviews.replies")}
      icon={<MessageSquareReply size={16} aria-hidden />}
      className={buttonClass({ kind: "quiet", size: "xs" })}
    >
      <ul className="grid max-h-80 gap-1 overflow-y-auto">
        {templates.map(({ id, title, body, locale }) => (
          <li key={id}>
            <button
              type="button"
              className="grid w-full gap-0.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
              onClick={(event) => {
                event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
                onInsert(body);
              }}
            >
              <span className="font-medium">{title}</span>
              <span lang={locale} className="line-clamp-2 text-xs text-ink-2">
                {body}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </PopoverButton>
  );
}

function SimilarQuestions({
  similar,
  onReuse,
}: {
  similar: ModerationData["similar"];
  onReuse: (answer: string) => void;
}) {
  const { t } = useI18n();
  return (
    <details open className="rounded-md bg-ai-50 px-3 py-2.5 text-ai-700">
      <summary className="cursor-pointer font-medium">{t("reviews.similar", { count: similar.length })}</summary>
      <ul className="mt-2 grid gap-3">
        {similar.map(({ id, text, answer, product }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-2">
            <div className="min-w-0 grow basis-64">
              <p className="font-medium wrap-anywhere">{text}</p>
              <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
              {product ? <p className="text-xs">{product}</p> : null}
            </div>
            <Button
              size="xs"
              onClick={() => onReuse(answer)}
              aria-label={t("reviews.reuse_answer", { question: text })}
            >
              {t("reviews.reuse")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
