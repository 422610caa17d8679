/** Returns the 32-bit FNV-1a hash of a text. All variation derives from it, so equal seeds give equal pictures. */
export function hashText(text: string): number {
  let h = 2166136261;
  for (const char of text) {
    h ^= char.codePointAt(0) ?? 0;
    h = Math.imul(h, 16777619);
  }
  return h >>> 0;
}

/** Returns the item selected by the hash of a text. */
export function chooseByHash<const T>(items: readonly [T, ...T[]], text: string): T {
  return items[hashText(text) % items.length] ?? items[0];
}

/** Creates a pseudorandom generator of numbers in [0, 1) seeded by a text (mulberry32). */
export function createRandom(text: string): () => number {
  let a = hashText(text) || 1;
  return () => {
    a = ((a | 0) + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
