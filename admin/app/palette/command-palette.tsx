import {
  CornerDownLeft,
  House,
  ListFilter,
  ReceiptText,
  Search,
  Tag,
  type LucideIcon,
  Keyboard,
  Zap,
} from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useFetcher, useHref, useNavigate } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Key } from "../ui/shortcut-help.tsx";
import {
  createPaletteGroups,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteIcon,
  type PaletteResults,
} from "./palette-entries.ts";
import { findMatch, parsePaletteText } from "./palette-text.ts";

/** The search waits this long for the next key, in milliseconds. */
const TYPING_DELAY_MS = 120;

const icons: Record<PaletteIcon, LucideIcon> = {
  order: ReceiptText,
  action: Zap,
  section: House,
  view: ListFilter,
  product: Tag,
};

type CommandPaletteProps = {
  /** The sections that the person may open. */
  sections: ReadonlyArray<{ path: string; label: string }>;
  onClose: () => void;
};

/** A dialog that finds orders, products, sections and actions. It follows the combobox pattern of WAI-ARIA. */
export function CommandPalette({ sections, onClose }: CommandPaletteProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const listId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const { results, isSearching } = usePaletteResults(text);
  const groups = createPaletteGroups(text.trim(), results, { i18n, sections });
  const entries = groups.flatMap((group) => group.entries);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = entries.find(({ key }) => key === activeKey) ?? entries[0];
  const openEntry = useOpenEntry(() => ref.current?.close());
  useEffect(() => ref.current?.showModal(), []);
  const move = (step: 1 | -1) => {
    const next = entries.at((entries.findIndex((entry) => entry === active) + step) % entries.length);
    setActiveKey(next?.key ?? null);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active) openEntry(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={ref}
      aria-label={t("shortcuts.palette")}
      onClose={onClose}
      className="fixed inset-x-0 top-0 mx-auto mt-0 mb-auto max-h-dvh w-full max-w-170 flex-col overflow-hidden bg-card text-ink shadow-overlay backdrop:bg-scrim open:flex desk:top-[12dvh] desk:max-h-[76dvh] desk:rounded-lg"
    >
      <div className="flex items-center gap-3 border-b border-hair px-4.5">
        <Search size={20} aria-hidden className="shrink-0 text-ink-3" />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${listId} ${active.key}`.replaceAll(/[^\w-]/g, "_") : undefined}
          aria-label={t("palette.label")}
          placeholder={t("palette.hint")}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActiveKey(null);
          }}
          onKeyDown={handleKey}
          className="h-14 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-ink-3"
        />
        <Key>Esc</Key>
      </div>
      <ResultList {...{ listId, groups, active, text, results }} onOpen={openEntry} onHover={setActiveKey} />
      <PaletteStatus count={entries.length} isSearching={isSearching} isEmpty={text.trim() === ""} />
    </dialog>
  );
}

const noResults: PaletteResults = { text: "", orders: [], products: [], corrected: null };

/** Searches while the person types; returns the results of the last text that was answered. */
function usePaletteResults(text: string): { results: PaletteResults; isSearching: boolean } {
  const { load, data, state } = useFetcher<PaletteResults>();
  const query = text.trim();
  useEffect(() => {
    if (query === "") return undefined;
    const timer = setTimeout(() => void load(`/palette?${new URLSearchParams({ q: query })}`), TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load, query]);
  const isSearching = query !== "" && (state !== "idle" || data?.text !== query);
  return { results: query === "" ? noResults : (data ?? noResults), isSearching };
}

/** Returns a function that opens the page of an entry, in this tab or a new one. */
function useOpenEntry(close: () => void): (entry: PaletteEntry, inNewTab: boolean) => void {
  const navigate = useNavigate();
  const basePath = useHref("/").replace(/\/$/, "");
  return ({ path }, inNewTab) => {
    if (inNewTab) window.open(basePath + path, "_blank", "noopener");
    else void navigate(path);
    if (!inNewTab) close();
  };
}

type ResultListProps = {
  listId: string;
  groups: readonly PaletteGroup[];
  active: PaletteEntry | undefined;
  text: string;
  results: PaletteResults;
  onOpen: (entry: PaletteEntry, inNewTab: boolean) => void;
  onHover: (key: string) => void;
};

function ResultList({ listId, groups, active, text, results, onOpen, onHover }: ResultListProps) {
  const { t } = useI18n();
  const matched = results.corrected ?? parsePaletteText(text).number ?? text;
  return (
    <div className="min-h-0 grow overflow-y-auto py-2" tabIndex={-1}>
      {results.corrected === null ? null : (
        <p className="flex items-center gap-1.5 px-4.5 pt-1 text-xs text-ink-2">
          <Keyboard size={16} aria-hidden className="text-ink-3" />
          {t("palette.corrected", { text: results.corrected })}
        </p>
      )}
      <div role="listbox" id={listId} aria-label={t("palette.results")}>
        {groups.map(({ key: groupKey, name, entries }) => (
          <div key={groupKey} role="group" aria-label={name}>
            <p aria-hidden className="px-4.5 pt-2.5 pb-1 text-xs font-medium text-ink-2">
              {name}
            </p>
            {entries.map((entry) => (
              <Option
                key={entry.key}
                id={`${listId} ${entry.key}`.replaceAll(/[^\w-]/g, "_")}
                entry={entry}
                isActive={entry === active}
                matched={matched}
                onOpen={(inNewTab) => onOpen(entry, inNewTab)}
                onHover={() => onHover(entry.key)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

type OptionProps = {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  /** What was searched for. */
  matched: string;
  onOpen: (inNewTab: boolean) => void;
  onHover: () => void;
};

function Option({ id, entry, isActive, matched, onOpen, onHover }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const Icon = icons[entry.icon];
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onHover}
      // The focus stays in the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      className={`mx-1.5 flex min-h-11 cursor-default items-center gap-3 rounded-md px-3 desk:min-h-10 ${isActive ? "bg-press" : ""}`}
    >
      {entry.image ? (
        <img src={entry.image} alt="" width={24} height={24} className="size-6 shrink-0 rounded-sm object-cover" />
      ) : (
        <Icon size={18} strokeWidth={1.5} aria-hidden className="mx-0.5 shrink-0 text-ink-2" />
      )}
      <span className="min-w-0 grow truncate">
        <Marked text={entry.name} matched={matched} isStrong={entry.icon === "order"} />{" "}
        <span className="text-ink-3">{entry.details}</span>{" "}
        {entry.code ? (
          <span className="code text-ink-3">
            <Marked text={entry.code} matched={matched} />
          </span>
        ) : null}
      </span>
      {entry.end ? (
        <span className={`shrink-0 text-xs ${entry.isWarning ? "font-medium text-yamabuki-800" : "text-ink-3"}`}>
          {entry.end}
        </span>
      ) : null}
      {isActive ? <CornerDownLeft size={14} aria-hidden className="shrink-0 text-ink-3 max-desk:hidden" /> : null}
    </div>
  );
}

/** A text with the part that was searched for underlined. */
function Marked({ text, matched, isStrong }: { text: string; matched: string; isStrong?: boolean }) {
  const [start, end] = findMatch(text, matched) ?? [0, 0];
  return (
    <span className={isStrong ? "font-medium" : undefined}>
      {text.slice(0, start)}
      {end > start ? (
        <mark className="bg-transparent font-semibold text-inherit underline decoration-yamabuki-300 decoration-2 underline-offset-2">
          {text.slice(start, end)}
        </mark>
      ) : null}
      {text.slice(end)}
    </span>
  );
}

type PaletteStatusProps = { count: number; isSearching: boolean; isEmpty: boolean };

/** How many entries there are, for screen readers; hints for everybody. */
function PaletteStatus({ count, isSearching, isEmpty }: PaletteStatusProps) {
  const { t } = useI18n();
  const isNothingFound = count === 0 && !isSearching && !isEmpty;
  return (
    <>
      <div role="status" className={isNothingFound ? "px-4.5 pb-6 text-center" : "sr-only"}>
        {isNothingFound ? (
          <>
            <p className="font-medium">{t("palette.none")}</p>
            <p className="mt-1 text-xs text-ink-2">{t("palette.none_text")}</p>
          </>
        ) : (
          t(isSearching ? "palette.searching" : "palette.count", { count })
        )}
      </div>
      <p className="hidden items-center gap-4 border-t border-hair px-4.5 py-2.5 text-xs text-ink-3 desk:flex">
        <span className="flex items-center gap-1">
          <Key>↑</Key>
          <Key>↓</Key> {t("palette.move")}
        </span>
        <span className="flex items-center gap-1.5">
          <Key>Ctrl Enter</Key> {t("palette.new_tab")}
        </span>
        <span className="ml-auto">{isSearching ? t("palette.searching") : t("palette.hint")}</span>
      </p>
    </>
  );
}
