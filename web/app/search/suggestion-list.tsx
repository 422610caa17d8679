import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n, type AccountMessageKey } from "../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { AnswerIcon, AnswerKind } from "./answer-kind.tsx";
import { splitCompletion, type SuggestionGroup, type SuggestionRow } from "./suggestion-groups.ts";

const titleKeys: Record<SuggestionGroup["name"], AccountMessageKey> = {
  answers: "suggest.answers",
  queries: "suggest.queries",
  categories: "suggest.categories",
  brands: "suggest.brands",
  products: "suggest.products",
  all: "suggest.all",
};
/** Groups whose title is only announced by screen readers. */
const groupsWithoutTitle = new Set<SuggestionGroup["name"]>(["queries", "all"]);

type SuggestionListProps = {
  id: string;
  groups: readonly SuggestionGroup[];
  query: string;
  /** Index of the active row over all groups; -1 for none. */
  activeRow: number;
  getRowId: (index: number) => string;
  onSelect: (row: SuggestionRow) => void;
};

/** The listbox of the search combobox: links in groups. The focus stays in the field, which names the active row. */
export function SuggestionList({ id, groups, query, activeRow, getRowId, onSelect }: SuggestionListProps) {
  const { t } = useAccountI18n();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [activeRow]);
  let nextIndex = 0;
  return (
    <div ref={ref} role="listbox" id={id} aria-label={t("suggest.list")} className="py-2">
      {groups.map(({ name, rows }) => (
        <div
          key={name}
          role="group"
          aria-label={t(titleKeys[name])}
          className={name === "all" ? "px-5 pt-2 pb-3" : "pb-1"}
        >
          {groupsWithoutTitle.has(name) ? null : (
            <p aria-hidden className="px-5 pt-2.5 pb-1 text-xs font-semibold text-ink-2">
              {t(titleKeys[name])}
            </p>
          )}
          {rows.map((item) => {
            const rowIndex = nextIndex++;
            return (
              <Link
                key={item.path}
                to={item.path}
                id={getRowId(rowIndex)}
                role="option"
                aria-selected={rowIndex === activeRow}
                tabIndex={-1}
                onClick={() => onSelect(item)}
                className={item.kind === "all" ? allResultsClass : rowClass}
              >
                <SuggestionRowContent row={item} query={query} />
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const rowClass = "flex min-h-11 items-center gap-3 px-5 py-1.5 text-sm hover:bg-mist aria-selected:bg-mist";
const allResultsClass =
  "flex h-11 items-center justify-center rounded-md bg-mist text-sm font-medium hover:bg-line aria-selected:outline-2 aria-selected:outline-focus";

function SuggestionRowContent({ row, query }: { row: SuggestionRow; query: string }) {
  const { t, format } = useAccountI18n();
  if (row.kind === "all") return t("suggest.all");
  if (row.kind === "query") {
    const [prefix, rest] = splitCompletion(row.text, query);
    return (
      <>
        <Search size={16} aria-hidden className="shrink-0 text-ink-3" />
        <span>
          {prefix}
          <b className="font-semibold text-tokiwa-700">{rest}</b>
        </span>
      </>
    );
  }
  if (row.kind === "answer") {
    return (
      <>
        <AnswerIcon kind={row.answer.kind} className="shrink-0 text-tokiwa-700" />
        <span className="min-w-0 grow">
          <span className="block font-medium">{insertNonBreakingSpaces(row.answer.title)}</span>
          <AnswerKind answer={row.answer} />
        </span>
      </>
    );
  }
  if (row.kind === "listing") {
    return (
      <>
        <span className="grow">{insertNonBreakingSpaces(row.text)}</span>
        <span className="num text-ink-3">{format.number(row.count)}</span>
      </>
    );
  }
  const { image, manufacturer, name, price } = row.card;
  return (
    <>
      <Picture
        image={image}
        sizes="44px"
        wrapperClass="shrink-0"
        className="h-[55px] w-11 rounded-xs bg-mist object-cover"
      />
      <span className="min-w-0 grow">
        <span className="block text-xs text-ink-3">{manufacturer.name}</span>
        <span className="line-clamp-2">{insertNonBreakingSpaces(name)}</span>
      </span>
      <span className={`price shrink-0 text-lg ${price.old === null ? "" : "text-beni-600"}`}>
        {format.money(price.current, price)}
      </span>
    </>
  );
}
