import type { ReactNode } from "react";

/** A row of the summary: a name and a formatted amount; `red` for discounts. */
export type SummaryRow = { name: string; value: string; tone?: "red" };

type SummaryProps = {
  title: string;
  rows: readonly SummaryRow[];
  totalName: string;
  total: string;
  /** Rendered below the title: controls that change the total. */
  header?: ReactNode;
  /** Rows below the total: duty and limits. */
  footerRows?: readonly SummaryRow[];
  /** Whether the amounts are being recalculated. */
  isStale: boolean;
  children: ReactNode;
};

/** Order summary: beside the page from `lg`, at its end on small screens. */
export function Summary({ title, header, rows, totalName, total, footerRows = [], isStale, children }: SummaryProps) {
  return (
    <aside
      aria-labelledby="summary-title"
      aria-busy={isStale || undefined}
      className="mt-3 bg-surface px-4 py-7 lg:sticky lg:top-[133px] lg:mt-0 lg:rounded-md lg:border lg:border-line lg:p-7"
    >
      <h2 id="summary-title" className="text-2xl">
        {title}
      </h2>
      {header}
      <dl className={`num mt-4 space-y-2.5 text-sm transition-opacity ${isStale ? "opacity-50" : ""}`}>
        {rows.map((row) => (
          <Row key={row.name} {...row} />
        ))}
        <div className="mt-4 flex items-baseline justify-between gap-3 border-t border-line pt-4" aria-live="polite">
          <dt className="font-display text-xl font-semibold">{totalName}</dt>
          <dd className="price text-3xl">{total}</dd>
        </div>
        {footerRows.map((row) => (
          <Row key={row.name} {...row} />
        ))}
      </dl>
      {children}
    </aside>
  );
}

function Row({ name, value, tone }: SummaryRow) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className={`text-right font-medium whitespace-nowrap ${tone === "red" ? "text-beni-600" : ""}`}>{value}</dd>
    </div>
  );
}
