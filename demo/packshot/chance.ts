/** A 32-bit hash (FNV-1a) of a text: the only source of variety, so the same seed always draws the same picture. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const char of text) {
    h ^= char.codePointAt(0) ?? 0;
    h = Math.imul(h, 16777619);
  }
  return h >>> 0;
}

/** The item that a text falls on. */
export function choose<const T>(items: readonly [T, ...T[]], text: string): T {
  return items[hash(text) % items.length] ?? items[0];
}

/** An endless row of numbers from 0 to 1 that begins at a text (mulberry32). */
export function chance(text: string): () => number {
  let a = hash(text) || 1;
  return () => {
    a = ((a | 0) + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
