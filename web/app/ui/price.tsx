/** A price, and the price before it fell. The texts come formatted. */
export function Price({
  now,
  was,
  wasLabel,
  className = "text-xl",
}: {
  now: string;
  was?: string | undefined;
  wasLabel: string;
  className?: string;
}) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className={`price ${className} ${was ? "text-beni-600" : "text-ink"}`}>{now}</span>
      {was ? (
        <s className="num text-sm whitespace-nowrap text-ink-3">
          <span className="sr-only">{wasLabel} </span>
          {was}
        </s>
      ) : null}
    </span>
  );
}
