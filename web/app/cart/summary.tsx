import type { ReactNode } from "react";

export type SumRow = { name: string; value: string; tone?: "red" };

type SummaryProps = {
  title: string;
  rows: readonly SumRow[];
  totalName: string;
  total: string;
  /** Under the title: what changes the sums. */
  above?: ReactNode;
  /** Between the total and what follows: duty, limits. */
  below?: readonly SumRow[];
  /** The shown sums are being worked out anew. */
  stale?: boolean;
  children: ReactNode;
};

/** What it costs, and the way on: beside the page from `lg`, at its end on phones. */
export function Summary({ title, above, rows, totalName, total, below = [], stale, children }: SummaryProps) {
  return (
    <aside
      aria-labelledby="summary-title"
      aria-busy={stale || undefined}
      className="mt-3 bg-surface px-4 py-7 lg:sticky lg:top-[133px] lg:mt-0 lg:rounded-md lg:border lg:border-line lg:p-7"
    >
      <h2 id="summary-title" className="text-2xl">
        {title}
      </h2>
      {above}
      <dl className={`num mt-4 space-y-2.5 text-sm transition-opacity ${stale ? "opacity-50" : ""}`}>
        {rows.map((row) => (
          <Row key={row.name} {...row} />
        ))}
        <div className="mt-4 flex items-baseline justify-between gap-3 border-t border-line pt-4" aria-live="polite">
          <dt className="font-display text-xl font-semibold">{totalName}</dt>
          <dd className="price text-3xl">{total}</dd>
        </div>
        {below.map((row) => (
          <Row key={row.name} {...row} />
        ))}
      </dl>
      {children}
    </aside>
  );
}

function Row({ name, value, tone }: SumRow) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className={`text-right font-medium whitespace-nowrap ${tone === "red" ? "text-beni-600" : ""}`}>{value}</dd>
    </div>
  );
}
