import type { ReactNode } from "react";

/** Shown instead of the rows of an empty list: an icon, a heading, a sentence and at most two actions. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 pt-14 pb-16 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-mist text-ink-2">{icon}</span>
      <h2 className="text-heading">{title}</h2>
      <p className="max-w-[460px] text-balance text-ink-2">{children}</p>
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
