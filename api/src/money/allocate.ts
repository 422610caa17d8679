/**
 * Allocates an amount in proportion to weights. The parts add up to it exactly: each share is rounded down to whole
 * steps, and the remaining steps go to the largest remainders, earlier ones first.
 * @param amount a multiple of `step`, at most the sum of the weights
 * @param weights multiples of `step`, zero or more; no part is larger than its weight
 * @param step the smallest displayed amount, in minor units
 */
export function allocate(amount: number, weights: readonly number[], step: number): number[] {
  const totalWeight = weights.reduce((total, weight) => total + weight, 0);
  if (amount === 0 || totalWeight === 0) return weights.map(() => 0);
  const steps = BigInt(amount / step);
  const divisor = BigInt(totalWeight);
  const shares = weights.map((weight, index) => {
    const dividend = steps * BigInt(weight);
    return { index, floor: Number(dividend / divisor), remainder: dividend % divisor };
  });
  const remainingSteps = amount / step - shares.reduce((total, share) => total + share.floor, 0);
  const largestRemainders = shares
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, remainingSteps);
  const roundedUp = new Set(largestRemainders.map((share) => share.index));
  return shares.map(({ index, floor }) => (floor + (roundedUp.has(index) ? 1 : 0)) * step);
}
