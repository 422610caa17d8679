import { Link } from "react-router";

/** Two or three short filters, each a link. */
export function SegmentedControl({
  label,
  items,
}: {
  label: string;
  items: ReadonlyArray<{ name: string; href: string; count?: number; current: boolean }>;
}) {
  return (
    <nav aria-label={label} className="inline-flex w-full rounded-md bg-mist p-1 lg:w-auto">
      {items.map(({ name, href, count, current }) => (
        <Link
          key={href}
          to={href}
          aria-current={current ? "page" : undefined}
          className={`flex h-9 flex-1 items-center justify-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap sm:px-3 lg:px-4 ${current ? "bg-surface font-semibold text-ink shadow-raised" : "text-ink-2 hover:text-ink"}`}
        >
          {name}
          {count === undefined ? null : <span className="num text-xs text-ink-3">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
