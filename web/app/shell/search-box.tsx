import { Search } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useShop } from "../lib/shop.tsx";

export const SHORTEST_SEARCH = 3; // spec §9

type SearchBoxProps = {
  id: string;
  value?: string;
  short?: boolean;
  /** Name of the landmark where a page has one more. */
  name?: string;
};

/** The search form. Shorter than three characters it says so and stays (spec §5); without a script the browser does. */
export function SearchBox({ id, value = "", short, name }: SearchBoxProps) {
  const { t, to } = useShop();
  const navigate = useNavigate();
  const [hint, setHint] = useState(false);
  const hintId = `${id}-hint`;
  return (
    <form
      role="search"
      aria-label={name}
      action={to("/product_search")}
      className="relative grow"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("q");
        const q = typeof typed === "string" ? typed.trim() : "";
        setHint(q.length < SHORTEST_SEARCH);
        if (q.length >= SHORTEST_SEARCH) void navigate(to(`/product_search?q=${encodeURIComponent(q)}`));
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {t("search.label")}
      </label>
      <input
        key={value}
        id={id}
        name="q"
        type="search"
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
        onInput={() => setHint(false)}
        className="h-11 w-full rounded-md border border-line-strong bg-surface pr-12 pl-4 text-base text-ink lg:h-12"
      />
      <button
        type="submit"
        aria-label={t("search.submit")}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center text-tokiwa-700"
      >
        <Search size={20} aria-hidden />
      </button>
      {hint ? (
        <p
          id={hintId}
          role="status"
          className="absolute inset-x-0 top-full z-40 mt-2 rounded-md border border-line bg-surface px-4 py-3 text-left text-sm text-ink-2 shadow-pop"
        >
          {t("search.too_short")}
        </p>
      ) : null}
    </form>
  );
}
