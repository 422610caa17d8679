import type { SearchAnswer } from "@furoshiki/api/search";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { AnswerIcon, AnswerKind } from "./answer-kind.tsx";

/** The pages of the shop that answer a search, above its products: an article, an information page, a brand. */
export function SearchAnswers({ answers }: { answers: readonly SearchAnswer[] }) {
  const { t } = useAccountI18n();
  return (
    <ul aria-label={t("search.answers")} className="mt-4 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {answers.map((answer) => (
        <li key={answer.path}>
          <AnswerCard answer={answer} />
        </li>
      ))}
    </ul>
  );
}

/** A card that is one link. */
export function AnswerCard({ answer }: { answer: SearchAnswer }) {
  const { title, summary, path, image, kind } = answer;
  return (
    <Link
      to={path}
      className="group flex h-full items-start gap-4 rounded-md border border-line bg-surface p-4 hover:border-line-strong"
    >
      {image ? (
        <Picture
          image={image}
          sizes="80px"
          wrapperClass="shrink-0"
          className="size-20 rounded-xs bg-mist object-cover"
        />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-mist text-ink-2">
          <AnswerIcon kind={kind} />
        </span>
      )}
      <span className="min-w-0">
        <AnswerKind answer={answer} />
        <span className="block font-display text-lg/snug font-semibold group-hover:text-tokiwa-700">
          {insertNonBreakingSpaces(title)}
        </span>
        {summary ? (
          <span className="mt-1 line-clamp-2 text-sm text-ink-2">{insertNonBreakingSpaces(summary)}</span>
        ) : null}
      </span>
    </Link>
  );
}
