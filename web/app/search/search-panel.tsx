import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { useLocation } from "react-router";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { forgetAllSearches, forgetSearch, pastSearches, rememberSearch, type PastSearch } from "./history.ts";
import { suggestedGroups, rowAfter } from "./suggested.ts";
import { SuggestedList } from "./suggested-list.tsx";
import { useSuggestions } from "./use-suggestions.ts";

/** What the field says of the list below it. */
export type Listbox = { id: string; active: string | undefined };

type SearchPanelProps = {
  form: RefObject<HTMLFormElement | null>;
  /** What stands in the field. */
  typed: string;
  /** Null while there is no list. */
  onListbox: (listbox: Listbox | null) => void;
  onClose: () => void;
  className: string;
};

/** Earlier searches and suggestions under the search field, walked through by its keys (spec §2, Search box). */
export function SearchPanel({ form, typed, onListbox, onClose, className }: SearchPanelProps) {
  const { t } = useShop();
  const [past, setPast] = useState(pastSearches);
  const { told, waiting } = useSuggestions(typed);
  const groups = told?.found ? suggestedGroups(told.q, told.found) : [];
  const rows = groups.flatMap((group) => group.rows);
  const list = useId();
  const [row, setRow] = useState(-1);
  const [of, setOf] = useState(told);
  if (of !== told) {
    setOf(told);
    setRow(-1);
  }
  const rowId = (at: number) => `${list}-${at}`;
  const active = row < 0 ? undefined : rowId(row);
  const count = rows.length;
  useEffect(() => onListbox(count > 0 ? { id: list, active } : null), [onListbox, list, active, count]);
  useEffect(() => () => onListbox(null), [onListbox]);
  useClosing(onClose);

  useEffect(() => {
    const target = form.current;
    const onKey = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLInputElement;
      const next = inField ? rowAfter(event.key, row, count) : null;
      const chosen =
        inField && event.key === "Enter" && active
          ? document.querySelector<HTMLElement>(`#${CSS.escape(active)}`)
          : null;
      if (event.key === "Escape") onClose();
      else if (chosen) chosen.click();
      else if (next !== null) setRow(next);
      else return;
      event.preventDefault();
    };
    target?.addEventListener("keydown", onKey);
    return () => target?.removeEventListener("keydown", onKey);
  }, [form, row, count, active, onClose]);

  const nothing = told !== null && !waiting && count === 0;
  const empty = past.length === 0 && count === 0 && !waiting && !nothing;
  return (
    // The focus stays in the field when something here is clicked.
    <div role="presentation" onMouseDown={(event) => event.preventDefault()} className={empty ? "" : className}>
      {past.length > 0 ? <History past={past} onChange={setPast} /> : null}
      {count > 0 && told ? (
        <SuggestedList
          id={list}
          groups={groups}
          typed={told.q}
          row={row}
          rowId={rowId}
          onFollow={(followed) => {
            if (followed.kind === "query") rememberSearch(followed.text);
            if (followed.kind === "all") rememberSearch(told.q);
          }}
        />
      ) : waiting ? (
        <div className="p-5">
          <Skeleton rows={4} />
        </div>
      ) : null}
      {nothing ? <p className="p-5 text-sm text-ink-2">{t("suggest.nothing")}</p> : null}
      <p role="status" className="sr-only">
        {told && !waiting ? t("suggest.count", { count }) : ""}
      </p>
    </div>
  );
}

/** A new page closes the panel. */
function useClosing(onClose: () => void) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current === key) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }, [key, onClose]);
}

function History({ past, onChange }: { past: readonly PastSearch[]; onChange: (left: PastSearch[]) => void }) {
  const { t } = useShop();
  const title = useId();
  return (
    <section aria-labelledby={title} className="border-b border-line px-5 py-4 last-of-type:border-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id={title} className="font-sans text-sm font-semibold">
          {t("suggest.history")}
        </h2>
        <button
          type="button"
          onClick={() => {
            forgetAllSearches();
            onChange([]);
          }}
          className="py-1 text-sm text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          {t("suggest.clear")}
        </button>
      </div>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {past.map(({ label, url }) => (
          <li key={label} className="flex max-w-full items-center rounded-full border border-line hover:border-ink-3">
            <Link
              to={url}
              onClick={() => rememberSearch(label)}
              className="flex h-9 min-w-0 items-center gap-2 rounded-l-full pl-3.5 text-sm"
            >
              <Search size={14} aria-hidden className="shrink-0 text-ink-3" />
              <span className="truncate">{label}</span>
            </Link>
            <button
              type="button"
              aria-label={t("suggest.forget", { q: label })}
              onClick={() => onChange(forgetSearch(label))}
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
