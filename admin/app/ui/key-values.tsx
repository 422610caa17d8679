import type { ReactNode } from "react";

/** Names with their values at the right. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className="grid gap-y-1.5">{children}</dl>;
}

/** A name with its value; nothing without a value. */
export function KeyValue({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere text-right">{children}</dd>
    </div>
  );
}
