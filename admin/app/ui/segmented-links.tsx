import { Link } from "react-router";

export type SegmentedLink = Readonly<{ key: string; label: string; path: string; isCurrent: boolean }>;

/** A choice between a few variants of a page, as links side by side. */
export function SegmentedLinks({ label, links }: { label: string; links: readonly SegmentedLink[] }) {
  return (
    <nav aria-label={label} className="max-w-full overflow-x-auto">
      <ul className="flex w-max rounded-md border border-control bg-card">
        {links.map(({ key, path, isCurrent, ...link }) => (
          <li key={key} className="border-l border-control first:border-l-0">
            <Link
              to={path}
              aria-current={isCurrent ? "true" : undefined}
              className="flex h-11 items-center px-3.5 font-medium whitespace-nowrap text-ink-2 outline-offset-[-2px] hover:bg-hover hover:text-ink aria-[current]:bg-mist aria-[current]:font-semibold aria-[current]:text-ink desk:h-8.5"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
