/** What is on the shelf of a variant, and what a piece of it cost on average; null if that is not known. */
type Shelf = Readonly<{ on_hand: number; cost_minor: number | null; currency: string | null }>;
/** Pieces that arrive, and what one costs in minor units. */
type Arrival = Readonly<{ pieces: number; cost: number; currency: string }>;

/**
 * Returns what a piece costs on average once pieces have arrived: weighted by the pieces on the shelf, rounded half up,
 * in minor units. Costs in another currency are not averaged: the new cost replaces them.
 */
export function getAverageCost(shelf: Shelf, { pieces, cost, currency }: Arrival): number {
  if (shelf.cost_minor === null || shelf.currency !== currency || shelf.on_hand <= 0) return cost;
  return Math.round((shelf.on_hand * shelf.cost_minor + pieces * cost) / (shelf.on_hand + pieces));
}
