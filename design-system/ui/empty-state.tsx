import type { ReactNode } from "react";

/** An empty state: an icon, one heading, one sentence, at most one action. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center rounded-md border border-line bg-surface px-6 py-12 text-center lg:py-16">
      <span className="grid size-14 place-items-center rounded-full bg-tokiwa-50 text-tokiwa-700">{icon}</span>
      <h2 className="mt-4 text-2xl">{title}</h2>
      {children ? <p className="mt-2 max-w-sm text-base text-ink-2">{children}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}
