import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { useLocation } from "react-router";
import { Link } from "../navigation/link.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";
import { clearSearchHistory, removeSearch, getPastSearches, saveSearch, type PastSearch } from "./search-history.ts";
import { InitialSuggestions } from "./initial-suggestions.tsx";
import { MIN_SEARCH_LENGTH } from "./search-path.ts";
import { createSuggestionGroups, getNextRow } from "./suggestion-groups.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useSuggestions } from "./use-suggestions.ts";

/** ARIA attributes of the search field for the list below it. */
export type Listbox = { id: string; activeId: string | undefined };

type SearchPanelProps = {
  form: RefObject<HTMLFormElement | null>;
  /** The text in the field. */
  query: string;
  /** Called with null if there is no list. */
  onListboxChange: (listbox: Listbox | null) => void;
  /** Called when a link of the panel is followed. */
  onFollow: () => void;
  onClose: () => void;
  className: string;
};

/** Past searches and suggestions below the search field, with keyboard navigation from the field. */
export function SearchPanel(props: SearchPanelProps) {
  const { form, query, onListboxChange, onFollow, onClose, className } = props;
  const { t } = useAccountI18n();
  const [pastSearches, setPastSearches] = useState(getPastSearches);
  const { result, isLoading } = useSuggestions(query);
  const groups = result?.suggestions ? createSuggestionGroups(result.q, result.suggestions) : [];
  const rows = groups.flatMap((group) => group.rows);
  const listboxId = useId();
  const [activeRow, setActiveRow] = useState(-1);
  const [shownResult, setShownResult] = useState(result);
  if (shownResult !== result) {
    setShownResult(result);
    setActiveRow(-1);
  }
  const getRowId = (index: number) => `${listboxId}-${index}`;
  const activeId = activeRow < 0 ? undefined : getRowId(activeRow);
  const count = rows.length;
  useEffect(
    () => onListboxChange(count > 0 ? { id: listboxId, activeId } : null),
    [onListboxChange, listboxId, activeId, count],
  );
  useEffect(() => () => onListboxChange(null), [onListboxChange]);
  useCloseOnNavigation(onClose);

  useEffect(() => {
    const target = form.current;
    const onKey = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLInputElement;
      const nextRow = inField ? getNextRow(event.key, activeRow, count) : null;
      const selectedLink =
        inField && event.key === "Enter" && activeId
          ? document.querySelector<HTMLElement>(`#${CSS.escape(activeId)}`)
          : null;
      if (event.key === "Escape") onClose();
      else if (selectedLink) selectedLink.click();
      else if (nextRow !== null) setActiveRow(nextRow);
      else return;
      event.preventDefault();
    };
    target?.addEventListener("keydown", onKey);
    return () => target?.removeEventListener("keydown", onKey);
  }, [form, activeRow, count, activeId, onClose]);

  const hasNoResults = result !== null && !isLoading && count === 0;
  const isInitial = query.trim().length < MIN_SEARCH_LENGTH;
  const history =
    pastSearches.length > 0 ? (
      <SearchHistory pastSearches={pastSearches} onChange={setPastSearches} onFollow={onFollow} />
    ) : null;
  return (
    // Keep the focus in the field when something here is clicked.
    <div
      role="presentation"
      onMouseDown={(event) => event.preventDefault()}
      className={`${className} ${isInitial ? "xl:right-auto xl:-left-40 xl:w-[60rem]" : ""}`}
    >
      {isInitial ? <InitialSuggestions onFollow={onFollow}>{history}</InitialSuggestions> : history}
      {count > 0 && result ? (
        <SuggestionList
          id={listboxId}
          groups={groups}
          query={result.q}
          activeRow={activeRow}
          getRowId={getRowId}
          onSelect={(selectedRow) => {
            onFollow();
            if (selectedRow.kind === "query") saveSearch(selectedRow.text);
            if (selectedRow.kind === "all") saveSearch(result.q);
          }}
        />
      ) : isLoading ? (
        <div className="p-5">
          <Skeleton rows={4} />
        </div>
      ) : null}
      {hasNoResults ? <p className="p-5 text-sm text-ink-2">{t("suggest.nothing")}</p> : null}
      <p role="status" className="sr-only">
        {result && !isLoading ? t("suggest.count", { count }) : ""}
      </p>
    </div>
  );
}

/** Closes the panel on navigation. */
function useCloseOnNavigation(onClose: () => void) {
  const { key } = useLocation();
  const openedAtKey = useRef(key);
  useEffect(() => {
    if (openedAtKey.current === key) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }, [key, onClose]);
}

function SearchHistory({
  pastSearches,
  onChange,
  onFollow,
}: {
  pastSearches: readonly PastSearch[];
  onChange: (remaining: PastSearch[]) => void;
  onFollow: () => void;
}) {
  const { t } = useAccountI18n();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="border-b border-line px-5 py-4 last-of-type:border-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="font-sans text-sm font-semibold">
          {t("suggest.history")}
        </h2>
        <button
          type="button"
          onClick={() => {
            clearSearchHistory();
            onChange([]);
          }}
          className="py-1 text-sm text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          {t("suggest.clear")}
        </button>
      </div>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {pastSearches.map(({ label, url }) => (
          <li key={label} className="flex max-w-full items-center rounded-full border border-line hover:border-ink-3">
            <Link
              to={url}
              onClick={() => {
                onFollow();
                saveSearch(label);
              }}
              className="flex h-9 min-w-0 items-center gap-2 rounded-l-full pl-3.5 text-sm"
            >
              <Search size={14} aria-hidden className="shrink-0 text-ink-3" />
              <span className="truncate">{label}</span>
            </Link>
            <button
              type="button"
              aria-label={t("suggest.remove", { q: label })}
              onClick={() => onChange(removeSearch(label))}
              className="grid size-9 shrink-0 place-items-center rounded-full text-ink-3 hover:text-ink"
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
