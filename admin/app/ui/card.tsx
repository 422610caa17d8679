import { useId, type ReactNode } from "react";

/** A titled section of a page. `note` is shown beside the title, `actions` at the right end. */
export function Card({
  title,
  note,
  actions,
  isFlush = false,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Whether the content has no padding, because its rows reach the edges. */
  isFlush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-edge bg-card">
      <header className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-2">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {note ? <span className="text-xs text-ink-3">{note}</span> : null}
        {actions ? <div className="ml-auto flex items-center gap-1.5">{actions}</div> : null}
      </header>
      <div className={isFlush ? "pt-1.5" : "px-4 pt-1.5 pb-4"}>{children}</div>
    </section>
  );
}
