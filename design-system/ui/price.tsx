type PriceProps = {
  /** A formatted price, as is `referencePrice`. */
  currentPrice: string;
  referencePrice?: string | undefined;
  /** Read before the reference price by screen readers. */
  referencePriceLabel: string;
  className?: string;
  referencePriceClass?: string;
};

/** A price, and beside it the reference price if it was reduced. */
export function Price({
  currentPrice,
  referencePrice,
  referencePriceLabel,
  className = "text-xl",
  referencePriceClass = "text-sm",
}: PriceProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={`price ${className} ${referencePrice ? "text-beni-600" : "text-ink"}`}>{currentPrice}</span>
      {referencePrice ? (
        <s className={`num whitespace-nowrap text-ink-3 ${referencePriceClass}`}>
          <span className="sr-only">{referencePriceLabel} </span>
          {referencePrice}
        </s>
      ) : null}
    </p>
  );
}
