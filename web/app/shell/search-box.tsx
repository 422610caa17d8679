import { ArrowLeft, Search } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ahead } from "../lib/ahead.ts";
import { useShop } from "../lib/shop.tsx";
import type { Listbox } from "../search/search-panel.tsx";
import { SHORTEST_SEARCH, searchPath } from "../search/search-path.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const loadPanel = () => import("../search/search-panel.tsx");
const SearchPanel = lazy(async () => ({ default: (await loadPanel()).SearchPanel }));

type SearchBoxProps = {
  id: string;
  value?: string;
  short?: boolean;
  /** Name of the landmark where a page has one more. */
  name?: string;
};

const panelClass =
  "overflow-y-auto overscroll-contain max-lg:grow lg:absolute lg:inset-x-0 lg:top-full lg:z-40 lg:mt-2 lg:max-h-[calc(100dvh-7rem)] lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:shadow-pop";

/**
 * The search form. Shorter than three characters it says so and stays (spec §5); without a script the browser does.
 * With the focus it opens a panel of earlier searches and suggestions, on phones as a layer over the page.
 */
export function SearchBox({ id, value = "", short, name }: SearchBoxProps) {
  const { t, to } = useShop();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [hint, setHint] = useState(false);
  /** What stands in the field while the panel is open. */
  const [typed, setTyped] = useState<string | null>(null);
  const [listbox, setListbox] = useState<Listbox | null>(null);
  const close = useCallback(() => setTyped(null), []);
  const isOpen = typed !== null;
  // Entered before the page was alive.
  useEffect(() => {
    if (input.current && input.current === document.activeElement) setTyped(input.current.value);
  }, []);
  // From the first moment on, whether the panel is there or still on its way.
  useEffect(() => {
    if (!isOpen) return;
    const onElsewhere = (event: Event) => {
      if (!form.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, [isOpen, close]);
  const hintId = `${id}-hint`;
  return (
    <form
      ref={form}
      role="search"
      aria-label={name}
      action={to("/product_search")}
      data-searching={isOpen ? "" : undefined}
      className={`relative grow ${isOpen ? "max-lg:fixed max-lg:inset-0 max-lg:z-50 max-lg:flex max-lg:flex-col max-lg:bg-surface" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        const entered = new FormData(event.currentTarget).get("q");
        const q = typeof entered === "string" ? entered.trim() : "";
        setHint(q.length < SHORTEST_SEARCH);
        if (q.length < SHORTEST_SEARCH) return;
        close();
        void import("../search/history.ts").then(({ rememberSearch }) => rememberSearch(q));
        void navigate(to(searchPath(q)));
      }}
    >
      <div
        className={`flex items-center ${isOpen ? "max-lg:border-b max-lg:border-line max-lg:py-2 max-lg:pr-4 max-lg:pl-1.5" : ""}`}
      >
        {isOpen ? (
          <IconButton
            label={t("search.close")}
            icon={<ArrowLeft size={22} aria-hidden />}
            onClick={close}
            className="lg:hidden"
          />
        ) : null}
        <div className="relative grow">
          <label className="sr-only" htmlFor={id}>
            {t("search.label")}
          </label>
          <input
            key={value}
            ref={input}
            id={id}
            name="q"
            role="combobox"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={listbox !== null}
            aria-controls={listbox?.id}
            aria-activedescendant={listbox?.active}
            inputMode="search"
            enterKeyHint="search"
            defaultValue={value}
            minLength={SHORTEST_SEARCH}
            required
            autoComplete="off"
            placeholder={t(short ? "search.placeholder_short" : "search.placeholder")}
            aria-describedby={hint ? hintId : undefined}
            onInvalid={(event) => {
              event.preventDefault();
              setHint(true);
            }}
            {...ahead(loadPanel)}
            onFocus={(event) => setTyped(event.currentTarget.value)}
            onClick={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown") setTyped(event.currentTarget.value);
            }}
            onInput={(event) => {
              setHint(false);
              setTyped(event.currentTarget.value);
            }}
            className="h-11 w-full rounded-md border border-line-strong bg-surface pr-12 pl-4 text-base text-ink lg:h-12"
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
      {hint ? (
        <p
          id={hintId}
          role="status"
          className="absolute inset-x-0 top-full z-50 mt-2 rounded-md border border-line bg-surface px-4 py-3 text-left text-sm text-ink-2 shadow-pop in-data-searching:max-lg:inset-x-4 in-data-searching:max-lg:top-14"
        >
          {t("search.too_short")}
        </p>
      ) : null}
      {isOpen ? (
        <Suspense
          fallback={
            typed.trim().length < SHORTEST_SEARCH ? null : (
              <div className={`${panelClass} p-5`}>
                <Skeleton rows={4} />
              </div>
            )
          }
        >
          <SearchPanel form={form} typed={typed} onListbox={setListbox} onClose={close} className={panelClass} />
        </Suspense>
      ) : null}
    </form>
  );
}
