/** A deterministic random number generator. */
export type Random = {
  /** A number in [0, 1). */
  nextFloat(): number;
  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One of the entries. Throws if the list is empty. */
  pick<T>(list: readonly T[]): T;
  /** One of the entries, with a probability in proportion to its weight. */
  pickWeighted<T>(entries: readonly (readonly [T, number])[]): T;
  /** `count` distinct entries in random order, or all if there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
  /** A log-uniform number between `low` and `high`: each doubling is equally likely. */
  logUniform(low: number, high: number): number;
};

/**
 * Creates the generator of one entity, for example `createRandom(seed, "product", 17)`. Each entity has its own stream,
 * so a change to one does not affect others: product 17 is the same in a shop of 600 and of 100,000 products.
 */
export function createRandom(...keyParts: (string | number)[]): Random {
  // The algorithm sfc32: small and fast; not cryptographically secure.
  let [a, b, c, d] = hashToState(keyParts.join("/"));
  const nextFloat = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first numbers are still similar for similar keys.
  for (let i = 0; i < 12; i++) nextFloat();
  const int = (low: number, high: number) => low + Math.floor(nextFloat() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error(`nothing to pick from for ${keyParts.join("/")}`);
    return list[Math.floor(nextFloat() * list.length)] as T;
  };
  return {
    nextFloat,
    int,
    chance: (probability) => nextFloat() < probability,
    pick,
    pickWeighted: (entries) => {
      let remaining = nextFloat() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) if ((remaining -= weight) < 0) return value;
      return pick(entries)[0];
    },
    sample: (list, count) => {
      const remaining = [...list];
      const sampled = [];
      while (sampled.length < count && remaining.length > 0)
        sampled.push(...remaining.splice(int(0, remaining.length - 1), 1));
      return sampled;
    },
    logUniform: (low, high) => low * (high / low) ** nextFloat(),
  };
}

/** Returns a shuffled copy (Fisher-Yates). */
export function shuffle<T>(list: readonly T[], random: Random): T[] {
  const shuffled = [...list];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.int(0, i);
    [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
  }
  return shuffled;
}

/** Hashes a text to four 32-bit integers (cyrb128). */
function hashToState(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2_716_044_179);
  }
  return [
    Math.imul(h3 ^ (h1 >>> 18), 597_399_067),
    Math.imul(h4 ^ (h2 >>> 22), 2_869_860_233),
    Math.imul(h1 ^ (h3 >>> 17), 951_274_213),
    Math.imul(h2 ^ (h4 >>> 19), 2_716_044_179),
  ];
}
