/**
 * How many slips of the hand make one word of the other: a letter more, less, another, or two neighbours swapped.
 * A letter doubled or a double one single counts half. Gives up above `most`, with a number above it.
 */
export function slips(written: string, meant: string, most: number): number {
  if (Math.abs(written.length - meant.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, at) => at);
  for (let i = 1; i <= written.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= meant.length; j++) {
      const same = written[i - 1] === meant[j - 1];
      const more = (last[j] ?? 0) + (i > 1 && written[i - 1] === written[i - 2] ? 0.5 : 1);
      const less = (row[j - 1] ?? 0) + (j > 1 && meant[j - 1] === meant[j - 2] ? 0.5 : 1);
      let cost = Math.min((last[j - 1] ?? 0) + (same ? 0 : 1), more, less);
      const isSwap = i > 1 && j > 1 && written[i - 1] === meant[j - 2] && written[i - 2] === meant[j - 1];
      if (isSwap && !same) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[meant.length] ?? most + 1;
}

/** So many slips are forgiven in a word of this length. */
export function slipsForgiven(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2;
}

/** Words by the pairs of letters in them: the few worth comparing with a misspelled one. */
export class NearWords {
  readonly #words: readonly string[];
  readonly #byPair = new Map<string, number[]>();

  constructor(words: readonly string[]) {
    this.#words = words;
    words.forEach((word, at) => {
      for (const pair of pairsOf(word)) {
        const held = this.#byPair.get(pair);
        if (held) held.push(at);
        else this.#byPair.set(pair, [at]);
      }
    });
  }

  /** Every word within `most` slips of the written one, with their number. */
  near(written: string, most: number): { word: string; slips: number }[] {
    if (most <= 0) return [];
    const shared = new Map<number, number>();
    const pairs = pairsOf(written);
    for (const pair of pairs) for (const at of this.#byPair.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    // A slip spoils three pairs at most (a swap in the middle of a word).
    const needed = Math.max(1, pairs.size - 3 * most);
    const found: { word: string; slips: number }[] = [];
    for (const [at, count] of shared) {
      const word = this.#words[at];
      if (count < needed || word === undefined) continue;
      const number = slips(written, word, most);
      if (number <= most) found.push({ word, slips: number });
    }
    return found;
  }
}

function pairsOf(word: string): Set<string> {
  const pairs = new Set<string>();
  const marked = `^${word}$`;
  for (let at = 0; at + 2 <= marked.length; at++) pairs.add(marked.slice(at, at + 2));
  return pairs;
}
