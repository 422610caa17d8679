/** A cart line; price and weight are of one piece, in kopecks and grams. */
export type SplitLine = { id: string; priceRubMinor: number; qty: number; weightG: number };

export type SplitRules = Readonly<{
  /** The largest duty-free value of one parcel, in kopecks. */
  limitRubMinor: number;
  /** Whether goods of this weight (grams, without the carton) are within the weight limit. */
  fitsWeight: (goodsWeightG: number) => boolean;
  /** The price of delivery of a parcel of this value, in kopecks. */
  deliveryRubMinor: (productsRubMinor: number) => number;
}>;

export type SplitPart = {
  lines: { id: string; qty: number }[];
  productsRubMinor: number;
  goodsWeightG: number;
  deliveryRubMinor: number;
};

/** Maximum number of distinct sums; larger carts are counted in coarser steps, rounded up. */
const MAX_STEPS = 20_000;
/** How many of the best splits are checked against the weight limit. */
const MAX_TRIED = 50;

/**
 * Splits a cart into two duty-free orders: the cheapest to deliver, then the one that splits the fewest lines, then the
 * one with the fullest first order. Null if there is no such split.
 */
export function splitIntoTwoOrders(
  lines: readonly SplitLine[],
  rules: SplitRules,
  reachable = calculateReachableSums(lines, rules),
): [SplitPart, SplitPart] | null {
  const { deliveryRubMinor } = rules;
  const { step, steps, maxSum, splitLineCounts, piecesTaken } = reachable;
  const total = lines.reduce((sum, line, index) => sum + (steps[index] ?? 0) * line.qty, 0);
  if (total > 2 * maxSum) return null;

  const calculateDelivery = (sum: number) => deliveryRubMinor(sum * step) + deliveryRubMinor((total - sum) * step);
  const sums = Array.from({ length: maxSum + 1 }, (_, sum) => sum).filter(
    (sum) => sum > 0 && sum < total && total - sum <= maxSum && (splitLineCounts[sum] ?? UNREACHABLE) < UNREACHABLE,
  );
  const candidates = sums
    .map((sum) => ({ sum, delivery: calculateDelivery(sum), splitLineCount: splitLineCounts[sum] ?? UNREACHABLE }))
    .toSorted((a, b) => a.delivery - b.delivery || a.splitLineCount - b.splitLineCount || b.sum - a.sum);
  for (const { sum } of candidates.slice(0, MAX_TRIED)) {
    const counts = getCounts(sum, steps, piecesTaken);
    const first = buildPart(lines, counts, rules);
    const second = buildPart(lines, getRemainingCounts(lines, counts), rules);
    if (isDutyFree(first, rules) && isDutyFree(second, rules)) return [first, second];
  }
  return null;
}

/**
 * Finds the part of a cart that can stay in one duty-free order: as much value as possible, then with the fewest split
 * lines. Null if nothing can stay.
 */
export function findDutyFreePart(
  lines: readonly SplitLine[],
  rules: SplitRules,
  reachable = calculateReachableSums(lines, rules),
): { kept: SplitPart; removed: SplitPart } | null {
  const { steps, maxSum, splitLineCounts, piecesTaken } = reachable;
  const sums = Array.from({ length: maxSum }, (_, index) => maxSum - index).filter(
    (sum) => (splitLineCounts[sum] ?? UNREACHABLE) < UNREACHABLE,
  );
  for (const sum of sums.slice(0, MAX_TRIED)) {
    const counts = getCounts(sum, steps, piecesTaken);
    const kept = buildPart(lines, counts, rules);
    if (isDutyFree(kept, rules)) return { kept, removed: buildPart(lines, getRemainingCounts(lines, counts), rules) };
  }
  return null;
}

/** The number of split lines of a sum that no selection of pieces has. */
const UNREACHABLE = 65_535;

/**
 * Calculates which sums an order below the limit can have, in steps (a common divisor of all prices), as in the knapsack
 * problem. `steps` has the price of a piece of each line, `splitLineCounts` the minimum number of split lines for each
 * sum, and `piecesTaken` how many pieces of each line the best way to each sum takes.
 */
export function calculateReachableSums(lines: readonly SplitLine[], { limitRubMinor }: SplitRules) {
  const step = Math.max(calculateCommonStep(lines), Math.ceil(limitRubMinor / MAX_STEPS));
  const maxSum = Math.floor(limitRubMinor / step);
  const steps = lines.map((line) => Math.ceil(line.priceRubMinor / step));
  let splitLineCounts = new Uint16Array(maxSum + 1).fill(UNREACHABLE);
  splitLineCounts[0] = 0;
  const piecesTaken = lines.map((line, index) => {
    const next = new Uint16Array(maxSum + 1).fill(UNREACHABLE);
    const pieces = new Uint16Array(maxSum + 1);
    const price = steps[index] ?? 0;
    for (let sum = 0; sum <= maxSum; sum++) {
      const splitsBefore = splitLineCounts[sum] ?? UNREACHABLE;
      if (splitsBefore === UNREACHABLE) continue;
      for (let count = 0; count <= line.qty && sum + count * price <= maxSum; count++) {
        const reachedSum = sum + count * price;
        const splits = splitsBefore + (count > 0 && count < line.qty ? 1 : 0);
        if (splits >= (next[reachedSum] ?? 0)) continue;
        next[reachedSum] = splits;
        pieces[reachedSum] = count;
      }
    }
    splitLineCounts = next;
    return pieces;
  });
  return { step, steps, maxSum, splitLineCounts, piecesTaken };
}

/** Returns how many pieces of each line the best way to a sum takes. */
function getCounts(sum: number, steps: readonly number[], piecesTaken: readonly Uint16Array[]): number[] {
  const counts = piecesTaken.map(() => 0);
  let remaining = sum;
  for (let index = piecesTaken.length - 1; index >= 0; index--) {
    const count = piecesTaken[index]?.[remaining] ?? 0;
    counts[index] = count;
    remaining -= count * (steps[index] ?? 0);
  }
  return counts;
}

function getRemainingCounts(lines: readonly SplitLine[], counts: readonly number[]): number[] {
  return lines.map((line, index) => line.qty - (counts[index] ?? 0));
}

function isDutyFree({ productsRubMinor, goodsWeightG }: SplitPart, rules: SplitRules): boolean {
  return productsRubMinor <= rules.limitRubMinor && rules.fitsWeight(goodsWeightG);
}

/** Builds an order with a number of pieces of each line. */
function buildPart(
  lines: readonly SplitLine[],
  counts: readonly number[],
  { deliveryRubMinor }: SplitRules,
): SplitPart {
  const sumOver = (getValue: (line: SplitLine) => number) =>
    lines.reduce((total, line, index) => total + getValue(line) * (counts[index] ?? 0), 0);
  const productsRubMinor = sumOver((line) => line.priceRubMinor);
  return {
    lines: lines.flatMap(({ id }, index) => (counts[index] ? [{ id, qty: counts[index] }] : [])),
    productsRubMinor,
    goodsWeightG: sumOver((line) => line.weightG),
    deliveryRubMinor: deliveryRubMinor(productsRubMinor),
  };
}

/** Returns the greatest common divisor of all prices, in kopecks. */
function calculateCommonStep(lines: readonly SplitLine[]): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  return Math.max(
    1,
    lines.reduce((step, line) => gcd(step, line.priceRubMinor), 0),
  );
}
