import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";

const DELAY_MS = 250;

type ItemSearchProps<Found extends { items: readonly Item[] }, Item> = {
  label: string;
  /** The path that finds items, without `q`. */
  path: string;
  getKey: (item: Item) => string;
  isDisabled?: (item: Item) => boolean;
  onAdd: (item: Item) => void;
  /** Renders an item of what was found. */
  renderItem: (item: Item, found: Found) => ReactNode;
};

/** A search field inside a form, below which the found items are buttons that add them. */
export function ItemSearch<Found extends { items: readonly Item[] }, Item = Found["items"][number]>({
  label,
  path,
  getKey,
  isDisabled = () => false,
  onAdd,
  renderItem,
}: ItemSearchProps<Found, Item>) {
  const { t } = useI18n();
  const [q, setQ] = useState("");
  const { load, data, state } = useFetcher<Found>();
  useEffect(() => {
    if (q.trim() === "") return undefined;
    const url = `${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q.trim())}`;
    const timer = setTimeout(() => void load(url), DELAY_MS);
    return () => clearTimeout(timer);
  }, [q, path, load]);
  const found = q.trim() === "" ? undefined : (data as Found | undefined);
  const add = (item: Item) => {
    onAdd(item);
    setQ("");
  };
  return (
    <div className="border-t border-hair px-4 py-2.5">
      <label className="relative block">
        <span className="sr-only">{label}</span>
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
        />
        <input
          type="search"
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          onKeyDown={(event) => {
            // The field is inside the form of the page.
            if (event.key === "Enter") event.preventDefault();
          }}
          placeholder={label}
          autoComplete="off"
          className="h-11 w-full rounded-md border border-line-strong bg-card pr-3 pl-9 text-base placeholder:text-ink-3 desk:h-9 desk:text-sm"
        />
      </label>
      <p role="status" className="sr-only">
        {found && state === "idle" ? t("item_search.found", { count: found.items.length }) : ""}
      </p>
      {found ? (
        <ul className="mt-2 divide-y divide-hair rounded-md border border-hair">
          {found.items.map((item) => (
            <li key={getKey(item)}>
              <button
                type="button"
                onClick={() => add(item)}
                disabled={isDisabled(item)}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-hover disabled:text-ink-3"
              >
                {renderItem(item, found)}
              </button>
            </li>
          ))}
          {found.items.length === 0 ? <li className="px-3 py-2 text-ink-3">{t("item_search.nothing_found")}</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
