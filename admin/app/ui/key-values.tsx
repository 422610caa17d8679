import type { ReactNode } from "react";

/** Names with their values at the right. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">{children}</dl>;
}

/** A name with its value; nothing without a value. */
export function KeyValue({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}
