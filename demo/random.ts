/** A stream of chances that is the same for the same words. */
export type Dice = {
  /** From 0 up to, not including, 1. */
  roll(): number;
  /** A whole number from `low` to `high`, both possible. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the entries, each as likely as its weight says. */
  weigh<T>(entries: readonly (readonly [T, number])[]): T;
  /** `count` different entries in a random order, or all where there are fewer. */
  draw<T>(list: readonly T[], count: number): T[];
  /** Between `low` and `high` so that each doubling is as likely as the next. */
  logUniform(low: number, high: number): number;
};

/**
 * Dice for one thing (`dice(seed, "product", 17)`): every thing has its own stream, so that a change in one
 * never moves another, and product 17 is the same in a shop of 600 and in a shop of 100,000.
 */
export function dice(...words: (string | number)[]): Dice {
  let [a, b, c, d] = spread(words.join("/"));
  // sfc32: small, fast and good enough for a shop window.
  const roll = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 12; i++) roll();
  const int = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error(`nothing to pick from for ${words.join("/")}`);
    return list[Math.floor(roll() * list.length)] as T;
  };
  return {
    roll,
    int,
    chance: (probability) => roll() < probability,
    pick,
    weigh: (entries) => {
      let left = roll() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) if ((left -= weight) < 0) return value;
      return pick(entries)[0];
    },
    draw: (list, count) => {
      const rest = [...list];
      const drawn = [];
      while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(int(0, rest.length - 1), 1));
      return drawn;
    },
    logUniform: (low, high) => low * (high / low) ** roll(),
  };
}

/** The same list in an order that the dice decide. */
export function shuffle<T>(list: readonly T[], by: Dice): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = by.int(0, i);
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

/** Four 32-bit numbers from a text (cyrb128). */
function spread(text: string): [number, number, number, number] {
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
