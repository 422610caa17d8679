import type { SearchAnswer } from "@furoshiki/api/search";
import type { Page } from "@furoshiki/api/cms-pages";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { chipClass } from "@furoshiki/design-system/ui/chip.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Link } from "../navigation/link.tsx";
import { AnswerKind } from "./answer-kind.tsx";
import { AnswerCard } from "./search-answers.tsx";

const MAX_HEADINGS = 5;
const linkClass = "text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700";

type SearchHelpProps = {
  q: string;
  answers: readonly SearchAnswer[];
  /** The page of the first answer; null if it could not be loaded. */
  page: Pick<Page, "description" | "headings"> | null;
};

/** The answer to a search without products: the page that fits best, then the others. */
export function SearchHelp({ q, answers, page }: SearchHelpProps) {
  const { t } = useAccountI18n();
  const [best, ...others] = answers;
  if (!best) return null;
  return (
    <div className="max-w-3xl">
      <p className="mt-2 text-ink-2">{t("search.help")}</p>
      <BestAnswer answer={best} page={page} />
      {others.length > 0 ? (
        <section className="mt-8">
          <h2 className="text-xl">{t("search.help_more")}</h2>
          <ul className="mt-3 grid gap-3">
            {others.map((answer) => (
              <li key={answer.path}>
                <AnswerCard answer={answer} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="mt-8 border-t border-line pt-5 text-sm text-ink-2">
        {t.rich("search.no_products", {
          q,
          best: (text) => (
            <Link to="/best-sales" className={linkClass}>
              {text}
            </Link>
          ),
          all: (text) => (
            <Link to="/#catalogue" className={linkClass}>
              {text}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}

function BestAnswer({ answer, page }: { answer: SearchAnswer; page: SearchHelpProps["page"] }) {
  const { t } = useAccountI18n();
  const headings = page?.headings.slice(0, MAX_HEADINGS) ?? [];
  const summary = page?.description ?? answer.summary;
  return (
    <section className="mt-5 rounded-md border-2 border-tokiwa-700 bg-surface p-5 lg:p-7">
      <AnswerKind answer={answer} />
      <h2 className="mt-1 text-2xl lg:text-3xl">{insertNonBreakingSpaces(answer.title)}</h2>
      {summary ? <p className="mt-2 text-ink-2">{insertNonBreakingSpaces(summary)}</p> : null}
      {headings.length > 0 ? (
        <nav aria-label={t("search.help_contents")} className="mt-4">
          <ul className="flex flex-wrap gap-2">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <Link to={`${answer.path}#${id}`} className={chipClass(false, "max-lg:h-11")}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <Link to={answer.path} className={buttonClass({ className: "mt-5" })}>
        {t("search.help_read")}
      </Link>
    </section>
  );
}
