import { ArrowLeft, Search } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { useNavigate } from "react-router";
import { usePageValue } from "@furoshiki/design-system/browser/use-page-value.ts";
import { getFormValue } from "../../forms/form-result.ts";
import { prefetchOnIntent } from "../../navigation/prefetch-on-intent.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { Listbox } from "../../search/search-panel.tsx";
import { MIN_SEARCH_LENGTH, getSearchPath } from "../../search/search-path.ts";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const loadPanel = () => import("../../search/search-panel.tsx");
const SearchPanel = lazy(async () => ({ default: (await loadPanel()).SearchPanel }));

type SearchBoxProps = {
  id: string;
  value?: string;
  isCompact?: boolean;
  /** The label of the search landmark if a page has more than one. */
  landmarkLabel?: string;
};

const panelClass =
  "overflow-y-auto overscroll-contain max-lg:grow lg:absolute lg:inset-x-0 lg:top-full lg:z-40 lg:mt-2 lg:max-h-[calc(100dvh-7rem)] lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:shadow-overlay";

/**
 * The search form. A query shorter than three characters shows a hint and is not submitted; without JavaScript the
 * browser validates it. On focus it opens a panel with recent searches and suggestions, on phones as a full-screen
 * layer.
 */
export function SearchBox({ id, value = "", isCompact, landmarkLabel }: SearchBoxProps) {
  const { t, to } = useI18n();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [isHintShown, setHintShown] = useState(false);
  /** The value of the input while the panel is open; null while it is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [listbox, setListbox] = useState<Listbox | null>(null);
  const { field, onEdit, onLeave } = usePageValue(value);
  const close = useCallback(() => setQuery(null), []);
  const leave = useCallback(() => {
    onLeave();
    close();
  }, [onLeave, close]);
  const isOpen = query !== null;
  useCloseOutside(form, isOpen, leave);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = getFormValue(new FormData(event.currentTarget), "q").trim();
    setHintShown(q.length < MIN_SEARCH_LENGTH);
    if (q.length < MIN_SEARCH_LENGTH) return;
    leave();
    void import("../../search/search-history.ts").then(({ saveSearch }) => saveSearch(q));
    void navigate(to(getSearchPath(q)));
  };
  const hintId = `${id}-hint`;
  return (
    <form
      ref={form}
      role="search"
      aria-label={landmarkLabel}
      action={to("/product_search")}
      data-searching={isOpen ? "" : undefined}
      className={`relative grow ${isOpen ? "max-lg:fixed max-lg:inset-0 max-lg:z-50 max-lg:flex max-lg:flex-col max-lg:bg-surface" : ""}`}
      onSubmit={submit}
    >
      <div
        className={`flex items-center ${isOpen ? "max-lg:border-b max-lg:border-line max-lg:py-2 max-lg:pr-4 max-lg:pl-1.5" : ""}`}
      >
        {isOpen ? (
          <IconButton
            label={t("search.close")}
            icon={<ArrowLeft size={22} aria-hidden />}
            onClick={leave}
            className="lg:hidden"
          />
        ) : null}
        <div className="relative grow">
          <SearchField
            id={id}
            input={field}
            defaultValue={value}
            placeholder={t(isCompact ? "search.placeholder_short" : "search.placeholder")}
            listbox={listbox}
            hintId={isHintShown ? hintId : undefined}
            onHintChange={setHintShown}
            onEdit={onEdit}
            onOpen={setQuery}
          />
          <button
            type="submit"
            aria-label={t("search.submit")}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center text-tokiwa-700"
          >
            <Search size={20} aria-hidden />
          </button>
        </div>
      </div>
      {isHintShown ? <TooShortHint id={hintId} /> : null}
      {isOpen ? (
        <Suspense fallback={<PanelSkeleton />}>
          <SearchPanel
            form={form}
            query={query}
            onListboxChange={setListbox}
            onFollow={onLeave}
            onClose={close}
            className={panelClass}
          />
        </Suspense>
      ) : null}
    </form>
  );
}

type SearchFieldProps = {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  defaultValue: string;
  placeholder: string;
  /** The open list of suggestions. */
  listbox: Listbox | null;
  /** Id of the hint that the query is too short, while it is shown. */
  hintId: string | undefined;
  onHintChange: (isShown: boolean) => void;
  onEdit: () => void;
  /** Called with the text of the field when the panel is to be open, and when it changes. */
  onOpen: (query: string) => void;
};

/** The field: a combobox whose list is in the panel. */
function SearchField(props: SearchFieldProps) {
  const { id, input, defaultValue, placeholder, listbox, hintId, onHintChange, onEdit, onOpen } = props;
  const { t } = useI18n();
  // The input was focused before hydration.
  useEffect(() => {
    if (input.current && input.current === document.activeElement) onOpen(input.current.value);
  }, [input, onOpen]);
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        {t("search.label")}
      </label>
      <input
        ref={input}
        id={id}
        name="q"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={listbox !== null}
        aria-controls={listbox?.id}
        aria-activedescendant={listbox?.activeId}
        inputMode="search"
        enterKeyHint="search"
        defaultValue={defaultValue}
        minLength={MIN_SEARCH_LENGTH}
        required
        autoComplete="off"
        placeholder={placeholder}
        aria-describedby={hintId}
        onInvalid={(event) => {
          event.preventDefault();
          onHintChange(true);
        }}
        {...prefetchOnIntent(loadPanel)}
        onFocus={(event) => onOpen(event.currentTarget.value)}
        onClick={(event) => onOpen(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") onOpen(event.currentTarget.value);
        }}
        onInput={(event) => {
          onEdit();
          onHintChange(false);
          onOpen(event.currentTarget.value);
        }}
        className="h-11 w-full rounded-md border border-line-strong bg-surface pr-12 pl-4 text-base text-ink lg:h-12"
      />
    </>
  );
}

/** Shown while the panel loads. */
function PanelSkeleton() {
  return (
    <div className={`${panelClass} p-5`}>
      <Skeleton rows={4} />
    </div>
  );
}

/** Calls `close` when a pointer or the focus leaves the form, while it is open: also while the panel is still loading. */
function useCloseOutside(form: RefObject<HTMLFormElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!form.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [form, isOpen, close]);
}

function TooShortHint({ id }: { id: string }) {
  const { t } = useI18n();
  return (
    <p
      id={id}
      role="status"
      className="absolute inset-x-0 top-full z-50 mt-2 rounded-md border border-line bg-surface px-4 py-3 text-left text-sm text-ink-2 shadow-overlay in-data-searching:max-lg:inset-x-4 in-data-searching:max-lg:top-14"
    >
      {t("search.too_short")}
    </p>
  );
}
