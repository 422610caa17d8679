/** A line of a cart; its price and weight are of one piece, in kopecks and grams. */
export type SplitLine = { id: string; priceRubMinor: number; qty: number; weightG: number };

export type SplitRules = Readonly<{
  /** The largest value of one parcel that is free of duty, in kopecks. */
  limitRubMinor: number;
  /** Whether goods of this weight (grams, without the carton) stay below the limit by weight. */
  fitsWeight: (goodsWeightG: number) => boolean;
  /** What delivery of a parcel of this value costs, in kopecks. */
  deliveryRubMinor: (productsRubMinor: number) => number;
}>;

export type SplitPart = {
  lines: { id: string; qty: number }[];
  productsRubMinor: number;
  goodsWeightG: number;
  deliveryRubMinor: number;
};

/** So many sums are told apart at most; dearer carts are counted in coarser steps, rounded against the shopper. */
const MOST_STEPS = 20_000;
/** So many of the best divisions are tried against the limit by weight. */
const MOST_TRIED = 50;

/**
 * Divides a cart into two orders that each stay free of duty: the cheapest to deliver, then the one that tears the fewest
 * lines apart, then the fullest first order. Null where there is no such division.
 */
export function splitInTwo(
  lines: readonly SplitLine[],
  rules: SplitRules,
  sumsBelow = reachableSums(lines, rules),
): [SplitPart, SplitPart] | null {
  const { limitRubMinor, deliveryRubMinor } = rules;
  const { step, steps, most, torn, taken } = sumsBelow;
  const total = lines.reduce((sum, line, at) => sum + (steps[at] ?? 0) * line.qty, 0);
  if (total > 2 * most) return null;

  const delivery = (sum: number) => deliveryRubMinor(sum * step) + deliveryRubMinor((total - sum) * step);
  const sums = Array.from({ length: most + 1 }, (_, sum) => sum).filter(
    (sum) => sum > 0 && sum < total && total - sum <= most && (torn[sum] ?? NEVER) < NEVER,
  );
  const best = sums
    .map((sum) => ({ sum, delivery: delivery(sum), torn: torn[sum] ?? NEVER }))
    .toSorted((a, b) => a.delivery - b.delivery || a.torn - b.torn || b.sum - a.sum);
  for (const { sum } of best.slice(0, MOST_TRIED)) {
    const counts = countsFor(sum, steps, taken);
    const parts = [
      partOf(lines, counts, rules),
      partOf(
        lines,
        lines.map((line, at) => line.qty - (counts[at] ?? 0)),
        rules,
      ),
    ];
    const [first, second] = parts;
    if (
      first &&
      second &&
      parts.every((part) => part.productsRubMinor <= limitRubMinor && rules.fitsWeight(part.goodsWeightG))
    )
      return [first, second];
  }
  return null;
}

/**
 * What of a cart can stay in one order free of duty: as much of it by value as there is, then what tears the fewest lines
 * apart. Null where nothing can.
 */
export function partBelow(
  lines: readonly SplitLine[],
  rules: SplitRules,
  sumsBelow = reachableSums(lines, rules),
): { kept: SplitPart; left: SplitPart } | null {
  const { steps, most, torn, taken } = sumsBelow;
  const sums = Array.from({ length: most }, (_, at) => most - at).filter((sum) => (torn[sum] ?? NEVER) < NEVER);
  for (const sum of sums.slice(0, MOST_TRIED)) {
    const counts = countsFor(sum, steps, taken);
    const kept = partOf(lines, counts, rules);
    if (kept.productsRubMinor > rules.limitRubMinor || !rules.fitsWeight(kept.goodsWeightG)) continue;
    const rest = lines.map((line, at) => line.qty - (counts[at] ?? 0));
    return { kept, left: partOf(lines, rest, rules) };
  }
  return null;
}

const NEVER = 65_535;

/**
 * Which sums an order below the limit can have, in steps that every price is counted in: `torn` the fewest lines torn apart for it, `taken` how many pieces of each line
 * the best way to it takes.
 */
export function reachableSums(lines: readonly SplitLine[], { limitRubMinor }: SplitRules) {
  const step = Math.max(commonStep(lines), Math.ceil(limitRubMinor / MOST_STEPS));
  const most = Math.floor(limitRubMinor / step);
  const steps = lines.map((line) => Math.ceil(line.priceRubMinor / step));
  let torn = new Uint16Array(most + 1).fill(NEVER);
  torn[0] = 0;
  const taken = lines.map((line, at) => {
    const next = new Uint16Array(most + 1).fill(NEVER);
    const pieces = new Uint16Array(most + 1);
    const price = steps[at] ?? 0;
    for (let sum = 0; sum <= most; sum++) {
      const before = torn[sum] ?? NEVER;
      if (before === NEVER) continue;
      for (let count = 0; count <= line.qty && sum + count * price <= most; count++) {
        const reached = sum + count * price;
        const tears = before + (count > 0 && count < line.qty ? 1 : 0);
        if (tears >= (next[reached] ?? 0)) continue;
        next[reached] = tears;
        pieces[reached] = count;
      }
    }
    torn = next;
    return pieces;
  });
  return { step, steps, most, torn, taken };
}

/** How many pieces of each line the best way to a sum takes. */
function countsFor(sum: number, steps: readonly number[], taken: readonly Uint16Array[]): number[] {
  const counts = taken.map(() => 0);
  let left = sum;
  for (let at = taken.length - 1; at >= 0; at--) {
    const count = taken[at]?.[left] ?? 0;
    counts[at] = count;
    left -= count * (steps[at] ?? 0);
  }
  return counts;
}

function partOf(lines: readonly SplitLine[], counts: readonly number[], { deliveryRubMinor }: SplitRules): SplitPart {
  const sum = (of: (line: SplitLine) => number) =>
    lines.reduce((whole, line, at) => whole + of(line) * (counts[at] ?? 0), 0);
  const productsRubMinor = sum((line) => line.priceRubMinor);
  return {
    lines: lines.flatMap(({ id }, at) => (counts[at] ? [{ id, qty: counts[at] }] : [])),
    productsRubMinor,
    goodsWeightG: sum((line) => line.weightG),
    deliveryRubMinor: deliveryRubMinor(productsRubMinor),
  };
}

/** The largest sum that every price is a multiple of. */
function commonStep(lines: readonly SplitLine[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return Math.max(
    1,
    lines.reduce((step, line) => divisor(step, line.priceRubMinor), 0),
  );
}
