import type { SearchAnswer } from "@furoshiki/api/search";
import { BookOpen, FileText, FlaskConical, type LucideIcon, Tag } from "lucide-react";
import { type AccountMessageKey, useAccountI18n } from "../i18n/account-i18n.ts";

const icons: Record<SearchAnswer["kind"], LucideIcon> = {
  page: FileText,
  post: BookOpen,
  brand: Tag,
  ingredient: FlaskConical,
};
const labels: Record<SearchAnswer["kind"], AccountMessageKey> = {
  page: "search.answer.page",
  post: "search.answer.article",
  brand: "search.answer.brand",
  ingredient: "search.answer.ingredient",
};

/** The icon of the kind of an answer. */
export function AnswerIcon({ kind, className }: { kind: SearchAnswer["kind"]; className?: string }) {
  const Icon = icons[kind];
  return <Icon size={18} strokeWidth={1.75} aria-hidden className={className} />;
}

/** What an answer is, with the reading time of an article or the number of products of a brand. */
export function AnswerKind({ answer: { kind, minutes, count } }: { answer: SearchAnswer }) {
  const { t } = useAccountI18n();
  return (
    <span className="num text-xs text-ink-3">
      {t(labels[kind])}
      {minutes === null ? null : ` · ${t("blog.minutes", { count: minutes })}`}
      {count === null ? null : ` · ${t("list.count", { count })}`}
    </span>
  );
}
