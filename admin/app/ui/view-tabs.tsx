import type { ReactNode } from "react";
import { Link } from "react-router";

export type ViewTab = Readonly<{
  key: string;
  label: string;
  path: string;
  /** The number of records, as text; null if it is not known. */
  count: string | null;
  isCurrent: boolean;
  /** Whether the view should be empty: its count is red. */
  isAlert?: boolean;
}>;

/** The saved views of a list as tabs. */
export function ViewTabs({
  label,
  tabs,
  children,
}: {
  label: string;
  tabs: readonly ViewTab[];
  /** What can be done with the views, after the tabs. */
  children?: ReactNode;
}) {
  return (
    <div className="mt-2 flex overflow-x-auto border-b border-edge px-2 desk:mx-6 desk:mt-3 desk:px-0">
      <nav aria-label={label}>
        <ul className="flex w-max items-center gap-1">
          {tabs.map(({ key, path, isCurrent, ...tab }) => (
            <li key={key}>
              <Link
                to={path}
                aria-current={isCurrent ? "page" : undefined}
                className="relative flex h-11 items-center gap-1.5 rounded-t-md px-2.5 font-medium whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-1 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-ink desk:h-9"
              >
                {tab.label}
                {tab.count === null ? null : (
                  <span
                    className={`text-2xs ${tab.isAlert ? "font-semibold text-beni-600" : "font-medium text-ink-3"}`}
                  >
                    {tab.count}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
