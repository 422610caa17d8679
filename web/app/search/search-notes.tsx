import type { SearchResults } from "@furoshiki/api/search";
import { CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Link } from "../navigation/link.tsx";
import { getSearchPath } from "./search-path.ts";

type SearchNotesProps = { q: string } & Pick<SearchResults, "corrected" | "dropped" | "excluded">;

/** How the query was understood: what was corrected, ignored and excluded, each with a link that takes it back. */
export function SearchNotes({ q, corrected, dropped, excluded }: SearchNotesProps) {
  const { t } = useI18n();
  const quote = (words: readonly string[]) => words.map((word) => t("search.quoted", { word })).join(", ");
  const exactPath = `${getSearchPath(q)}&exact=1`;
  const createLink = (path: string) => (text: ReactNode) => (
    <Link
      to={path}
      className="underline decoration-current/40 underline-offset-4 hover:decoration-current max-lg:inline-block max-lg:py-1"
    >
      {text}
    </Link>
  );
  return (
    <>
      {excluded ? (
        <Note isPositive>
          {t.rich("search.excluded", {
            words: quote(excluded.words),
            count: excluded.count,
            // A query of nothing but the exclusion is searched for as written.
            exact: createLink(
              excluded.query.toLowerCase() === q.trim().toLowerCase() ? exactPath : getSearchPath(excluded.query),
            ),
          })}
        </Note>
      ) : null}
      {corrected ? <Note>{t.rich("search.corrected", { ...corrected, exact: createLink(exactPath) })}</Note> : null}
      {dropped ? (
        <Note>{t.rich("search.dropped", { words: quote(dropped), exact: createLink(exactPath) })}</Note>
      ) : null}
    </>
  );
}

function Note({ isPositive, children }: { isPositive?: boolean; children: ReactNode }) {
  const Icon = isPositive ? CircleCheck : Info;
  return (
    <p
      className={`mt-3 flex max-w-3xl gap-3 rounded-md px-4 py-3 text-sm ${isPositive ? "bg-tokiwa-50 text-tokiwa-700" : "bg-mist text-ink"}`}
    >
      <Icon size={18} aria-hidden className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
