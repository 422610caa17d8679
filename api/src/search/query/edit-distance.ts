/**
 * Calculates the edit distance (optimal string alignment) between two words: a letter inserted, deleted or replaced, or
 * two adjacent letters swapped, costs 1; doubling a letter or dropping one of a double letter costs 0.5.
 * @returns the distance, or some number above `maxEdits` if it is larger than that
 */
export function calculateEditDistance(written: string, target: string, maxEdits: number): number {
  if (Math.abs(written.length - target.length) > maxEdits) return maxEdits + 1;
  let secondLastRow: number[] = [];
  let previousRow = Array.from({ length: target.length + 1 }, (_, index) => index);
  for (let i = 1; i <= written.length; i++) {
    const row = [i];
    let rowMinimum = i;
    for (let j = 1; j <= target.length; j++) {
      const isSame = written[i - 1] === target[j - 1];
      const deletionCost = (previousRow[j] ?? 0) + (i > 1 && written[i - 1] === written[i - 2] ? 0.5 : 1);
      const insertionCost = (row[j - 1] ?? 0) + (j > 1 && target[j - 1] === target[j - 2] ? 0.5 : 1);
      let cost = Math.min((previousRow[j - 1] ?? 0) + (isSame ? 0 : 1), deletionCost, insertionCost);
      const isSwap = i > 1 && j > 1 && written[i - 1] === target[j - 2] && written[i - 2] === target[j - 1];
      if (isSwap && !isSame) cost = Math.min(cost, (secondLastRow[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < rowMinimum) rowMinimum = cost;
    }
    if (rowMinimum > maxEdits) return maxEdits + 1;
    secondLastRow = previousRow;
    previousRow = row;
  }
  return previousRow[target.length] ?? maxEdits + 1;
}

/** Returns the number of edits that are accepted as a typo in a word of this length. */
export function getMaxEdits(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2;
}

/** An index of words by their letter bigrams, which selects candidates for an edit distance comparison. */
export class BigramIndex {
  readonly #words: readonly string[];
  readonly #byBigram = new Map<string, number[]>();

  constructor(words: readonly string[]) {
    this.#words = words;
    words.forEach((word, index) => {
      for (const bigram of getBigrams(word)) {
        const indexes = this.#byBigram.get(bigram);
        if (indexes) indexes.push(index);
        else this.#byBigram.set(bigram, [index]);
      }
    });
  }

  /** Returns all words within `maxEdits` edits of the written word, with the number of edits. */
  findSimilar(written: string, maxEdits: number): { word: string; edits: number }[] {
    if (maxEdits <= 0) return [];
    const sharedCounts = new Map<number, number>();
    const bigrams = getBigrams(written);
    for (const bigram of bigrams)
      for (const index of this.#byBigram.get(bigram) ?? []) sharedCounts.set(index, (sharedCounts.get(index) ?? 0) + 1);
    // One edit changes at most three bigrams (two letters swapped inside a word).
    const minShared = Math.max(1, bigrams.size - 3 * maxEdits);
    const matches: { word: string; edits: number }[] = [];
    for (const [index, count] of sharedCounts) {
      const word = this.#words[index];
      if (count < minShared || word === undefined) continue;
      const distance = calculateEditDistance(written, word, maxEdits);
      if (distance <= maxEdits) matches.push({ word, edits: distance });
    }
    return matches;
  }
}

function getBigrams(word: string): Set<string> {
  const bigrams = new Set<string>();
  const padded = `^${word}$`;
  for (let index = 0; index + 2 <= padded.length; index++) bigrams.add(padded.slice(index, index + 2));
  return bigrams;
}
