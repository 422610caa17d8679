type PriceProps = {
  /** Texts, already formatted. */
  now: string;
  was?: string | undefined;
  /** Said before the old price, for readers. */
  wasLabel: string;
  className?: string;
  wasClass?: string;
};

/** A price, and beside it the price before it fell. */
export function Price({ now, was, wasLabel, className = "text-xl", wasClass = "text-sm" }: PriceProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={`price ${className} ${was ? "text-beni-600" : "text-ink"}`}>{now}</span>
      {was ? (
        <s className={`num whitespace-nowrap text-ink-3 ${wasClass}`}>
          <span className="sr-only">{wasLabel} </span>
          {was}
        </s>
      ) : null}
    </p>
  );
}
