/**
 * Parts of an amount in proportion to weights, which add up to it exactly: each share is rounded down to whole steps,
 * and the steps left over go to the largest remainders, the earlier first.
 * @param amount a multiple of `step`, at most the sum of the weights.
 * @param weights multiples of `step`, zero or more; no part is larger than its weight.
 * @param step the smallest sum that is named, in minor units.
 */
export function spread(amount: number, weights: readonly number[], step: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (amount === 0 || sum === 0) return weights.map(() => 0);
  const steps = BigInt(amount / step);
  const whole = BigInt(sum);
  const shares = weights.map((weight, at) => {
    const exact = steps * BigInt(weight);
    return { at, floor: Number(exact / whole), rest: exact % whole };
  });
  const left = amount / step - shares.reduce((total, share) => total + share.floor, 0);
  const first = shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1)).slice(0, left);
  const lucky = new Set(first.map((share) => share.at));
  return shares.map(({ at, floor }) => (floor + (lucky.has(at) ? 1 : 0)) * step);
}
