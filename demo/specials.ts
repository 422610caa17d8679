/** What a product is made to be, where a shop must have exactly that. */
export type Special = { type?: string; brand?: string; series?: string; size?: number; priceRub?: number };

/**
 * Products by id that show a rule of the shop: one too dear to be sent to Russia (over 40 000 yen, domain: customs),
 * and one at ten thousand roubles, two of which stand exactly on the duty-free limit.
 */
export const specials: Record<number, Special> = {
  1: { type: "serum_age", brand: "Yukisawa Lab", series: "Platinum Dew", size: 30, priceRub: 29_900 },
  2: { type: "set", brand: "Hashinone", series: "Pair Gift", priceRub: 10_000 },
};
